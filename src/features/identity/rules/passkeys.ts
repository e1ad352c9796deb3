/**
 * Passkeys: keys that a device keeps and uses once it has recognised its person. One alone is two factors, and opens the
 * account by itself; so somebody who may not be the account's owner, or whom a company's provider has signed in, adds none.
 */
import type { UntrustedReason } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type PasskeyRefusal =
  | 'passkey_not_found'
  | 'passkey_name_taken'
  | 'too_many_passkeys'
  | 'passkey_known'
  | 'passkey_refused'
  | 'passkey_expired'
  | 'passkey_suspected'
  | 'passkey_of_untrusted_account'

/** The purpose for which a challenge is made, and which alone it serves. */
export type ChallengePurpose = 'registration' | 'second_step' | 'sign_in'

export const passkeyChallengeMs = 300_000
export const maxPasskeys = 10
export const longestPasskeyName = 60

type AddRefusal = 'too_many_passkeys' | 'passkey_of_untrusted_account' | 'session_of_company' | StepRefusal
type StepRefusal = 'enrolment_needs_second_step'

/** Permission to add a passkey: a further second factor needs the second step with one that is there. */
export function mayAddPasskey(asked: {
  readonly count: number
  /** True when the account has a second factor of whatever kind. */
  readonly hasFactor: boolean
  readonly isSecondStepDone: boolean
  readonly untrustedReason: UntrustedReason | null
  /** True in a session that a company's provider opened. */
  readonly isOfCompany: boolean
}): true | Refusal<AddRefusal> {
  return firstRefusal<AddRefusal>(
    asked.isOfCompany ? refuse('session_of_company') : true,
    asked.untrustedReason === null ? true : refuse('passkey_of_untrusted_account'),
    asked.hasFactor && !asked.isSecondStepDone ? refuse('enrolment_needs_second_step') : true,
    asked.count >= maxPasskeys ? refuse('too_many_passkeys') : true,
  )
}

/** The wanted name, with a number behind it where the account has a passkey of that name. */
export function freePasskeyName(wanted: string, taken: readonly string[]): string {
  const numbered = Array.from({ length: maxPasskeys }, (_, i) => {
    const tail = ` ${i + 2}`
    return wanted.slice(0, longestPasskeyName - tail.length).trimEnd() + tail
  })
  return [wanted, ...numbered].find(name => !taken.includes(name)) ?? wanted
}

/** True for a counter above the last one, or of a device that does not count. A lower one may come from a copy of the key. */
export const isCounterGood = (last: number, presented: number): boolean =>
  presented > last || (presented === 0 && last === 0)
