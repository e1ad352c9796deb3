/** Provider of an order, with the facts that making the order needs. */
import type { PaymentTerms } from '#features/providers/rules/payment-terms.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Facts of a provider; `isOfClient` is true when the provider is assigned to the client. */
export type DocumentProvider = {
  readonly status: 'active' | 'inactive'
  readonly name: string
  readonly taxId: string | null
  readonly iban: string | null
  readonly bic: string | null
  readonly terms: PaymentTerms | null
  readonly isOfClient: boolean
}

export function providerOfDocument(
  tx: TenantTx,
  providerId: string,
  clientId: string,
): Promise<DocumentProvider | null> {
  return tx.one<DocumentProvider>(sql`
    select pv.status, pv.name, pv.tax_id as "taxId", pv.iban, pv.bic, pv.payment_terms as terms,
      exists (select from client_provider cp where cp.company_id = pv.company_id
        and cp.provider_id = pv.id and cp.client_id = ${clientId}) as "isOfClient"
    from provider pv where pv.company_id = ${tx.companyId} and pv.id = ${providerId}`)
}

/** True when the provider of an order has been deactivated since the order was made. */
export async function isProviderOff(tx: TenantTx, documentId: string): Promise<boolean> {
  const found = await tx.one<{ off: boolean }>(sql`
    select pv.status <> 'active' as off from document d
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    where d.company_id = ${tx.companyId} and d.id = ${documentId}`)
  return found?.off ?? false
}
