/**
 * Untrusted account: one that may be in somebody else's hands, because its address is unconfirmed, somebody else
 * chose its password, or somebody else has just changed its credentials. It reads and prepares; it does not decide or
 * execute, and does not count as a second person.
 */
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

/** Permission for irreversible actions: refused to an untrusted account. */
export const accountTrust = ({
  untrustedReason,
}: Pick<Actor, 'untrustedReason'>): true | Refusal<'untrusted_account'> =>
  untrustedReason === undefined ? true : refuse('untrusted_account', { why: untrustedReason })
