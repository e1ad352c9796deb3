/** Changes of the own account. */
import { mayChangeEmailTo, requestEmailChange } from '#features/identity/commands/email-change.ts'
import { tracedUnlessRefused } from '#features/identity/commands/factors-step.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { policyFor } from '#features/identity/commands/issue.ts'
import { proveOwner } from '#features/identity/commands/owner-proof.ts'
import { type LiveSession, stepIsMissing } from '#features/identity/commands/session.ts'
import { strongPassword } from '#features/identity/commands/strong-password.ts'
import { traced } from '#features/identity/commands/trace.ts'
import { identityFact } from '#features/identity/facts.ts'
import { isChosenByOwner } from '#features/identity/rules/confirmation.ts'
import { type IdentityRefusal, mayChangeCredentials, type Person } from '#features/identity/rules.ts'
import {
  findPasswordHash,
  lockAccount,
  saveOwnData,
  savePasswordHash,
} from '#features/identity/store/accounts.ts'
import { deleteLinks } from '#features/identity/store/links.ts'
import { deleteSessions, findSession } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { passwordChangedLetter } from '#features/identity/text/letters.ts'
import { userWire } from '#features/identity/views.ts'
import type { UserUpdate, UserWire } from '#features/identity/wire.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

type Refused = Refusal<IdentityRefusal>

/** Changes the person's own name, position, department, password and address: a person may change nothing else of an account. */
export async function updateUser(
  identity: Identity,
  live: LiveSession,
  update: UserUpdate,
): Promise<UserWire | Refused> {
  if (stepIsMissing(live)) return refuse('second_step_required')
  const newEmail = update.email && update.email !== live.person.email ? update.email : null
  if (newEmail !== null || update.password) {
    const may = mayChangeCredentials(live.session)
    const allowed = may === true ? await proveOwner(identity, live, update.current_password ?? null) : may
    if (isRefusal(allowed)) return allowed
  }
  // All checks come before the first write, because the changes are separate transactions.
  const password = update.password
    ? await newPassword(identity, live, update.password, update.current_password ?? null)
    : null
  if (isRefusal(password)) return password
  const mayMove = newEmail === null || (await mayChangeEmailTo(identity, live, newEmail))
  if (isRefusal(mayMove)) return mayMove
  let person = live.person
  if (password) {
    const saved = await changePassword(identity, live, password)
    if (isRefusal(saved)) return saved
    person = { ...person, newEmail: null }
  }
  if (newEmail !== null) {
    const requested = await requestEmailChange(identity, { ...live, person }, newEmail)
    if (isRefusal(requested)) return requested
    person = requested
  }
  if (update.data) person = await changeOwnData(identity, { ...live, person }, update.data)
  return userWire(person, live.company, live.factors, policyFor(identity, live.session, live.company))
}

type NewPassword = { readonly stored: string | null; readonly hash: string; readonly showsFormer: boolean }

/** The hash of a new password, which must be hard to guess and differ from the current one. */
async function newPassword(
  identity: Identity,
  { person }: LiveSession,
  password: string,
  former: string | null,
): Promise<NewPassword | Refused> {
  const strong = await strongPassword(identity, password, 'change', person)
  if (isRefusal(strong)) return strong
  const stored = await findPasswordHash(outsideAnyTransaction(identity.db), person.id)
  if (await identity.passwords.verify(stored, password)) return refuse('same_password')
  return { stored, hash: await identity.passwords.hash(password), showsFormer: former !== null }
}

/** Changes the password, and voids access that a stranger may have: other sessions, links, a requested address. */
async function changePassword(
  identity: Identity,
  { session, person }: LiveSession,
  { stored, hash, showsFormer }: NewPassword,
): Promise<true | Refused> {
  const fact = identityFact('account.password_changed', person.id, {})
  const trace = { userId: person.id, companyId: session.companyId, actorId: person.id, facts: [fact] }
  const saved = await tracedUnlessRefused(identity, trace, async (on, now) => {
    const current = await lockAccount(on, person.id)
    if (!(await findSession(on, session.id))) return refuse('session_ended')
    if (!current || current.passwordHash !== stored) return refuse('current_password_invalid')
    const isNewcomers = stored === null && !current.hadOwner
    const choosing = { steps: session.amr, showsFormer, isNewcomers }
    await savePasswordHash(on, person.id, hash, now, { isUnproven: !isChosenByOwner(choosing, now) })
    await deleteSessions(on, person.id, session.id)
    await deleteLinks(on, person.id, ['recovery', 'auth_code', 'invite', 'email_change'])
    const page = `${identity.site.origin}/login`
    // The first password of somebody new needs no notice.
    if (!isNewcomers) await identity.post(on, passwordChangedLetter(person, page), now)
    return { changed: true }
  })
  return isRefusal(saved) ? saved : true
}

async function changeOwnData(
  identity: Identity,
  { session, person }: LiveSession,
  data: NonNullable<UserUpdate['data']>,
): Promise<Person> {
  const before = ownData(person)
  const changes = Object.entries(data).filter(([, value]) => value !== undefined)
  const after: OwnData = { ...before, ...Object.fromEntries(changes) }
  if (JSON.stringify(before) === JSON.stringify(after)) return person
  const changed = { ...person, ...after }
  const fact = identityFact('account.data_changed', person.id, { before, after })
  const trace = { userId: person.id, companyId: session.companyId, actorId: person.id, facts: [fact] }
  await traced(identity, trace, async (on, now) => {
    await saveOwnData(on, changed, now)
    return true
  })
  return changed
}

type OwnData = Pick<Person, 'name' | 'lastName' | 'position' | 'department'>
const ownData = ({ name, lastName, position, department }: OwnData): OwnData => ({
  name,
  lastName,
  position,
  department,
})
