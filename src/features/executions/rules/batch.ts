/**
 * Payment batches: many approved payments in one file for the bank. Every order in a batch is one that its maker
 * could confirm, is paid to the account of its approved revision, and is in no other batch, so that nothing is paid
 * twice. Above the company's limit a second person releases it before its file leaves. A batch that the bank has begun
 * to pay cannot be cancelled; a payment that the bank returns leaves the batch as a rejected execution.
 */
import type { Principal } from '#features/delegations/rules.ts'
import { isBusinessDay } from '#features/executions/rules/business-day.ts'
import { isLatin, isWritableBic, largestMinor } from '#features/executions/rules/credit-transfer.ts'
import type { NettingRefusal } from '#features/executions/rules/netting.ts'
import {
  mayRelease,
  type Release,
  type ReleaseHand,
  type ReleaseRefusal,
} from '#features/executions/rules/release.ts'
import { type ExecutionFacts, type ExecutionRefusal, executionAbilities } from '#features/executions/rules.ts'
import type { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Standing } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { ibanFrom, isOfEea, isSepa } from '#kernel/iban.ts'
import type { Money } from '#kernel/money.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type BatchRefusal =
  | ExecutionRefusal
  | NettingRefusal
  | ReleaseRefusal
  | 'sample_company'
  | 'not_euros'
  | 'no_account'
  | 'account_not_sepa'
  | 'amount_too_large'
  | 'no_company_account'
  | 'pay_on_past'
  | 'pay_on_closed'
  | 'pay_on_too_far'
  | 'batch_cancelled'
  | 'batch_begun'
  | 'batch_settled'
  | 'not_downloaded'
  | 'own_download'
  | 'second_hand_missing'
  | 'pay_day_passed'
  | 'name_not_latin'
  | 'company_name_not_latin'
  | 'bic_required'
  | 'not_released'
  | 'bank_cool_off'
  | 'stale_data'
  | 'several_principals'

/** Most orders in one batch. */
export const maxDocuments = 500
/** Most days between today and the payment day: banks do not keep instructions much longer. */
const maxDaysAhead = 60

export type Payable = ExecutionFacts & {
  /** Amount that is paid. */
  readonly payable: Money
  /** Account, bank and provider's name of the approved revision. */
  readonly bankAccount: string | null
  readonly bankBic: string | null
  readonly providerName: string
}

/** Permission to put the order into a batch. */
export function mayBatch(actor: Actor, document: Payable, standing: Standing): true | Refusal<BatchRefusal> {
  const { type, payable, bankAccount, bankBic, providerName } = document
  const iban = ibanFrom(bankAccount ?? '')
  return firstRefusal<BatchRefusal>(
    // No file for the bank leaves a sample.
    actor.isSample ? refuse('sample_company') : true,
    executionAbilities(actor, document, standing).confirm,
    type === 'gasto' && !document.isCreditNote ? true : refuse('not_a_payment'),
    payable.currency === 'EUR' ? true : refuse('not_euros', { currency: payable.currency }),
    iban === null ? refuse('no_account') : true,
    iban !== null && !isSepa(iban) ? refuse('account_not_sepa') : true,
    iban !== null && !isOfEea(iban) && !isWritableBic(bankBic) ? refuse('bic_required') : true,
    payable.minor > largestMinor ? refuse('amount_too_large') : true,
    isLatin(providerName) ? true : refuse('name_not_latin', { name: providerName }),
  )
}

/** Checks the reason, required when the provider was deactivated. */
export const soundReason = (isProviderOff: boolean, reason: string | null): true | Refusal<BatchRefusal> =>
  isProviderOff && reason === null ? refuse('provider_off') : true

/** Checks that the provider's account has not changed lately; `until`: day from which its payments enter batches again. */
export const soundAccount = (until: Day | null): true | Refusal<BatchRefusal> =>
  until === null ? true : refuse('bank_cool_off', { until })

/** Checks the payment day: from today on, a business day of the banks, and not too far ahead. */
export function soundPayDay(payOn: Day, today: Day): true | Refusal<BatchRefusal> {
  return firstRefusal<BatchRefusal>(
    payOn < today ? refuse('pay_on_past') : true,
    isBusinessDay(payOn) ? true : refuse('pay_on_closed'),
    payOn > addDays(today, maxDaysAhead) ? refuse('pay_on_too_far', { days: maxDaysAhead }) : true,
  )
}

/** Progress of a batch. */
export type Progress = {
  readonly isCancelled: boolean
  readonly isDownloaded: boolean
  readonly release: Release
  /** Number of orders that are neither executed nor returned by the bank. */
  readonly waiting: number
  readonly executed: number
  readonly returned: number
  readonly payOn: string
}

export type BatchState = 'open' | 'settled' | 'cancelled'

export function batchState({ isCancelled, waiting }: Progress): BatchState {
  if (isCancelled) return 'cancelled'
  return waiting === 0 ? 'settled' : 'open'
}

