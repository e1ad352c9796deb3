/**
 * Rate limits of sign-in. An attacker is stopped by network address; the person whose account is guessed at is slowed
 * down at most, so that nobody can lock out somebody else.
 */
import type { Limit, Try } from '#kernel/limit.ts'

/** Seconds of so many minutes. */
const minutes = (count: number) => count * 60

/** Limit that counts tries by the address that they come from or are mailed to. */
const ofAddress = (name: string, most: number, windowSeconds: number): Limit => ({
  name,
  most,
  windowSeconds,
  isOfAddress: true,
})

/** Limit that counts tries by account, factor or session, after the person has signed in. */
const ofPerson = (name: string, most: number, windowSeconds: number): Limit => ({
  name,
  most,
  windowSeconds,
  isOfAddress: false,
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
  changeOfAccount: ofPerson('changes of an account', 10, minutes(15)),
  confirmation: ofPerson('passwords that confirm a person', 5, minutes(15)),
  factor: ofPerson('codes of a factor', 5, minutes(5)),
  challenge: ofPerson('challenges of a factor', 30, minutes(5)),
  passkey: ofPerson('passkeys of an account', 10, minutes(5)),
  passkeyFrom: ofAddress('passkeys from an address', 100, minutes(15)),
  passkeyOnce: ofAddress('a passkey from an address', 10, minutes(5)),
  passkeyChallengeFrom: ofAddress('challenges for passkeys from an address', 200, minutes(15)),
  refresh: ofPerson('refreshes of a session', 60, minutes(1)),
} as const satisfies { readonly [name: string]: Limit }

/** The tries that one sign-in counts: for the pair of account and network address, for the account, and for the address. */
export function signInTries(email: string, ip: string): readonly Try[] {
  return [
    { limit: limits.signInPair, subject: `${email} ${ip}` },
    { limit: limits.signInAccount, subject: email },
    { limit: limits.signInFrom, subject: ip },
  ]
}

/** The tries that one sign-in with a passkey counts: for the pair of passkey and network address, and for the address. */
export function passkeyTries(credentialId: string, ip: string): readonly Try[] {
  return [
    { limit: limits.passkeyOnce, subject: `${credentialId} ${ip}` },
    { limit: limits.passkeyFrom, subject: ip },
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
