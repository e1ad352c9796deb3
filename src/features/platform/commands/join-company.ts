/** Membership of new people in a company, within the limits of its subscription. */
import { insertClient } from '#features/clients/store.ts'
import { mayCreate } from '#features/companies/rules.ts'
import { lockCompany } from '#features/companies/store.ts'
import { linkCompany } from '#features/identity/store/accounts.ts'
import { personFact } from '#features/people/facts.ts'
import { roleAffiliation } from '#features/people/rules.ts'
import { countActiveMembers, insertMember, lockMember } from '#features/people/store.ts'
import type { PlatformRefusal } from '#features/platform/rules.ts'
import { lockCompanyIfExists } from '#features/platform/store/newcomers.ts'
import type { Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Refused = Refusal<PlatformRefusal>

/**
 * The transaction's company, locked until the transaction ends; refused when its subscription has no room for one
 * more person.
 */
export async function companyWithinPlanLimit(tx: TenantTx): Promise<{ name: string } | Refused> {
  if (!(await lockCompanyIfExists(tx))) return refuse('company_not_found')
  const company = await lockCompany(tx)
  const may = mayCreate(company, 'users', await countActiveMembers(tx))
  return may === true ? { name: company.name } : may
}

export type Joining = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly clientId: string | null
  readonly providerId: string | null
}

/** Makes an account a member; a client's main account also makes its organisation, with one id for both. */
export async function admitMember(
  tx: TenantTx,
  actor: { readonly userId: string },
  { userId, name, email, role, clientId: asked, providerId }: Joining,
): Promise<true | Refused> {
  if (await lockMember(tx, userId)) return refuse('already_member')
  const clientId = role === 'client' ? userId : asked
  if (role === 'client')
    await insertClient(tx, { id: userId, name, taxId: null, email, phone: null, status: 'active' })
  if (!(await insertMember(tx, { userId, clientId, providerId })))
    return refuse(roleAffiliation(role) === 'provider' ? 'provider_not_found' : 'client_not_found')
  await linkCompany(tx, userId, tx.companyId)
  await record(tx, actor, personFact('person.added', userId, { after: { role, clientId, providerId } }))
  return true
}
