/**
 * Answers of a bank to the question whose an account is (Verification of Payee). Somebody asks at their bank, and writes
 * down what it says; of another account it says nothing.
 */
import type { ProviderRefusal } from '#features/providers/rules.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export const checkOutcomes = ['match', 'close', 'no_match', 'unavailable'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

type Accounts = {
  readonly iban: string | null
  /** Account that waits to be confirmed; null for none. */
  readonly askedIban: string | null
}

/** Checks that the answer is of the account at which the provider is paid, or of the one that waits to be. */
export const mayCheck = (asked: string, { iban, askedIban }: Accounts): true | Refusal<ProviderRefusal> =>
  asked === iban || asked === askedIban ? true : refuse('other_account')

/** True for an answer that somebody should look at before money goes there. */
export const isDoubtful = (outcome: CheckOutcome): boolean => outcome === 'close' || outcome === 'no_match'
