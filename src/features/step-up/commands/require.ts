/**
 * The one place where a confirmation is required: every command that approves, releases or pays asks here, in its own
 * transaction. A missing confirmation is thrown, because it ends the whole call, of several orders too: once it is given,
 * the call is made again with its key, and goes on where it stopped.
 */
import { noRates } from '#features/exchange-rates/rules.ts'
import { ratesAt } from '#features/exchange-rates/store.ts'
import { type ConfirmingStep, confirmationWays, confirmedBy } from '#features/identity/rules/confirmation.ts'
import { findProofs } from '#features/identity/store/confirmations.ts'
import { reaches, type Threshold } from '#features/step-up/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Currency, Money } from '#kernel/money.ts'
import { minorToText } from '#kernel/money.ts'
import { problemType } from '#kernel/problem.ts'
import type { Facts } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

/** A step about to be taken with so much money. */
export type Moving = {
  readonly what: 'approval' | 'release' | 'download' | 'payment'
  /** Id of the order, or of the batch. */
  readonly id: string
  readonly amount: Money
}

/**
 * The step by which the session was confirmed, for the record; null where the amount asks for none.
 *
 * @throws ProblemError `confirmation_required`, and `confirmation_by_person` for an API token.
 */
export async function requireConfirmation(
  tx: TenantTx,
  actor: Actor,
  threshold: Threshold,
  { what, id, amount }: Moving,
  together: Facts = {},
): Promise<ConfirmingStep | null> {
  if (threshold === null) return null
  const isOwn = amount.currency === threshold.currency
  const rates = isOwn ? noRates(threshold.currency) : await ratesAt(tx, tx.now)
  if (!reaches(amount, threshold, rates)) return null
  return requireStep(tx, actor, {
    what,
    id,
    amountMinor: minorToText(amount.minor),
    currency: amount.currency,
    fromMinor: minorToText(threshold.minor),
    fromCurrency: threshold.currency,
    ...together,
  })
}

/**
 * Asks for all of several that are moved in one call, with what they are together. `isCreditNote`: of one that takes from
 * the total. @throws as `requireConfirmation`, for the first that asks for a confirmation.
 */
export async function requireForAll(
  tx: TenantTx,
  actor: Actor,
  threshold: Threshold,
  all: readonly (Moving & { readonly isCreditNote: boolean })[],
): Promise<void> {
  const totals = new Map<Currency, bigint>()
  for (const { amount, isCreditNote } of all) {
    const before = totals.get(amount.currency) ?? 0n
    totals.set(amount.currency, before + (isCreditNote ? -amount.minor : amount.minor))
  }
  const told = [...totals].map(([currency, minor]) => `${minorToText(minor)} ${currency}`).join(', ')
  const together = all.length > 1 ? { count: all.length, totals: told } : {}
  for (const moving of all) await requireConfirmation(tx, actor, threshold, moving, together)
}

/** The step by which the session was confirmed a moment ago, whatever it is about. @throws as `requireConfirmation` */
export async function requireStep(tx: TenantTx, actor: Actor, facts: Facts): Promise<ConfirmingStep> {
  if (actor.tokenId !== undefined) throw commonProblem('confirmation_by_person', { facts })
  const proofs = await findProofs(tx, actor.sessionId, tx.now)
  if (!proofs) throw commonProblem('unauthenticated')
  const step = confirmedBy(proofs.amr, proofs, tx.now)
  if (step !== null) return step
  const { isOfCompany, hasNewPassword } = proofs
  const told = { ...facts, ...confirmationWays(proofs), isOfCompany, hasNewPassword }
  throw commonProblem('confirmation_required', { facts: told })
}

const unconfirmed: readonly string[] = [
  problemType('confirmation_required'),
  problemType('confirmation_by_person'),
]

/** True for what `requireConfirmation` throws of somebody who has not confirmed who they are. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ProblemError && unconfirmed.includes(error.problem.type)
