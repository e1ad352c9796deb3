import {
  confirmEmail,
  createAccount,
  lockAccountOf,
  saveName,
  savePasswordHash,
} from '#features/identity/store/accounts.ts'
import { admitAccount } from '#features/identity/store/admission.ts'
import { deleteLinks } from '#features/identity/store/links.ts'
import type { Statements } from '#features/identity/store/statements.ts'
import { join, roomForOne } from '#features/platform/commands/join-company.ts'
import { creatableBy, type PlatformRefusal, placeOf } from '#features/platform/rules.ts'
import type { CreatedUser, NewUser } from '#features/platform/wire/create-user.ts'
import type { Role } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/db.ts'
import { asPerson } from '#server/person.ts'
import { asSystem, type TenantTx } from '#server/tenant.ts'

type Refused = Refusal<PlatformRefusal>
type Creator = { readonly userId: string; readonly role: Role }
/** Somebody new, with the hash of the password that was chosen for them. */
export type Newcomer = Omit<NewUser, 'password'> & { readonly passwordHash: string }

/** By a company's administrator, in the transaction of that company: whatever company the request names. */
export async function createInCompany(
  tx: TenantTx,
  creator: Creator,
  newcomer: Newcomer,
): Promise<CreatedUser | Refused> {
  if (!creatableBy(creator.role).includes(newcomer.role)) return refuse('forbidden')
  const { client_id: clientId = null, provider_id: providerId = null } = newcomer
  const place = placeOf(newcomer.role, { companyId: tx.companyId, clientId, providerId })
  if (isRefusal(place)) return place
  const room = await roomForOne(tx)
  if (isRefusal(room)) return room
  const userId = await openAccount(tx, newcomer, tx.now)
  if (isRefusal(userId)) return userId
  const name = `${newcomer.name} ${newcomer.lastName}`
  const joined = await join(tx, creator, { ...newcomer, ...place, name, userId })
  return joined === true ? { user: { id: userId, email: newcomer.email } } : joined
}

/** By the platform: in a company, or in none yet. */
export async function createAnywhere(
  db: Db,
  creator: Creator,
  newcomer: Newcomer,
): Promise<CreatedUser | Refused> {
  if (!creatableBy(creator.role).includes(newcomer.role)) return refuse('forbidden')
  const { company_id: companyId = null, email } = newcomer
  const place = placeOf(newcomer.role, { companyId, clientId: null, providerId: null })
  if (isRefusal(place)) return place
  if (companyId !== null)
    return asSystem(db, companyId.toLowerCase(), tx => createInCompany(tx, creator, newcomer))
  const userId = await asPerson(db, newId(), tx => openAccount(tx, newcomer, tx.now))
  return isRefusal(userId) ? userId : { user: { id: userId, email } }
}

/**
 * An active account with a confirmed address and this password. A registration that waits becomes it, without the
 * password that whoever registered had chosen; any other account keeps its address.
 */
async function openAccount(
  on: Statements,
  { email, name, lastName, role, passwordHash }: Newcomer,
  now: Date,
): Promise<string | Refusal<'email_taken'>> {
  const known = await lockAccountOf(on, email)
  if (known === null) {
    const made = await createAccount(on, { email, name, lastName, role, passwordHash, active: true }, now)
    return made ?? refuse('email_taken')
  }
  if (!known.isRegistration) return refuse('email_taken')
  const admitted = await admitAccount(on, { email, name, lastName, role }, now)
  if (isRefusal(admitted)) return admitted
  await savePasswordHash(on, known.id, passwordHash, now)
  await saveName(on, { id: known.id, name, lastName }, now)
  await confirmEmail(on, known.id, now)
  await deleteLinks(on, known.id, ['signup', 'recovery', 'auth_code', 'invite'])
  return known.id
}
