/** Activation of a registration by the platform. */
import { admitAccount, type Invite } from '#features/identity/store/admission.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { admitMember, companyWithinPlanLimit } from '#features/platform/commands/join-company.ts'
import { affiliationFor, type PlatformRefusal } from '#features/platform/rules.ts'
import { accountNameQuery, lockRegistration, type Registration } from '#features/platform/store/newcomers.ts'
import type { Activation } from '#features/platform/wire/users.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { asPerson, type Self } from '#server/database/person.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

type Refused = Refusal<PlatformRefusal>
type Operator = Pick<Self, 'userId'>

/**
 * Activates a registration: the account gets a role and, unless it is the platform’s, a company; its owner gets
 * a mail.
 */
export async function activateRegistration(
  db: Db,
  self: Operator,
  userId: string,
  activation: Activation,
  invite: Invite,
): Promise<{ id: string } | Refused> {
  const { role, companyId = null, clientId = null, providerId = null } = activation
  const affiliation = affiliationFor(role, { companyId, clientId, providerId })
  if (isRefusal(affiliation)) return affiliation
  if (companyId !== null)
    return asSystem(db, companyId.toLowerCase(), tx =>
      activateInCompany(tx, self, userId, { ...activation, ...affiliation }, invite),
    )
  return asPerson(db, userId, async tx => {
    const admitted = await admitRegistration(tx, userId, role, tx.now)
    if (isRefusal(admitted)) return admitted
    await invite(tx, { ...admitted, by: await nameOfOperator(tx, self), to: null }, tx.now)
    return { id: userId }
  })
}

async function activateInCompany(
  tx: TenantTx,
  self: Operator,
  userId: string,
  { role, clientId = null, providerId = null }: Activation,
  invite: Invite,
): Promise<{ id: string } | Refused> {
  const company = await companyWithinPlanLimit(tx)
  if (isRefusal(company)) return company
  const admitted = await admitRegistration(tx, userId, role, tx.now)
  if (isRefusal(admitted)) return admitted
  const { email, name, lastName } = admitted
  const person = { userId, name: `${name} ${lastName}`.trim(), email, clientId, providerId }
  const joined = await admitMember(tx, self, { ...person, role })
  if (joined !== true) return joined
  await invite(tx, { ...admitted, by: await nameOfOperator(tx, self), to: company.name }, tx.now)
  return { id: userId }
}

/** Locks the registration and admits its account; refused when it no longer waits. */
async function admitRegistration(on: Statements, userId: string, role: Activation['role'], now: Date) {
  const [found] = await on.all<Registration>(lockRegistration(userId))
  if (!found) return refuse('not_found')
  if (!found.isPending) return refuse('not_pending')
  const admitted = await admitAccount(on, { ...found, role }, now)
  return isRefusal(admitted) ? admitted : { ...found, ...admitted }
}

async function nameOfOperator(on: Statements, { userId }: Operator): Promise<string> {
  const [row] = await on.all<{ name: string }>(accountNameQuery(userId))
  return row?.name ?? ''
}
