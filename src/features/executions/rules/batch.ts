/**
 * A batch sends many approved payments to the bank in one file. Every order in it is one that its maker could
 * confirm, is paid where its approved revision said, and lives in no other batch: nothing is sent twice. What the
 * bank has begun to pay is not cancelled any more; what it gives back leaves the batch as a rejected execution.
 */
import type { DocumentType } from '#features/documents/rules.ts'
import { isBusinessDay } from '#features/executions/rules/business-day.ts'
import { largestMinor } from '#features/executions/rules/credit-transfer.ts'
import { abilities, type ExecutionFacts, type ExecutionRefusal } from '#features/executions/rules.ts'
import type { Standing } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { ibanFrom, isSepa } from '#kernel/iban.ts'
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

/** Orders in one batch. */
export const mostOrders = 500
/** Banks keep an order to pay for about so long. */
const mostDaysAhead = 60

export type Payable = ExecutionFacts & {
  readonly type: DocumentType
  readonly amount: Money
  /** The account of the revision that was approved. */
  readonly bankAccount: string | null
}

/** Whether this person may put the order into a batch. */
export function mayBatch(actor: Actor, order: Payable, standing: Standing): true | Refusal<BatchRefusal> {
  const { type, amount, bankAccount } = order
  const iban = ibanFrom(bankAccount ?? '')
  return firstRefusal<BatchRefusal>(
    abilities(actor, order, standing).confirm,
    type === 'gasto' ? true : refuse('not_a_payment'),
    amount.currency === 'EUR' ? true : refuse('not_euros', { currency: amount.currency }),
    iban === null ? refuse('no_account') : true,
    iban !== null && !isSepa(iban) ? refuse('account_not_sepa') : true,
    amount.minor > largestMinor ? refuse('amount_too_large') : true,
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
}

export type BatchState = 'open' | 'settled' | 'cancelled'

export function batchStateOf({ isCancelled, waiting }: Progress): BatchState {
  if (isCancelled) return 'cancelled'
  return waiting === 0 ? 'settled' : 'open'
}

export type BatchVerb = 'download' | 'confirm' | 'giveBack' | 'cancel'

/**
 * Whoever executes in every project of a batch handles it. A cancelled file is not sent; a file that nobody has
 * downloaded has paid nothing yet.
 */
export function batchAbilities(executesAll: boolean, batch: Progress): Abilities<BatchVerb, BatchRefusal> {
  const may = firstRefusal<BatchRefusal>(
    executesAll ? true : refuse('forbidden'),
    batch.isCancelled ? refuse('batch_cancelled') : true,
  )
  const maySettle = firstRefusal<BatchRefusal>(
    may,
    batch.waiting === 0 ? refuse('batch_settled') : true,
    batch.isDownloaded ? true : refuse('not_downloaded'),
  )
  return {
    download: may,
    confirm: maySettle,
    giveBack: maySettle,
    cancel: firstRefusal(may, batch.executed + batch.returned > 0 ? refuse('batch_begun') : true),
  }
}
