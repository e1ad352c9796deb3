/** Proof that the account's owner asks: they have just signed in, or present the current password. */
import { type Identity, verifyCounted } from '#features/identity/commands/identity.ts'
import { limits } from '#features/identity/rules/tries.ts'
import { needsCurrentPassword } from '#features/identity/rules.ts'
import { findPasswordHash } from '#features/identity/store/accounts.ts'
import type { Session } from '#features/identity/store/sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'

type Proof = 'current_password_required' | 'current_password_invalid' | 'too_many_tries'
type Asking = { readonly session: Pick<Session, 'amr'>; readonly person: { readonly id: string } }

/** Refuses whoever may have found a session of long ago open. `current`: the password that they type; null for none. */
export async function proveOwner(
  identity: Identity,
  { session, person }: Asking,
  current: string | null,
): Promise<true | Refusal<Proof>> {
  const stored = await findPasswordHash(outsideAnyTransaction(identity.db), person.id)
  if (current === null) {
    const isAsked = stored !== null && needsCurrentPassword(session.amr, clock.now())
    return isAsked ? refuse('current_password_required') : true
  }
  const tries = [{ limit: limits.changeOfAccount, subject: person.id }]
  const [stopped] = await identity.limits.take(tries)
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const isRight = await verifyCounted(identity, tries, { stored, typed: current })
  return isRight ? true : refuse('current_password_invalid')
}
