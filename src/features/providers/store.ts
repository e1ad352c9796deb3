import type { Provider } from '#features/providers/rules.ts'
import { part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

export async function insertProvider(tx: TenantTx, provider: Provider): Promise<void> {
  await tx.runOne(sql`
    insert into provider (company_id, id, name, tax_id, email, phone, iban, bic, status, created_at)
    values (${tx.companyId}, ${provider.id}, ${provider.name}, ${provider.taxId}, ${provider.email},
      ${provider.phone}, ${provider.iban}, ${provider.bic}, ${provider.status}, ${tx.now})`)
}

export async function lockProvider(tx: TenantTx, providerId: string): Promise<Provider | null> {
  return tx.one<Provider>(sql`
    select id, name, tax_id as "taxId", email, phone, iban, bic, status from provider
    where company_id = ${tx.companyId} and id = ${providerId} for no key update`)
}

export async function saveProvider(tx: TenantTx, provider: Provider): Promise<void> {
  await tx.runOne(sql`
    update provider set name = ${provider.name}, tax_id = ${provider.taxId}, email = ${provider.email},
      phone = ${provider.phone}, iban = ${provider.iban}, bic = ${provider.bic}, status = ${provider.status}
    where company_id = ${tx.companyId} and id = ${provider.id}`)
}

/** Which of these are providers of the company. */
export async function knownProviders(tx: TenantTx, providerIds: readonly string[]): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select id from provider where company_id = ${tx.companyId} and id = any(${[...providerIds]}::text[])`)
  return found.map(({ id }) => id)
}

export async function providersOfClient(tx: TenantTx, clientId: string): Promise<string[]> {
  const assigned = await tx.all<{ id: string }>(sql`
    select provider_id as id from client_provider
    where company_id = ${tx.companyId} and client_id = ${clientId} order by provider_id`)
  return assigned.map(({ id }) => id)
}

export async function clientsOfProvider(tx: TenantTx, providerId: string): Promise<string[]> {
  const assigned = await tx.all<{ id: string }>(sql`
    select client_id as id from client_provider
    where company_id = ${tx.companyId} and provider_id = ${providerId} order by client_id`)
  return assigned.map(({ id }) => id)
}

/** Exactly these providers for a client; each side's row is locked by the caller. */
export async function saveProvidersOfClient(
  tx: TenantTx,
  clientId: string,
  providerIds: readonly string[],
): Promise<void> {
  await tx.run(sql`
    delete from client_provider
    where company_id = ${tx.companyId} and client_id = ${clientId}
      and provider_id <> all(${[...providerIds]}::text[])`)
  await tx.run(sql`
    insert into client_provider (company_id, client_id, provider_id)
    select ${tx.companyId}, ${clientId}, id from unnest(${[...providerIds]}::text[]) as wanted (id)
    ${already}`)
}

export async function saveClientsOfProvider(
  tx: TenantTx,
  providerId: string,
  clientIds: readonly string[],
): Promise<void> {
  await tx.run(sql`
    delete from client_provider
    where company_id = ${tx.companyId} and provider_id = ${providerId}
      and client_id <> all(${[...clientIds]}::uuid[])`)
  await tx.run(sql`
    insert into client_provider (company_id, client_id, provider_id)
    select ${tx.companyId}, id, ${providerId} from unnest(${[...clientIds]}::uuid[]) as wanted (id)
    ${already}`)
}

const already = part`on conflict (company_id, client_id, provider_id) do nothing`
