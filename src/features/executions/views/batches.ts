/** Payment batches: administrators see all, others those in all of whose projects they execute. */
import { type BatchVerb, batchHand, batchState, type Progress } from '#features/executions/rules/batch.ts'
import type { Format } from '#features/executions/rules/credit-transfer.ts'
import {
  type Release,
  type ReleaseHand,
  type Review,
  reviewedNotes,
  reviewOn,
  reviewSnapshot,
} from '#features/executions/rules/release.ts'
import { batchVisibleTo, executesAll, executesAllAlone } from '#features/executions/scope.ts'
import {
  batchDownloaders,
  isExecuted,
  isWaiting,
  otherHandFor,
  releaseState,
} from '#features/executions/store/batches.ts'
import { findBatchPrincipals, handColumns, readPaidProviders } from '#features/executions/store/release.ts'
import { batchAbility } from '#features/executions/text/batches.ts'
import { findBatchEvents } from '#features/executions/views/batch-events.ts'
import {
  batchPayment,
  type CreditNoteRow,
  findCreditNotes,
  findPayments,
} from '#features/executions/views/batch-payments.ts'
import type {
  BatchRowWire,
  BatchWire,
  listPaymentBatches,
  ReviewWire,
} from '#features/executions/wire/batches.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { seesSharedAccounts } from '#features/providers/rules/payee-shield.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { ibanTail } from '#kernel/iban.ts'
import { minorToText, money, moneyFromText } from '#kernel/money.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { contentVersion } from '#server/database/content-version.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = {
  id: string
  release: Release
  cancelled_at: string | null
  downloaded_at: string | null
  pay_on: string
  amount_minor: bigint
  orders: number
  waiting: number
  executed: number
  released: number
  made_by_name: string
  made_for_name: string | null
  made_at: string
  executes_all: boolean
  /** True when this person has downloaded the file. */
  has_file: boolean
  has_other_hand: boolean
}

/** Columns of the batch `b`: its progress, and whether the person executes in all of its projects. */
const columnsFor = (tx: TenantTx, actor: Actor) => part`
  b.id, b.cancelled_at, b.downloaded_at, b.pay_on, b.amount_minor, b.orders, n.waiting, n.executed, n.released,
  trim(who.name || ' ' || who.last_name) as made_by_name, trim(v.name || ' ' || v.last_name) as made_for_name,
  b.made_at, ${releaseState} as release, ${executesAllAlone(actor)} as executes_all,
  ${actor.userId} = any (${batchDownloaders}) as has_file, ${otherHandFor(tx, actor.userId)} as has_other_hand`

/** Who made the batch `b`, and one row `n` with the numbers of its orders by their progress. */
const joins = part`
  join account who on who.id = b.made_by left join account v on v.id = b.made_for
  cross join lateral (select count(*) filter (where o.released_at is not null)::int as released,
      count(*) filter (where ${isExecuted})::int as executed,
      count(*) filter (where ${isWaiting})::int as waiting
    from payment_batch_order o join document d on d.company_id = o.company_id and d.id = o.document_id
    where o.company_id = b.company_id and o.batch_id = b.id) n`

