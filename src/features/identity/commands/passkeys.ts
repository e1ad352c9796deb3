/** Passkeys of an account: listed, renamed and removed by their person. */

import { turnSecondFactorOff } from '#features/identity/commands/factors.ts'
import { tracedUnlessRefused } from '#features/identity/commands/factors-step.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { identityFact } from '#features/identity/facts.ts'
import { mayRemove } from '#features/identity/rules/factors.ts'
import { limits } from '#features/identity/rules/tries.ts'
import type { IdentityRefusal, Person } from '#features/identity/rules.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import { hasAnyFactor, lockFactors, saveSecondFactor } from '#features/identity/store/factors.ts'
import {
  deletePasskey,
  findPasskeys,
  lockPasskey,
  type StoredPasskey,
  savePasskeyName,
} from '#features/identity/store/passkeys.ts'
import { outsideAnyTransaction, type Statements } from '#features/identity/store/statements.ts'
import { passkeyLetter } from '#features/identity/text/letters.ts'
import type { Passkey } from '#features/identity/wire/passkeys.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { readAsPerson, type Self } from '#server/database/person.ts'

type Refused = Refusal<IdentityRefusal>

export async function ownPasskeys({ db }: Identity, { userId }: Self): Promise<{ passkeys: Passkey[] }> {
  return { passkeys: (await findPasskeys(outsideAnyTransaction(db), userId)).map(passkeyWire) }
}

const passkeyWire = ({ id, name, createdAt, lastUsedAt }: StoredPasskey): Passkey => ({
  id,
  name,
  createdAt,
  lastUsedAt,
})

/** Renames a passkey. Another person's is answered as unknown. */
export async function renameOwnPasskey(
  identity: Identity,
  { userId, companyId }: Self,
  { id, name }: Pick<Passkey, 'id' | 'name'>,
): Promise<Passkey | Refused> {
  const passkeys = await findPasskeys(outsideAnyTransaction(identity.db), userId)
  const before = passkeys.find(passkey => passkey.id === id)
  if (!before) return refuse('not_found')
  if (before.name === name) return passkeyWire(before)
  const [stopped] = await identity.limits.take([{ limit: limits.changeOfAccount, subject: userId }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const fact = identityFact('account.passkey_renamed', userId, {
    before: { passkey: before.name },
    after: { passkey: name },
  })
  return tracedUnlessRefused(identity, { userId, companyId, actorId: userId, facts: [fact] }, async on => {
    await lockFactors(on, userId)
    const passkey = await lockPasskey(on, userId, id)
    if (!passkey) return refuse('not_found')
    const others = await findPasskeys(on, userId)
    if (others.some(other => other.id !== id && other.name === name)) return refuse('passkey_name_taken')
    await savePasskeyName(on, id, name)
    return passkeyWire({ ...passkey, name })
  })
}

/** Removes a passkey, after the second step. Another person's is answered as unknown. */
export async function removeOwnPasskey(
  identity: Identity,
  { userId, sessionId, companyId, aal }: Self,
  id: string,
): Promise<{ removed: true } | Refused> {
  const [person, passkeys] = await readAsPerson(identity.db, userId, tx =>
    Promise.all([loadPerson(tx, tx.userId), findPasskeys(tx, tx.userId)]),
  )
  const passkey = passkeys.find(one => one.id === id)
  if (!person || !passkey) return refuse('not_found')
  const may = mayRemove({ status: 'verified' }, aal === 'aal2')
  if (isRefusal(may)) return may
  const fact = identityFact('account.passkey_removed', userId, {
    after: { sessionId, passkey: passkey.name },
  })
  const trace = { userId, companyId, actorId: userId, facts: [fact] }
  return tracedUnlessRefused(identity, trace, (on, now) => deleteAndTell(identity, on, person, id, now))
}

async function deleteAndTell(
  identity: Identity,
  on: Statements,
  person: Person,
  id: string,
  now: Date,
): Promise<{ removed: true } | Refused> {
  await lockFactors(on, person.id)
  const passkey = await lockPasskey(on, person.id, id)
  if (!passkey) return refuse('not_found')
  await deletePasskey(on, id)
  const isLast = !(await hasAnyFactor(on, person.id))
  if (isLast) await turnSecondFactorOff(on, person.id, now)
  else await saveSecondFactor(on, person.id, true, now)
  const url = `${identity.site.origin}/login`
  const change = isLast ? 'last_removed' : 'removed'
  await identity.post(on, passkeyLetter(person, change, { name: passkey.name, url }), now)
  return { removed: true }
}
