/** Amounts that follow from an order's, in minor units; expects `document` as `d`. A null column: the amount itself. */
import { part } from '#server/database/sql.ts'

/** Sign with which an order counts in sums of orders: a credit note reduces them. */
export const sign = part`case when d.credited_id is null then 1 else -1 end`
export const charge = part`coalesce(d.charge_minor, d.amount_minor)`
/** Charge of the payments made and not come back. */
export const paidCharge = part`case when d.payments is null then case when d.state = 'executed' then coalesce(d.charge_minor, d.amount_minor)
    else 0 end
  else (select coalesce(sum(e.charge_minor), 0) from execution e where e.company_id = d.company_id
    and e.document_id = d.id and e.returned_at is null) end`
export const payable = part`coalesce(d.payable_minor, d.amount_minor)`

/** Minor units beyond the total that are tolerated; expects `contract` as `c` and `company` as `co`. */
export const allowedMinor = part`(case
  when c.tolerance_rate is not null or c.tolerance_minor is not null
    then coalesce(least(floor(c.total_minor::numeric * c.tolerance_rate / 10000), c.tolerance_minor), 0)
  when co.tolerance_currency <> c.currency then 0
  else coalesce(least(floor(c.total_minor::numeric * co.tolerance_rate / 10000), co.tolerance_minor), 0) end)`

/** A contract's own tolerance as its facts say it; expects `contract` as `c`. */
export const ownTolerance = part`case when c.tolerance_rate is null and c.tolerance_minor is null then 'null'
  else jsonb_build_object('rate', c.tolerance_rate, 'amountMinor', c.tolerance_minor::text,
    'currency', case when c.tolerance_minor is not null then c.currency end) end`
