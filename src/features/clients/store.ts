/** Rows of `client`: organisations with projects in the company. */
import type { Client } from '#features/clients/rules.ts'
import { taxIdKey } from '#kernel/tax-id.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function insertClient(tx: TenantTx, client: Client): Promise<void> {
  await tx.runOne(sql`
    insert into client (company_id, id, name, tax_id, email, phone, status, created_at)
    values (${tx.companyId}, ${client.id}, ${client.name}, ${client.taxId}, ${client.email}, ${client.phone},
      ${client.status}, ${tx.now})`)
}

export async function lockClient(tx: TenantTx, clientId: string): Promise<Client | null> {
  return tx.one<Client>(sql`
    select id, name, tax_id as "taxId", email, phone, status from client
    where company_id = ${tx.companyId} and id = ${clientId} for no key update`)
}

export async function saveClient(tx: TenantTx, client: Client): Promise<void> {
  await tx.runOne(sql`
    update client set name = ${client.name}, tax_id = ${client.taxId}, email = ${client.email}, phone = ${client.phone},
      status = ${client.status}
    where company_id = ${tx.companyId} and id = ${client.id}`)
}

/**
 * Name of the active client with this tax id; null for none. Concurrent calls in the company wait here, so that two
 * cannot be given the same at once.
 */
export async function clientWithTaxId(
  tx: TenantTx,
  { id, taxId }: Pick<Client, 'id' | 'taxId'>,
): Promise<string | null> {
  const [, found] = await Promise.all([
    tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:payers`}, 0))`),
    tx.one<{ name: string }>(sql`
      select name from client where company_id = ${tx.companyId} and tax_key = ${taxIdKey(taxId)} and id <> ${id}
        and status = 'active'`),
  ])
  return found?.name ?? null
}

/** The ids among these that are clients of the company. */
export async function knownClients(tx: TenantTx, clientIds: readonly string[]): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select id from client where company_id = ${tx.companyId} and id = any(${[...clientIds]}::uuid[])`)
  return found.map(({ id }) => id)
}
