/**
 * A batch sends many approved payments to the bank in one file. Every order in it is one that its maker could
 * confirm, is paid where its approved revision said, and lives in no other batch: nothing is sent twice. What the
 * bank has begun to pay is not cancelled any more; what it gives back leaves the batch as a rejected execution.
 */
import type { DocumentType } from '#features/documents/rules.ts'
import { isBusinessDay } from '#features/executions/rules/business-day.ts'
import { isLatin, isWritableBic, largestMinor } from '#features/executions/rules/credit-transfer.ts'
import { abilities, type ExecutionFacts, type ExecutionRefusal } from '#features/executions/rules.ts'
import type { ownHands } from '#features/identity/rules/hands.ts'
import type { Standing } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { ibanFrom, isOfEea, isSepa } from '#kernel/iban.ts'
import type { Money } from '#kernel/money.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export type BatchRefusal =
  | ExecutionRefusal
  | 'not_a_payment'
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

/** Orders in one batch. */
export const mostOrders = 500
/** Banks keep an order to pay for about so long. */
const mostDaysAhead = 60

export type Payable = ExecutionFacts & {
  readonly type: DocumentType
  readonly amount: Money
  /** The account of the revision that was approved, its bank, and whose it was. */
  readonly bankAccount: string | null
  readonly bankBic: string | null
  readonly providerName: string
}

/** Whether this person may put the order into a batch. */
export function mayBatch(actor: Actor, order: Payable, standing: Standing): true | Refusal<BatchRefusal> {
  const { type, amount, bankAccount, bankBic, providerName } = order
  const iban = ibanFrom(bankAccount ?? '')
  return firstRefusal<BatchRefusal>(
    abilities(actor, order, standing).confirm,
    type === 'gasto' ? true : refuse('not_a_payment'),
    amount.currency === 'EUR' ? true : refuse('not_euros', { currency: amount.currency }),
    iban === null ? refuse('no_account') : true,
    iban !== null && !isSepa(iban) ? refuse('account_not_sepa') : true,
    iban !== null && !isOfEea(iban) && !isWritableBic(bankBic) ? refuse('bic_required') : true,
    amount.minor > largestMinor ? refuse('amount_too_large') : true,
    isLatin(providerName) ? true : refuse('name_not_latin', { name: providerName }),
  )
}

/** Whoever pays a provider that was switched off says why. */
export const reasonForOff = (isProviderOff: boolean, reason: string | null): true | Refusal<BatchRefusal> =>
  isProviderOff && reason === null ? refuse('provider_off') : true

/** When the bank is to pay: from today, on a day on which banks settle, and not too far off. */
export function soundPayDay(payOn: Day, today: Day): true | Refusal<BatchRefusal> {
  return firstRefusal<BatchRefusal>(
    payOn < today ? refuse('pay_on_past') : true,
    isBusinessDay(payOn) ? true : refuse('pay_on_closed'),
    payOn > addDays(today, mostDaysAhead) ? refuse('pay_on_too_far', { days: mostDaysAhead }) : true,
  )
}

/** How far a batch has come. */
export type Progress = {
  readonly isCancelled: boolean
  readonly isDownloaded: boolean
  /** Orders that are neither executed nor given back. */
  readonly waiting: number
  readonly executed: number
  readonly returned: number
  readonly payOn: string
}

export type BatchState = 'open' | 'settled' | 'cancelled'

export function batchStateOf({ isCancelled, waiting }: Progress): BatchState {
  if (isCancelled) return 'cancelled'
  return waiting === 0 ? 'settled' : 'open'
}

export type BatchVerb = 'download' | 'confirm' | 'giveBack' | 'cancel'

/** Somebody who looks at a batch. */
export type Handler = {
  readonly executesAll: boolean
  readonly isAdmin: boolean
  /** Whether they have its file, and so may have sent it. */
  readonly hasFile: boolean
  /** Whether somebody else could cancel the batch today. */
  readonly hasOtherHand: boolean
  /** Whether their account is in their own hands. */
  readonly hands: ReturnType<typeof ownHands>
  readonly today: Day
}

/**
 * Whoever executes in every project of a batch handles it. A cancelled file is not sent, nor one whose day has
 * passed; a file that nobody has downloaded has paid nothing yet. One that somebody has is cancelled only by a
 * person who has not: another who executes, or the administration.
 */
export function batchAbilities(handler: Handler, batch: Progress): Abilities<BatchVerb, BatchRefusal> {
  const { executesAll, isAdmin, hasFile, hasOtherHand, today } = handler
  const standing = firstRefusal<BatchRefusal>(
    batch.isCancelled ? refuse('batch_cancelled') : true,
    handler.hands,
  )
  const may = firstRefusal<BatchRefusal>(executesAll ? true : refuse('forbidden'), standing)
  const maySettle = firstRefusal<BatchRefusal>(
    may,
    batch.waiting === 0 ? refuse('batch_settled') : true,
    batch.isDownloaded ? true : refuse('not_downloaded'),
  )
  return {
    download: firstRefusal(
      may,
      batch.payOn < today ? refuse('pay_day_passed', { payOn: batch.payOn }) : true,
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
