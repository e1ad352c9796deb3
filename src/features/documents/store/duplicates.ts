import type { Comparable } from '#features/documents/rules/duplicates.ts'
import { sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

type Held = Pick<Comparable, 'type' | 'providerId' | 'amount' | 'invoiceKey'>

/**
 * Two orders that look the same are made one after the other: the second waits here until the first is there
 * to be seen. In one order for everybody, until the transaction ends.
 */
export async function holdAlike(tx: TenantTx, { type, providerId, amount, invoiceKey }: Held): Promise<void> {
  const those = [tx.companyId, providerId, type]
  const keys = [
    ...(amount ? [[...those, 'amount', amount.currency, amount.minor]] : []),
    ...(invoiceKey === null ? [] : [[...those, 'invoice', invoiceKey]]),
  ]
  await tx.run(sql`
    select pg_advisory_xact_lock(k.key) from (
      select hashtextextended(t.key, 0) as key from unnest(${keys.map(key => key.join(' '))}::text[]) t (key)
      order by 1) k`)
}
