/** Companies made and changed by the platform's operators: creation, subscription, status. */
import { companyFact } from '#features/companies/facts.ts'
import type { Company } from '#features/companies/rules.ts'
import { insertCompany, lockCompany } from '#features/companies/store.ts'
import { findAccountByEmail } from '#features/identity/store/accounts.ts'
import { admitAccount, type Invite } from '#features/identity/store/admission.ts'
import { deleteSessionsOfCompany } from '#features/identity/store/sessions.ts'
import { inviteToCompany } from '#features/people/commands/invitations.ts'
import { admitMember } from '#features/platform/commands/join-company.ts'
import type { PlatformRefusal, SettableStatus } from '#features/platform/rules.ts'
import { savePlan, saveStatus } from '#features/platform/store/companies.ts'
import { accountNameQuery, lockCompanyIfExists } from '#features/platform/store/newcomers.ts'
import type { NewCompany } from '#features/platform/wire/companies.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { type Db, sqlState } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import type { Self } from '#server/database/person.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

export type { Invite }

type Refused = Refusal<PlatformRefusal>
type CompanyState = Pick<Company, 'id' | 'plan' | 'status'>
type Operator = Pick<Self, 'userId'>

/**
 * Makes a company and invites its first administrator, both or neither. Repeating the request returns the first
 * result.
 */
export async function createCompanyAndInvite(
  db: Db,
  self: Operator,
  companyId: string,
  content: NewCompany,
  invite: Invite,
): Promise<{ id: string } | Refused> {
  try {
    return await asSystem(db, companyId, async tx => {
      if (await lockCompanyIfExists(tx)) return sameAsBefore(await lockCompany(tx), content)
      const { name, email, plan, currency, timeZone, status } = content
      const company = { name, email, plan, currency, timeZone }
      await insertCompany(tx, company)
      await record(tx, self, companyFact('company.created', companyId, { after: { ...company, status } }))
      const admitted = await inviteAdmin(tx, self, content, invite)
      if (admitted !== true) return admitted
      if (status !== 'active') await saveStatus(tx, status)
      return { id: companyId }
    })
  } catch (error) {
    // Two requests at once: the other one has made the company.
    if (sqlState(error) !== '23505') throw error
    return asSystem(db, companyId, async tx =>
      (await lockCompanyIfExists(tx))
        ? sameAsBefore(await lockCompany(tx), content)
        : refuse('company_exists'),
    )
  }
}

/** Answer to a repeated request for an id: the company that the first one made; refused when it is another. */
function sameAsBefore(company: Company, { name, email }: NewCompany): { id: string } | Refused {
  return company.name === name && company.email === email ? { id: company.id } : refuse('company_exists')
}

async function inviteAdmin(
  tx: TenantTx,
  self: Operator,
  { name: company, adminEmail: email, adminName: name, adminLastName: lastName }: NewCompany,
  invite: Invite,
): Promise<true | Refused> {
  if (email === null || name === null || lastName === null) return true
  const known = await findAccountByEmail(tx, email)
  // The owner of an existing account decides whether to administer one more company.
  if (known?.active && known.role === 'admin') {
    const by = {
      userId: self.userId,
      name: (await tx.one<{ name: string }>(accountNameQuery(self.userId)))?.name ?? '',
    }
    const person = { email, name, lastName, role: 'admin', clientId: null, providerId: null } as const
    const parts = { companyName: company, invite, seesMember: () => true }
    const invited = await inviteToCompany(tx, by, person, parts)
    return isRefusal(invited) ? invited : true
  }
  const admitted = await admitAccount(tx, { email, name, lastName, role: 'admin' }, tx.now)
  if (isRefusal(admitted)) return admitted
  const { userId } = admitted
  const person = { userId, name: `${name} ${lastName}`, email, clientId: null, providerId: null }
  const joined = await admitMember(tx, self, { ...person, role: 'admin' })
  if (joined !== true) return joined
  const by = (await tx.one<{ name: string }>(accountNameQuery(self.userId)))?.name ?? ''
  await invite(tx, { ...admitted, email, name, by, to: company }, tx.now)
  return true
}

/**
 * Changes a company's subscription. Over the limits of a smaller one nothing is removed: only creation stops.
 */
export async function changeCompanyPlan(
  db: Db,
  self: Operator,
  companyId: string,
  { plan, reason }: Pick<Company, 'plan'> & { readonly reason: string },
): Promise<CompanyState | Refused> {
  return asSystem(db, companyId, async tx => {
    if (!(await lockCompanyIfExists(tx))) return refuse('not_found')
    const { id, plan: before, status } = await lockCompany(tx)
    if (before === plan) return { id, plan, status }
    await savePlan(tx, plan)
    const change = { before: { plan: before }, after: { plan } }
    await record(tx, self, companyFact('company.plan_changed', id, { ...change, reason }))
    return { id, plan, status }
  })
}

/**
 * Changes a company's status. People of a suspended company sign in again, and may then read, export and decide
 * open orders.
 */
export async function changeCompanyStatus(
  db: Db,
  self: Operator,
  companyId: string,
  { status, reason }: { readonly status: SettableStatus; readonly reason: string },
): Promise<CompanyState | Refused> {
  return asSystem(db, companyId, async tx => {
    if (!(await lockCompanyIfExists(tx))) return refuse('not_found')
    const { id, plan, status: before } = await lockCompany(tx)
    if (before === status) return { id, plan, status }
    await saveStatus(tx, status)
    if (status === 'suspended') await deleteSessionsOfCompany(tx, id)
    const kind = status === 'suspended' ? 'company.suspended' : 'company.reactivated'
    const change = { before: { status: before }, after: { status } }
    await record(tx, self, companyFact(kind, id, { ...change, reason }))
    return { id, plan, status }
  })
}