/** Somebody in whose place the person may handle the batch, with what that one has to do with it. */
export type BatchPrincipal = Principal &
  Pick<ReleaseHand, 'isMaker' | 'isAuthor' | 'isDecider' | 'isForcer'> & { readonly hasFile: boolean }

export type BatchVerb = 'release' | 'download' | 'confirm' | 'giveBack' | 'cancel'

/** The person who looks at a batch, with the facts that their permissions depend on. */
export type Handler = ReleaseHand & {
  /** True when they execute, in their own place, in all of its projects. */
  readonly executesAll: boolean
  /** People in whose place they may handle it today. */
  readonly principals: readonly BatchPrincipal[]
  readonly isAdmin: boolean
  /** True when they downloaded its file, and so may have sent it. */
  readonly hasFile: boolean
  /** True when somebody else could cancel the batch today. */
  readonly hasOtherHand: boolean
  /** Refusal when their account is untrusted (`accountTrust`). */
  readonly trust: ReturnType<typeof accountTrust>
  readonly today: Day
}

/**
 * Permissions on a batch, for people who execute in all of its projects. A cancelled file, one whose day has passed,
 * or one that still waits for its release, is not downloaded; a file that nobody downloaded has paid nothing, so
 * nothing is confirmed. A downloaded batch is cancelled only by somebody who has not downloaded it: another executor,
 * or an administrator.
 */
export function batchAbilities(handler: Handler, batch: Progress): Abilities<BatchVerb, BatchRefusal> {
  const { executesAll, isAdmin, hasFile, hasOtherHand, today } = handler
  const standing = firstRefusal<BatchRefusal>(
    batch.isCancelled ? refuse('batch_cancelled') : true,
    handler.trust,
  )
  const may = firstRefusal<BatchRefusal>(executesAll ? true : refuse('forbidden'), standing)
  const dayPassed: true | Refusal<BatchRefusal> =
    batch.payOn < today ? refuse('pay_day_passed', { payOn: batch.payOn }) : true
  const maySettle = firstRefusal<BatchRefusal>(
    may,
    batch.waiting === 0 ? refuse('batch_settled') : true,
    batch.isDownloaded ? true : refuse('not_downloaded'),
  )
  return {
    release: firstRefusal<BatchRefusal>(may, mayRelease(handler, batch.release), dayPassed),
    download: firstRefusal<BatchRefusal>(
      may,
      dayPassed,
      batch.release === 'pending' ? refuse('not_released') : true,
    ),
    confirm: maySettle,
    giveBack: maySettle,
    cancel: firstRefusal<BatchRefusal>(
      executesAll || (isAdmin && batch.isDownloaded) ? true : refuse('forbidden'),
      standing,
      batch.executed + batch.returned > 0 ? refuse('batch_begun') : true,
      hasFile ? refuse(hasOtherHand ? 'own_download' : 'second_hand_missing') : true,
    ),
  }
}

/** Permission for one of the verbs; `onBehalfOf`: whom the person stands in for, null for nobody. */
export type BatchHand = { readonly may: true | Refusal<BatchRefusal>; readonly onBehalfOf: string | null }

/**
 * Permission of a person who may stand in for others: in their own place where that is enough, else in that of the first
 * with whom it is. What either of the two may not do, neither does: a batch that one made is not released by the other.
 */
export function batchHand(handler: Handler, batch: Progress, verb: BatchVerb): BatchHand {
  const principals = handler.executesAll ? [] : handler.principals
  const own: BatchHand = { may: batchAbilities(handler, batch)[verb], onBehalfOf: null }
  const others = principals.map(principal => ({
    may: batchAbilities(bothHands(handler, principal), batch)[verb],
    onBehalfOf: principal.userId,
  }))
  return [own, ...others].find(({ may }) => may === true) ?? others[0] ?? own
}

const bothHands = (handler: Handler, principal: BatchPrincipal): Handler => ({
  ...handler,
  executesAll: true,
  isMaker: handler.isMaker || principal.isMaker,
  isAuthor: handler.isAuthor || principal.isAuthor,
  isDecider: handler.isDecider || principal.isDecider,
  isForcer: handler.isForcer || principal.isForcer,
  hasFile: handler.hasFile || principal.hasFile,
})

/** Order of a batch that is being made: whether the person executes it in their own place, or in whose. */
type Handled = { readonly isOwn: boolean; readonly standsInFor: readonly Principal[] }

/**
 * People in whose place a person may make a batch of these orders: each of them for all that the person does not execute
 * in their own place. `[null]` for a batch in their own place; a batch is made in the place of one person at most.
 */
export function batchPrincipals(orders: readonly Handled[]): (Principal | null)[] | Refusal<BatchRefusal> {
  const [first, ...others] = orders.filter(({ isOwn }) => !isOwn)
  if (!first) return [null]
  const common = first.standsInFor.filter(({ userId }) =>
    others.every(({ standsInFor }) => standsInFor.some(principal => principal.userId === userId)),
  )
  if (common.length > 0) return common
  const isLacking = [first, ...others].some(({ standsInFor }) => standsInFor.length === 0)
  return refuse(isLacking ? 'forbidden' : 'several_principals')
}
