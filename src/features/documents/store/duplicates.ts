import type { Comparable } from '#features/documents/rules/duplicates.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Held = Pick<Comparable, 'type' | 'amount' | 'invoiceKey'> & { readonly providerId: string }

/**
 * Two orders that look the same are made one after the other: the second waits here until the first is there
 * to be seen. In one order for everybody, until the transaction ends.
 */
export async function holdAlike(tx: TenantTx, { type, providerId, amount, invoiceKey }: Held): Promise<void> {
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
