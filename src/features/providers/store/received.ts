/** Received invoices of a provider that was made, or given its tax id, after they had come. */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Makes those that nobody has settled the provider's, where it is active and has the tax id of their issuer. */
export async function adoptReceived(tx: TenantTx, providerId: string): Promise<void> {
  await tx.run(sql`
    update received_invoice r set provider_id = p.id from provider p
    where r.company_id = ${tx.companyId} and p.company_id = ${tx.companyId} and p.id = ${providerId}
      and p.status = 'active' and r.issuer_key = p.tax_key and r.provider_id is null and r.state = 'read'`)
}
