import type { Identity } from '#features/identity/commands/issue.ts'
import type { LiveSession } from '#features/identity/commands/session.ts'
import { traced } from '#features/identity/commands/trace.ts'
import {
  type IdentityRefusal,
  needsCurrentPassword,
  type Person,
  passwordMinimum,
  soundPassword,
} from '#features/identity/rules.ts'
import { findPasswordHash, saveName, savePasswordHash } from '#features/identity/store/accounts.ts'
import { deleteSessions } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { userWire } from '#features/identity/views.ts'
import type { UserUpdate, UserWire } from '#features/identity/wire.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'

type Refused = Refusal<IdentityRefusal>

/** The person's own name and password: nothing else of an account is theirs to change. */
export async function updateUser(
  identity: Identity,
  live: LiveSession,
  update: UserUpdate,
): Promise<UserWire | Refused> {
  if (update.email && update.email.trim().toLowerCase() !== live.person.email)
    return refuse('email_change_unavailable')
  if (update.password) {
    const changed = await changePassword(identity, live, update.password, update.current_password ?? null)
    if (isRefusal(changed)) return changed
  }
  const person = update.data ? await rename(identity, live, update.data) : live.person
  return userWire(person, live.company)
}

async function changePassword(
  identity: Identity,
  { session, person }: LiveSession,
  password: string,
  current: string | null,
): Promise<true | Refused> {
  const sound = soundPassword(password, passwordMinimum.change)
  if (isRefusal(sound)) return sound
  const stored = await findPasswordHash(outsideAnyTransaction(identity.db), person.id)
  if (current === null && needsCurrentPassword(session.amr, clock.now()))
    return refuse('current_password_required')
  if (current !== null && !(await identity.passwords.verify(stored, current)))
    return refuse('current_password_invalid')
  if (await identity.passwords.verify(stored, password)) return refuse('same_password')
  const hash = await identity.passwords.hash(password)
  const event = { action: 'account.password_changed', object: { type: 'account', id: person.id } }
  const { companyId } = session
  await traced(
    identity,
    { companyId, actorId: person.id, event, topic: 'account.password_changed' },
    async on => {
      await savePasswordHash(on, person.id, hash, clock.now())
      await deleteSessions(on, person.id, session.id)
      return true
    },
  )
  return true
}

async function rename(
  identity: Identity,
  { session, person }: LiveSession,
  data: { name?: string | undefined; lastName?: string | undefined },
): Promise<Person> {
  const renamed = { ...person, name: data.name ?? person.name, lastName: data.lastName ?? person.lastName }
  if (renamed.name === person.name && renamed.lastName === person.lastName) return person
  const event = {
    action: 'account.renamed',
    object: { type: 'account', id: person.id },
    before: { name: person.name, lastName: person.lastName },
    after: { name: renamed.name, lastName: renamed.lastName },
  }
  await traced(identity, { companyId: session.companyId, actorId: person.id, event }, async on => {
    await saveName(on, renamed, clock.now())
    return true
  })
  return renamed
}
