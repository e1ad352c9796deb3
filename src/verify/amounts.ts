/** What follows from an order's amount, in minor units; expects `document` as `d`. Null columns say: the amount itself. */
import { part } from '#server/database/sql.ts'

export const charge = part`coalesce(d.charge_minor, d.amount_minor)`
export const payable = part`coalesce(d.payable_minor, d.amount_minor)`
