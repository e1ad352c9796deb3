/**
 * Release of a batch of payments by a second person: one who could pay each of its orders and did not make it. Until
 * then its file does not leave. What that person saw is kept with the release, and a release of something else than
 * they saw is refused.
 */
import { recentBankChange } from '#features/providers/rules.ts'
import type { Day } from '#kernel/day.ts'
import type { Snapshot } from '#kernel/fact.ts'
import { minorToText } from '#kernel/money.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Release of a batch; 'none' for one that waits for nobody. */
export type Release = 'none' | 'pending' | 'released'

/** Count and sum of the credit notes of a batch, as a review says them; nothing when there are none. */
export const reviewedNotes = (
  notes: readonly { readonly amountMinor: bigint }[],
): Pick<Review, 'creditNotes' | 'nettedMinor'> =>
  notes.length === 0
    ? {}
    : {
        creditNotes: notes.length,
        nettedMinor: minorToText(notes.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)),
      }

/** True when a batch of this amount, before credit notes reduce it, is released by a second person; a limit of 0 asks one of any batch. */
export const needsRelease = (amountMinor: bigint, fromMinor: bigint): boolean => amountMinor >= fromMinor

/** Part that a second person has in a batch. */
export type ReleaseHand = {
  readonly isMaker: boolean
  /** True when they wrote a revision of one of its orders. */
  readonly isAuthor: boolean
  /** True when they decided on one of its orders, in their own seat or in place of somebody else. */
  readonly isDecider: boolean
  /** True when they forced a decision on one of its orders. */
  readonly isForcer: boolean
  readonly executorMayApprove: boolean
  /** Names of people who could release the batch today, without its maker: the first few of them. */
  readonly releasers: readonly string[]
}

export type ReleaseRefusal =
  | 'release_not_needed'
  | 'already_released'
  | 'own_batch'
  | 'no_releaser'
  | 'wrote_in_batch'
  | 'decided_in_batch'

/** Permission of somebody who executes in all projects of a batch to release it. */
export function mayRelease(hand: ReleaseHand, release: Release): true | Refusal<ReleaseRefusal> {
  const { isMaker, isAuthor, isDecider, isForcer, executorMayApprove, releasers } = hand
  const ownBatch =
    releasers.length > 0 ? refuse('own_batch', { people: releasers.join(', ') }) : refuse('no_releaser')
  return firstRefusal<ReleaseRefusal>(
    release === 'none' ? refuse('release_not_needed') : true,
    release === 'released' ? refuse('already_released') : true,
    isMaker ? ownBatch : true,
    isAuthor ? refuse('wrote_in_batch') : true,
    isForcer || (isDecider && !executorMayApprove) ? refuse('decided_in_batch') : true,
  )
}

/** A provider that a batch pays. */
export type PaidProvider = {
  readonly providerId: string
  readonly name: string
  /** Day of the last change of its account; null when it never changed. */
  readonly changedOn: Day | null
  /** True when the client of one of its orders has never paid it. */
  readonly isFirst: boolean
  /** True when another active provider has the account that is paid, and the reader may learn it. */
  readonly isAccountShared?: boolean
}

type NamedProvider = { readonly providerId: string; readonly name: string }

/** Review of a batch before it is released. */
export type Review = {
  /** Number of orders, and their sum: digits of minor units, in euros. */
  readonly orders: number
  readonly amountMinor: string
  /** Credit notes that reduce its transfers, and by how much; absent when there are none. */
  readonly creditNotes?: number
  readonly nettedMinor?: string
  /** Providers whose account changed within the last 30 days, each with the day (`yyyy-mm-dd`). */
  readonly changedAccounts: readonly (NamedProvider & { readonly changedOn: string })[]
  /** Providers that are paid for the first time. */
  readonly firstPayments: readonly NamedProvider[]
  /** Providers whose account another active provider has too; absent when there is none. */
  readonly sharedAccounts?: readonly NamedProvider[]
}

/** Review of a batch from the providers that it pays. */
export function reviewOn(
  today: Day,
  counted: Pick<Review, 'orders' | 'amountMinor' | 'creditNotes' | 'nettedMinor'>,
  providers: readonly PaidProvider[],
): Review {
  const changedAccounts = providers.flatMap(({ providerId, name, changedOn }) =>
    changedOn !== null && recentBankChange(changedOn, today) !== null
      ? [{ providerId, name, changedOn }]
      : [],
  )
  const firstPayments = providers.flatMap(({ providerId, name, isFirst }) =>
    isFirst ? [{ providerId, name }] : [],
  )
  const sharedAccounts = providers.flatMap(({ providerId, name, isAccountShared }) =>
    isAccountShared ? [{ providerId, name }] : [],
  )
  return {
    ...counted,
    changedAccounts,
    firstPayments,
    ...(sharedAccounts.length > 0 ? { sharedAccounts } : {}),
  }
}

/** Review as the journal keeps it, and as its version is made: names of providers may change meanwhile. */
export const reviewSnapshot = ({
  orders,
  amountMinor,
  creditNotes,
  nettedMinor,
  changedAccounts,
  firstPayments,
  sharedAccounts,
}: Review) =>
  ({
    orders,
    amountMinor,
    ...(creditNotes !== undefined && nettedMinor !== undefined ? { creditNotes, nettedMinor } : {}),
    changedAccounts: changedAccounts.map(({ providerId, changedOn }) => `${providerId} ${changedOn}`),
    firstPayments: firstPayments.map(({ providerId }) => providerId),
    ...(sharedAccounts ? { sharedAccounts: sharedAccounts.map(({ providerId }) => providerId) } : {}),
  }) satisfies Snapshot
