/** Provider of an order, with the facts that making the order needs. */
import type { PaymentTerms } from '#features/providers/rules/payment-terms.ts'
import { survivorId } from '#features/providers/scope.ts'
import { ConcurrencyConflict } from '#server/database/retrying.ts'
import { part, sql } from '#server/database/sql.ts'
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

/**
 * The provider of an order that is about to be written, kept from being merged until the transaction ends. Throws
 * `ConcurrencyConflict` for one that has just been merged: the order is then written for the one that stands for it.
 */
export async function providerOfDocument(
  tx: TenantTx,
  providerId: string,
  clientId: string,
): Promise<DocumentProvider | null> {
  const found = await tx.one<DocumentProvider & { mergedInto: string | null }>(sql`
    select pv.merged_into as "mergedInto", pv.status, pv.name, pv.tax_id as "taxId", pv.iban, pv.bic, pv.payment_terms as terms,
      exists (select from client_provider cp where cp.company_id = pv.company_id
        and cp.provider_id = pv.id and cp.client_id = ${clientId}) as "isOfClient"
    from provider pv where pv.company_id = ${tx.companyId} and pv.id = ${providerId} for key share of pv`)
  if (found && found.mergedInto !== null) throw new ConcurrencyConflict('the provider has just been merged')
  return found
}

/** Id of the provider that stands for this one today: another where it was merged. */
export async function survivingProvider(tx: TenantTx, providerId: string): Promise<string> {
  const found = await tx.one<{ id: string }>(sql`
    select ${survivorId(tx.companyId, part`${providerId}::text`)} as id`)
  return found?.id ?? providerId
}

/** True when the provider of an order has been deactivated since the order was made. */
export async function isProviderOff(tx: TenantTx, documentId: string): Promise<boolean> {
  const found = await tx.one<{ off: boolean }>(sql`
    select pv.status <> 'active' as off from document d
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    where d.company_id = ${tx.companyId} and d.id = ${documentId}`)
  return found?.off ?? false
}
