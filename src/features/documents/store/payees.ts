/** Payees: two providers with one tax id are one payee, and amounts asked for either count for both. */
import { type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Subquery of the ids of all providers that are one payee with this provider of the company. */
export const samePayee = (companyId: unknown, providerId: unknown) => part`(
  select twin.id from provider named
  join provider twin on twin.company_id = named.company_id and (twin.id = named.id or twin.tax_key = named.tax_key)
  where named.company_id = ${companyId} and named.id = ${providerId})`

/**
 * Advisory lock on a payee, until the transaction ends: concurrent orders for one payee wait here, so that
 * their amounts are summed. Orders for other payees go on.
 */
export async function lockPayee(tx: TenantTx, providerId: string): Promise<void> {
  await tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended(${tx.companyId}::text || ':' || coalesce(tax_key, id), 0))
    from provider where company_id = ${tx.companyId} and id = ${providerId}`)
}

type RequestsOfPayee = {
  readonly providerId: string | Part
  readonly days: number
  /** Order under correction, which is not counted; null for a new order. */
  readonly documentId: string | null
}

/**
 * Sums asked for a payee in the last days, one of each currency, without credit notes and orders that were rejected,
 * cancelled or returned.
 */
export async function recentlyRequested(
  tx: TenantTx,
  { providerId, days, documentId }: RequestsOfPayee,
): Promise<Money[]> {
  const found = await tx.all<{ currency: string; asked: bigint }>(sql`
    select d.currency, sum(d.amount_minor) as asked from document d
    where d.company_id = ${tx.companyId} and d.provider_id = any (array${samePayee(tx.companyId, providerId)})
      and d.submitted_at > ${tx.now}::timestamptz - make_interval(days => ${days})
      and d.state not in ('rejected', 'cancelled', 'returned') and d.credited_id is null and d.id is distinct from ${documentId}
    group by d.currency`)
  return found.map(row => money(row.asked, currencyFrom(row.currency)))
}
