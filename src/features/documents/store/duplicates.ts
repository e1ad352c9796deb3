/** Lock on what two similar orders have in common. */
import type { Comparable } from '#features/documents/rules/duplicates.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Held = Pick<Comparable, 'type' | 'amount' | 'invoiceKey'> & { readonly providerId: string }

/**
 * Advisory lock on an order's likenesses, until the transaction ends: of two similar orders the second waits
 * until the first can be found. Everybody takes these locks in one order.
 */
export async function lockAlike(tx: TenantTx, { type, providerId, amount, invoiceKey }: Held): Promise<void> {
  const keys = [
    ...(amount ? [[type, 'amount', amount.currency, amount.minor]] : []),
    ...(invoiceKey === null ? [] : [[type, 'invoice', invoiceKey]]),
  ]
  await tx.run(sql`
    select pg_advisory_xact_lock(k.key) from (
      select hashtextextended(p.company_id || ' ' || coalesce(p.tax_key, p.id) || ' ' || t.key, 0) as key
      from provider p cross join unnest(${keys.map(key => key.join(' '))}::text[]) t (key)
      where p.company_id = ${tx.companyId} and p.id = ${providerId} order by 1) k`)
}
