/** Locks on the company and the account of somebody who is let in. */
import { type Sql, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Locks the transaction's company with the lock of everybody who lets people in; false when there is no such
 * company.
 */
export async function lockCompanyIfExists(tx: TenantTx): Promise<boolean> {
  const found = await tx.one(sql`
    select company_id from company where company_id = ${tx.companyId} and sample_of is null for no key update`)
  return found !== null
}

/** Query of an account, which it locks until the transaction ends; `isPending` is true for a registration that waits. */
export const lockRegistration = (userId: string): Sql => sql`
  select email, name, last_name as "lastName", not active and requested_role is not null as "isPending"
  from account where id = ${userId} for no key update`

export type Registration = {
  readonly email: string
  readonly name: string
  readonly lastName: string
  readonly isPending: boolean
}

/** Query of the full name of an account. */
export const accountNameQuery = (userId: string): Sql => sql`
  select trim(name || ' ' || last_name) as name from account where id = ${userId}`
