/**
 * With a second factor nothing opens by the password alone: not the work, not the account, and not another
 * factor. A code of the application, or of the ten on paper, works once; how a session came to be decides what
 * it may do to the factors.
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

/** An enrolment that nobody finishes is forgotten after an hour. */
export const unfinishedMs = 3_600_000
export const challengeSeconds = 300
const mostFactors = 10

/** A further factor is for whoever has shown the ones there are. */
export function mayEnrol(factors: readonly Named[], name: string, isSecondStepDone: boolean): Answer {
  if (hasVerified(factors) && !isSecondStepDone) return refuse('enrolment_needs_second_step')
  if (factors.length >= mostFactors) return refuse('too_many_factors')
  return factors.some(factor => factor.friendly_name === name) ? refuse('factor_name_taken') : true
}

/** The first code of a new factor completes it: while another one stands, that is an enrolment as well. */
export function mayConfirm(
  factor: Pick<Named, 'status'>,
  factors: readonly Pick<Named, 'status'>[],
  isSecondStepDone: boolean,
): Answer {
  const isFurther = factor.status === 'unverified' && hasVerified(factors)
  return isFurther && !isSecondStepDone ? refuse('enrolment_needs_second_step') : true
}

/** Leaving a factor behind takes the factor; an unfinished one protects nothing. */
export function mayRemove(factor: Pick<Named, 'status'>, isSecondStepDone: boolean): Answer {
  return factor.status === 'unverified' || isSecondStepDone ? true : refuse('removal_needs_second_step')
}

export const hasVerified = (factors: readonly Pick<Named, 'status'>[]): boolean =>
  factors.some(factor => factor.status === 'verified')

/** Six digits of ASCII: those of other alphabets look like a code and are none. */
export const isCode = (text: string): boolean => /^[0-9]{6}$/.test(text)

/** A code works once: neither it nor an older one again. */
export const isFresh = (step: number | null, lastStep: number): step is number =>
  step !== null && step > lastStep

/** What a factor is called when its person gives it no name. */
export function defaultName(factors: readonly Named[]): string {
  const isFree = (name: string) => !factors.some(factor => factor.friendly_name === name)
  const name = 'Aplicación de códigos'
  const numbers = Array.from({ length: mostFactors }, (_, i) => `${name} ${i + 2}`)
  return [name, ...numbers].find(isFree) ?? name
}

/** The newest step first, each kind once. */
export function stepsWith(
  steps: readonly AuthenticationStep[],
  method: string,
  now: Date,
): AuthenticationStep[] {
  const step = { method, timestamp: Math.floor(now.getTime() / 1000) }
  return [step, ...steps.filter(before => before.method !== method)]
}

export const recoveryCodes = 10
/** Nothing that looks like something else: no I, O, 0 or 1. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const hintLength = 4
const codeLength = 12

export type RecoveryCode = { readonly hint: string; readonly secret: string }

/** A code from as many random bytes as it has letters. */
export function recoveryCodeFrom(random: Uint8Array): RecoveryCode {
  const letters = [...random.subarray(0, codeLength)].map(byte => alphabet[byte % alphabet.length]).join('')
  return { hint: letters.slice(0, hintLength), secret: letters.slice(hintLength) }
}

/** `AB12-CDEF-GHJK`, as it is written down. */
export const recoveryCodeText = ({ hint, secret }: RecoveryCode): string =>
  `${hint}-${secret.slice(0, hintLength)}-${secret.slice(hintLength)}`

/** As it is typed: in any case, with or without what stands between. Null: no such code was ever made. */
export function recoveryCodeIn(text: string): RecoveryCode | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '')
  if (letters.length !== codeLength || [...letters].some(letter => !alphabet.includes(letter))) return null
  return { hint: letters.slice(0, hintLength), secret: letters.slice(hintLength) }
}
