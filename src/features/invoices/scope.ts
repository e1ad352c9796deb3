/** Received invoices in SQL, `r`, each with its file `f`. */
import { part } from '#server/database/sql.ts'

/** True when the file says that nothing is left to pay of it. */
const nothingDue = part`coalesce((f.invoice_reading #>> '{invoice,payableMinor}')::numeric <= 0, false)`

/** `TrayAsks` of the file: of one that is not read yet a payment, until it turns out otherwise. */
export const receivedAsks = part`case when r.is_credit_note then 'reduction' when ${nothingDue} then 'nothing' else 'payment' end`

/** Predicate: the invoice is read and paid already. */
export const isPaidAlready = part`(r.state = 'read' and ${receivedAsks} = 'nothing')`
