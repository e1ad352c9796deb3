/**
 * Second factors. Once an account has one, the password alone opens nothing: no company, no account settings, and no
 * further factor. A code of the application, or one of the ten recovery codes, works once. The steps that a session has
 * taken decide whether it may add or remove factors.
 */
import type { AuthenticationStep } from '#features/identity/rules.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type FactorRefusal =
  | 'factor_not_found'
  | 'factor_name_taken'
  | 'too_many_factors'
  | 'enrolment_needs_second_step'
  | 'removal_needs_second_step'
  | 'challenge_expired'
  | 'wrong_code'
  | 'second_factor_off'
  | 'session_ended'

type Answer = true | Refusal<FactorRefusal>
type Named = { readonly friendly_name: string; readonly status: 'unverified' | 'verified' }

/** Lifetime of an unfinished enrolment. */
export const unfinishedMs = 3_600_000
export const challengeSeconds = 300
const maxFactors = 10

/** Permission to enrol a factor: a further one needs the second step with an existing one. */
export function mayEnrol(factors: readonly Named[], name: string, isSecondStepDone: boolean): Answer {
  if (hasVerified(factors) && !isSecondStepDone) return refuse('enrolment_needs_second_step')
  if (factors.length >= maxFactors) return refuse('too_many_factors')
  return factors.some(factor => factor.friendly_name === name) ? refuse('factor_name_taken') : true
}

/** Permission to confirm a factor. The first code of a new factor completes its enrolment: the rule for a further factor applies. */
export function mayConfirm(
  factor: Pick<Named, 'status'>,
  factors: readonly Pick<Named, 'status'>[],
  isSecondStepDone: boolean,
): Answer {
  const isFurther = factor.status === 'unverified' && hasVerified(factors)
  return isFurther && !isSecondStepDone ? refuse('enrolment_needs_second_step') : true
}

/** Permission to remove a factor: only after the second step; an unfinished factor protects nothing and needs none. */
export function mayRemove(factor: Pick<Named, 'status'>, isSecondStepDone: boolean): Answer {
  return factor.status === 'unverified' || isSecondStepDone ? true : refuse('removal_needs_second_step')
}

export const hasVerified = (factors: readonly Pick<Named, 'status'>[]): boolean =>
  factors.some(factor => factor.status === 'verified')

/** True for six ASCII digits: digits of other alphabets look like a code and are none. */
export const isCode = (text: string): boolean => /^[0-9]{6}$/.test(text)

/** True for a code's time step after the last one used: a used code, or an older one, does not work again. */
export const isFresh = (step: number | null, lastStep: number): step is number =>
  step !== null && step > lastStep

/** The name of a factor to which the person gives none. */
export function defaultName(factors: readonly Named[]): string {
  const isFree = (name: string) => !factors.some(factor => factor.friendly_name === name)
  const name = 'Aplicación de códigos'
  const numbers = Array.from({ length: maxFactors }, (_, i) => `${name} ${i + 2}`)
  return [name, ...numbers].find(isFree) ?? name
}

/** The steps with a new one first, each method once. */
export function stepsWith(
  steps: readonly AuthenticationStep[],
  method: string,
  now: Date,
): AuthenticationStep[] {
  const step = { method, timestamp: Math.floor(now.getTime() / 1000) }
  return [step, ...steps.filter(before => before.method !== method)]
}

export const recoveryCodes = 10
/** Letters of recovery codes, without those that are mistaken for others: no I, O, 0 or 1. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const hintLength = 4
const codeLength = 12

export type RecoveryCode = { readonly hint: string; readonly secret: string }

/** A recovery code from random bytes, one for each letter. */
export function recoveryCodeFrom(random: Uint8Array): RecoveryCode {
  const letters = [...random.subarray(0, codeLength)].map(byte => alphabet[byte % alphabet.length]).join('')
  return { hint: letters.slice(0, hintLength), secret: letters.slice(hintLength) }
}

/** The printed form of a recovery code: `AB12-CDEF-GHJK`. */
export const recoveryCodeText = ({ hint, secret }: RecoveryCode): string =>
  `${hint}-${secret.slice(0, hintLength)}-${secret.slice(hintLength)}`

/** Reads a typed recovery code, in any case, with or without hyphens and spaces. Null for text that is no code. */
export function recoveryCodeIn(text: string): RecoveryCode | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '')
  if (letters.length !== codeLength || [...letters].some(letter => !alphabet.includes(letter))) return null
  return { hint: letters.slice(0, hintLength), secret: letters.slice(hintLength) }
}
