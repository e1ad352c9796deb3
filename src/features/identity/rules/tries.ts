/**
 * Rate limits of sign-in. An attacker is stopped by network address; the person whose account is guessed at is slowed
 * down at most, so that nobody can lock out somebody else.
 */
import type { Limit, Try } from '#kernel/limit.ts'

const minutes = (count: number) => count * 60

const ofAddress = (name: string, most: number, windowSeconds: number): Limit => ({
  name,
  most,
  windowSeconds,
  isOfAddress: true,
})

export const limits = {
  signInPair: ofAddress('sign-in of an account from an address', 5, minutes(15)),
  signInAccount: ofAddress('sign-in of an account', 20, minutes(15)),
  signInFrom: ofAddress('sign-in from an address', 100, minutes(15)),
  signUpFrom: ofAddress('sign-up from an address', 10, minutes(60)),
  mailFrom: ofAddress('mails asked for from an address', 30, minutes(60)),
  mailToOnce: ofAddress('mail to an address in a minute', 1, minutes(1)),
  mailTo: ofAddress('mails to an address in an hour', 5, minutes(60)),
  verifyFrom: ofAddress('links tried from an address', 30, minutes(5)),
  changeOfAccount: { ...ofAddress('changes of an account', 10, minutes(15)), isOfAddress: false },
  factor: { ...ofAddress('codes of a factor', 5, minutes(5)), isOfAddress: false },
  challenge: { ...ofAddress('challenges of a factor', 30, minutes(5)), isOfAddress: false },
  refresh: { ...ofAddress('refreshes of a session', 60, minutes(1)), isOfAddress: false },
} as const satisfies { readonly [name: string]: Limit }

/** The tries that one sign-in counts: for the pair of account and network address, for the account, and for the address. */
export function signInTries(email: string, ip: string): readonly Try[] {
  return [
    { limit: limits.signInPair, subject: `${email} ${ip}` },
    { limit: limits.signInAccount, subject: email },
    { limit: limits.signInFrom, subject: ip },
  ]
}

/** Delay of a sign-in past the account's own limit: a wait instead of a refusal, so that attackers lock nobody out. */
export const slowDownMs = 1000

export function mailTries(email: string): readonly Try[] {
  return [
    { limit: limits.mailToOnce, subject: email },
    { limit: limits.mailTo, subject: email },
  ]
}
