/** Rows of `exchange_rate`, `x` in its SQL: each says a rate from a day on, and none changes. */
import type { RateTable, SaidRate } from '#features/exchange-rates/rules.ts'
import { type Day, dayFrom, type Instant } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = { currency: string; against: string; rate: string; holds_from: string }

const rateFromRow = (row: Row): SaidRate => ({
  currency: currencyFrom(row.currency),
  against: currencyFrom(row.against),
  rate: row.rate,
  holdsFrom: knownDay(row.holds_from),
})

function knownDay(text: string): Day {
  const day = dayFrom(text)
  if (!day) throw new Error(`${text} is no day`)
  return day
}

/** Rates against the company's currency that hold at an instant, by the day on its wall. */
export async function ratesAt(tx: TenantTx, instant: Instant | Date): Promise<RateTable> {
  const [company, found] = await Promise.all([
    tx.one<{ currency: string }>(sql`select currency from company where company_id = ${tx.companyId}`),
    tx.all<Row>(sql`
      select distinct on (x.currency) x.currency, x.against, x.rate, x.holds_from::text
      from exchange_rate x
      join company co on co.company_id = x.company_id and co.currency = x.against
      where x.company_id = ${tx.companyId}
        and x.holds_from <= (${instant}::timestamptz at time zone co.time_zone)::date
      order by x.currency, x.holds_from desc, x.id desc`),
  ])
  if (!company) throw new Error('a company has a row')
  const rates = found.map(rateFromRow)
  return { own: currencyFrom(company.currency), rates: new Map(rates.map(rate => [rate.currency, rate])) }
}

/** All rates, in the order in which they were said. */
export async function rateHistory(tx: TenantTx): Promise<SaidRate[]> {
  const found = await tx.all<Row>(sql`
    select x.currency, x.against, x.rate, x.holds_from::text from exchange_rate x
    where x.company_id = ${tx.companyId} order by x.id`)
  return found.map(rateFromRow)
}

export type EnteredRate = {
  readonly id: string
  readonly currency: Currency
  readonly against: Currency
  readonly rate: string
  readonly holdsFrom: string
  readonly enteredBy: string
}

export async function insertRate(tx: TenantTx, entered: EnteredRate): Promise<void> {
  await tx.runOne(sql`
    insert into exchange_rate (company_id, id, currency, against, rate, holds_from, entered_by, entered_at)
    values (${tx.companyId}, ${entered.id}, ${entered.currency}, ${entered.against}, ${entered.rate},
      ${entered.holdsFrom}, ${entered.enteredBy}, ${tx.now})`)
}