export async function batchList(
  tx: TenantTx,
  actor: Actor,
  { after, limit }: QueryOf<typeof listPaymentBatches>,
): Promise<ResponseOf<typeof listPaymentBatches>> {
  const found = await tx.all<Row>(sql`
    select ${columnsFor(tx, actor)} from payment_batch b ${joins}
    where b.company_id = ${tx.companyId} and ${batchVisibleTo(tx, actor)}
      ${after === undefined ? nothing : part`and b.number < ${Number(after.slice(2))}`}
    order by b.number desc limit ${limit + 1}`)
  const items = found.slice(0, limit).map(batchRow)
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

const toProgress = (row: Row): Progress => ({
  isCancelled: row.cancelled_at !== null,
  isDownloaded: row.downloaded_at !== null,
  release: row.release,
  payOn: row.pay_on,
  waiting: row.waiting,
  executed: row.executed,
  returned: row.cancelled_at === null ? row.released : 0,
})

function batchRow(row: Row): BatchRowWire {
  const { waiting, executed, returned, isDownloaded, release } = toProgress(row)
  return {
    id: row.id,
    state: batchState(toProgress(row)),
    payOn: row.pay_on,
    orders: row.orders,
    waiting,
    executed,
    returned,
    isDownloaded,
    release,
    amount: moneyToWire(money(row.amount_minor, 'EUR')),
    madeByName: row.made_by_name,
    madeForName: row.made_for_name,
    madeAt: row.made_at,
  }
}

type DetailRow = Row &
  ReleaseHand & {
    released_at: string | null
    released_by_name: string | null
    released_for_name: string | null
    release_review: Review | null
    format: Format
    sha256: string
    debtor_name: string
    debtor_iban: string
    proof_required: boolean
  }

export async function batchDetail(tx: TenantTx, actor: Actor, batchId: string): Promise<BatchWire | null> {
  const [row, payments, notes, events, providers, principals] = await Promise.all([
    tx.one<DetailRow>(sql`
      select ${columnsFor(tx, actor)}, b.format, b.sha256, b.debtor_name, b.debtor_iban, co.proof_required,
        b.released_at, b.release_review, trim(z.name || ' ' || z.last_name) as released_by_name,
        trim(y.name || ' ' || y.last_name) as released_for_name, ${handColumns(tx, actor.userId)}
      from payment_batch b ${joins} join company co on co.company_id = b.company_id
      left join account z on z.id = b.released_by left join account y on y.id = b.released_for
      where b.company_id = ${tx.companyId} and b.id = ${batchId} and ${batchVisibleTo(tx, actor)}`),
    findPayments(tx, actor, batchId),
    findCreditNotes(tx, batchId),
    findBatchEvents(tx, batchId),
    readPaidProviders(tx, actor, batchId),
    findBatchPrincipals(tx, actor, batchId),
  ])
  if (!row) return null
  const progress = toProgress(row)
  const today = dayFromInstant(tx.now, actor.zone)
  const counted = countedOrders(row, notes)
  const handler = {
    isMaker: row.isMaker,
    isAuthor: row.isAuthor,
    isDecider: row.isDecider,
    isForcer: row.isForcer,
    executorMayApprove: row.executorMayApprove,
    releasers: row.releasers,
    executesAll: row.executes_all,
    principals,
    isAdmin: actor.role === 'admin',
    hasFile: row.has_file,
    hasOtherHand: row.has_other_hand,
    trust: accountTrust(actor),
    today,
  }
  const can = (verb: BatchVerb) => batchAbility(batchHand(handler, progress, verb).may)
  return {
    ...batchRow(row),
    format: row.format,
    sha256: row.sha256,
    debtorName: row.debtor_name,
    debtorAccount: ibanTail(row.debtor_iban),
    proofRequired: row.proof_required,
    items: payments.map(payment => batchPayment(payment, notes, progress)),
    events,
    twoHands: twoHandsFrom(actor, row, reviewOn(today, counted, providers)),
    can: {
      release: can('release'),
      download: can('download'),
      confirm: can('confirm'),
      giveBack: can('giveBack'),
      cancel: can('cancel'),
    },
  }
}

/** Release of a batch: what was seen when it was released or, while it waits, what there is to see. */
function twoHandsFrom(actor: Actor, row: DetailRow, now: Review): BatchWire['twoHands'] {
  const { release_review: kept, released_at: at, releasers } = row
  if (kept !== null && at !== null)
    return {
      review: toReview(actor, kept),
      released: { byName: row.released_by_name ?? '', forName: row.released_for_name, at },
      releasers: [],
    }
  if (row.release !== 'pending' || row.cancelled_at !== null) return null
  return { review: toReview(actor, now), released: null, releasers: [...releasers] }
}

function toReview(actor: Actor, kept: Review): ReviewWire {
  // Its version too is of what the reader sees: a digest tells what it was made of to whoever tries.
  const review = seesSharedAccounts(actor) ? kept : { ...kept, sharedAccounts: [] }
  return {
    orders: review.orders,
    amount: moneyToWire(moneyFromText(review.amountMinor, 'EUR')),
    netted:
      review.creditNotes === undefined || review.nettedMinor === undefined
        ? null
        : {
            creditNotes: review.creditNotes,
            amount: moneyToWire(moneyFromText(review.nettedMinor, 'EUR')),
          },
    changedAccounts: [...review.changedAccounts],
    firstPayments: [...review.firstPayments],
    sharedAccounts: [...(review.sharedAccounts ?? [])],
    version: contentVersion(reviewSnapshot(review)),
  }
}

const countedOrders = (row: Row, notes: readonly CreditNoteRow[]) => ({
  orders: row.orders,
  amountMinor: minorToText(row.amount_minor),
  ...reviewedNotes(notes.map(({ minor }) => ({ amountMinor: minor }))),
})

/** File of a batch that this person handles, exactly as it was written; null when it may not be downloaded. */
export async function batchFile(
  tx: TenantTx,
  actor: Actor,
  batchId: string,
): Promise<{ content: string; sha256: string } | null> {
  return tx.one(sql`
    select b.content, b.sha256 from payment_batch b
    where b.company_id = ${tx.companyId} and b.id = ${batchId} and b.cancelled_at is null
      and (not b.needs_release or b.released_at is not null)
      and b.pay_on >= ${dayFromInstant(tx.now, actor.zone)} and ${executesAll(tx, actor)}`)
}
