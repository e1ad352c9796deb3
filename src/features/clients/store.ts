/** Rows of `client`: organisations with projects in the company. */
import type { Client } from '#features/clients/rules.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function insertClient(tx: TenantTx, client: Client): Promise<void> {
  await tx.runOne(sql`
    insert into client (company_id, id, name, email, phone, status, created_at)
    values (${tx.companyId}, ${client.id}, ${client.name}, ${client.email}, ${client.phone},
      ${client.status}, ${tx.now})`)
}

export async function lockClient(tx: TenantTx, clientId: string): Promise<Client | null> {
  return tx.one<Client>(sql`
    select id, name, email, phone, status from client
    where company_id = ${tx.companyId} and id = ${clientId} for no key update`)
}

export async function saveClient(tx: TenantTx, client: Client): Promise<void> {
  await tx.runOne(sql`
    update client set name = ${client.name}, email = ${client.email}, phone = ${client.phone},
      status = ${client.status}
    where company_id = ${tx.companyId} and id = ${client.id}`)
}

/** The ids among these that are clients of the company. */
export async function knownClients(tx: TenantTx, clientIds: readonly string[]): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select id from client where company_id = ${tx.companyId} and id = any(${[...clientIds]}::uuid[])`)
  return found.map(({ id }) => id)
}
