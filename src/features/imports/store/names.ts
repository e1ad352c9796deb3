/** Clients and providers by the names that stand in a file. */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Named = { readonly id: string; readonly name: string }

/** Active clients of any of these names. */
export const clientsNamed = async (tx: TenantTx, names: readonly string[]): Promise<Named[]> =>
  names.length === 0
    ? []
    : tx.all<Named>(sql`
        select id, name from client where company_id = ${tx.companyId} and status = 'active'
          and lower(name) = any (${names.map(name => name.toLowerCase())}) order by id`)

/** Active providers of this name, or of this id (`PRV-001`). */
export const providersNamed = async (tx: TenantTx, name: string): Promise<Named[]> =>
  name === ''
    ? []
    : tx.all<Named>(sql`
        select id, name from provider where company_id = ${tx.companyId} and status = 'active'
          and (lower(name) = ${name.toLowerCase()} or id = ${name.toUpperCase()}) order by id`)
