/** Payment batches: administrators see all, others those in all of whose projects they execute. */
import { decidersOfDocument } from '#features/approvals/scope.ts'
import { authorsOfDocument, documentVisibleTo } from '#features/documents/scope.ts'
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import { batchAbilities, batchState, mayBatch, type Progress } from '#features/executions/rules/batch.ts'
import { businessDayFrom } from '#features/executions/rules/business-day.ts'
import type { Format } from '#features/executions/rules/credit-transfer.ts'
import {
  batchDownloaders,
  isExecuted,
  isWaiting,
  nextPayment,
  otherHandFor,
} from '#features/executions/store/batches.ts'
import { batchAbility } from '#features/executions/text/batches.ts'
import type {
  BatchDocumentWire,
  BatchRowWire,
  BatchWire,
  listPaymentBatches,
  paymentCandidates,
} from '#features/executions/wire/batches.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { executedBy } from '#features/projects/scope.ts'
import { projectFromRow, type StandingRow, standingAsJson } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { ibanTail } from '#kernel/iban.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = {
  id: string
  cancelled_at: string | null
  downloaded_at: string | null
  pay_on: string
  amount_minor: bigint
  orders: number
  waiting: number
  executed: number
  released: number
  made_by_name: string
  made_at: string
  executes_all: boolean
  /** True when this person has downloaded the file. */
  has_file: boolean
  has_other_hand: boolean
}

/** Columns of the batch `b`: its progress, and whether the person executes in all of its projects. */
const columnsFor = (tx: TenantTx, actor: Actor) => part`
  b.id, b.cancelled_at, b.downloaded_at, b.pay_on, b.amount_minor, b.orders, n.waiting, n.executed, n.released,
  trim(w.name || ' ' || w.last_name) as made_by_name, b.made_at, ${executesAll(actor)} as executes_all,
  ${actor.userId} = any (${batchDownloaders}) as has_file, ${otherHandFor(tx, actor.userId)} as has_other_hand`

/** Who made the batch `b`, and one row `n` with the numbers of its orders by their progress. */
const joins = part`
  join account w on w.id = b.made_by
  cross join lateral (select count(*) filter (where o.released_at is not null)::int as released,
      count(*) filter (where ${isExecuted})::int as executed,
      count(*) filter (where ${isWaiting})::int as waiting
    from payment_batch_order o join document d on d.company_id = o.company_id and d.id = o.document_id
    where o.company_id = b.company_id and o.batch_id = b.id) n`

/** Predicate: the person executes in the project of every order of the batch `b`. */
const executesAll = (actor: Actor) => part`not exists (select from payment_batch_order o
  join document d on d.company_id = o.company_id and d.id = o.document_id
  where o.company_id = b.company_id and o.batch_id = b.id and d.project_id <> all (array(${executedBy(actor)})))`

/** Predicate: the person sees the batch `b`. */
const batchVisibleTo = (actor: Actor) => (actor.role === 'admin' ? part`true` : executesAll(actor))

export async function batchList(
  tx: TenantTx,
  actor: Actor,
  { after, limit }: QueryOf<typeof listPaymentBatches>,
): Promise<ResponseOf<typeof listPaymentBatches>> {
  const found = await tx.all<Row>(sql`
    select ${columnsFor(tx, actor)} from payment_batch b ${joins}
    where b.company_id = ${tx.companyId} and ${batchVisibleTo(actor)}
      ${after === undefined ? nothing : part`and b.number < ${Number(after.slice(2))}`}
    order by b.number desc limit ${limit + 1}`)
  const items = found.slice(0, limit).map(batchRow)
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

const toProgress = (row: Row): Progress => ({
  isCancelled: row.cancelled_at !== null,
  isDownloaded: row.downloaded_at !== null,
  payOn: row.pay_on,
  waiting: row.waiting,
  executed: row.executed,
  returned: row.cancelled_at === null ? row.released : 0,
})

function batchRow(row: Row): BatchRowWire {
  const { waiting, executed, returned, isDownloaded } = toProgress(row)
  return {
    id: row.id,
    state: batchState(toProgress(row)),
    payOn: row.pay_on,
    orders: row.orders,
    waiting,
    executed,
    returned,
    isDownloaded,
    amount: moneyToWire(money(row.amount_minor, 'EUR')),
    madeByName: row.made_by_name,
    madeAt: row.made_at,
  }
}

type DetailRow = Row & {
  format: Format
  sha256: string
  debtor_name: string
  debtor_iban: string
  proof_required: boolean
}

export async function batchDetail(tx: TenantTx, actor: Actor, batchId: string): Promise<BatchWire | null> {
  const [row, documents, events] = await Promise.all([
    tx.one<DetailRow>(sql`
      select ${columnsFor(tx, actor)}, b.format, b.sha256, b.debtor_name, b.debtor_iban, co.proof_required
      from payment_batch b ${joins} join company co on co.company_id = b.company_id
      where b.company_id = ${tx.companyId} and b.id = ${batchId} and ${batchVisibleTo(actor)}`),
    tx.all<BatchDocumentRow>(sql`
      select ${documentColumns}, o.creditor_name, o.creditor_iban, o.end_to_end_id, o.released_at, ${isWaiting} as is_waiting,
        o.payment, o.amount_minor as paid_minor
      from payment_batch_order o
      join document d on d.company_id = o.company_id and d.id = o.document_id ${documentJoins}
      where o.company_id = ${tx.companyId} and o.batch_id = ${batchId} order by o.position`),
    tx.all<BatchWire['events'][number]>(sql`
      select e.action, nullif(trim(w.name || ' ' || w.last_name), '') as "byName", e.at, e.reason
      from event e left join account w on w.id = e.actor_id
      where e.company_id = ${tx.companyId} and e.object_type = 'payment_batch' and e.object_id = ${batchId}
      order by e.id`),
  ])
  if (!row) return null
  const progress = toProgress(row)
  const handler = {
    executesAll: row.executes_all,
    isAdmin: actor.role === 'admin',
    hasFile: row.has_file,
    hasOtherHand: row.has_other_hand,
    trust: accountTrust(actor),
    today: dayFromInstant(tx.now, actor.zone),
  }
  const can = batchAbilities(handler, progress)
  return {
    ...batchRow(row),
    format: row.format,
    sha256: row.sha256,
    debtorName: row.debtor_name,
    debtorAccount: ibanTail(row.debtor_iban),
    proofRequired: row.proof_required,
    items: documents.map(document => toBatchDocument(document, progress)),
    events,
    can: {
      download: batchAbility(can.download),
      confirm: batchAbility(can.confirm),
      giveBack: batchAbility(can.giveBack),
      cancel: batchAbility(can.cancel),
    },
  }
}

type BatchDocumentRow = DocumentRow & {
  creditor_name: string
  creditor_iban: string
  end_to_end_id: string
  payment: number
  paid_minor: bigint
  released_at: string | null
  is_waiting: boolean
}

function toBatchDocument(row: BatchDocumentRow, { isCancelled }: Progress): BatchDocumentWire {
  const whenReleased = isCancelled ? 'released' : 'returned'
  const whileInBatch = row.is_waiting ? 'waiting' : 'executed'
  return {
    document: documentRow(row),
    creditorName: row.creditor_name,
    account: ibanTail(row.creditor_iban),
    endToEndId: row.end_to_end_id,
    payment: row.payment,
    amount: moneyToWire(money(row.paid_minor, 'EUR')),
    standing: row.released_at === null ? whileInBatch : whenReleased,
  }
}

type CandidateRow = DocumentRow & {
  next_payment: number | null
  next_minor: bigint | null
  bank_bic: string | null
  approved_name: string
  bank_account: string | null
  provider_iban: string | null
  author_ids: string[]
  decider_ids: string[]
  project: StandingRow
}

/** Approved payments that this person executes, each with the reason when it cannot enter a batch. */
export async function candidates(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof paymentCandidates>> {
  const [found, company] = await Promise.all([
    tx.all<CandidateRow>(sql`
      select ${documentColumns}, d.bank_account, y.number as next_payment, y.amount_minor as next_minor, r.content ->> 'bankBic' as bank_bic,
        coalesce(r.content ->> 'providerName', pv.name) as approved_name, ${authorsOfDocument(part`d`)} as author_ids, pv.iban as provider_iban, ${standingAsJson(actor)} as project,
        ${decidersOfDocument(part`d`)} as decider_ids
      from document d ${documentJoins} join company co on co.company_id = d.company_id
      join document_revision r on r.company_id = d.company_id and r.document_id = d.id and r.revision = d.revision
      left join lateral (${nextPayment}) y on true
      where d.company_id = ${tx.companyId} and d.type = 'gasto' and d.state = 'approved'
        and d.payment_batch_id is null and d.project_id = any (array(${executedBy(actor)})) and ${documentVisibleTo(tx, actor)}
      order by d.updated_at, d.number limit 500`),
    tx.one<{ iban: string | null }>(sql`select iban from company where company_id = ${tx.companyId}`),
  ])
  const today = dayFromInstant(tx.now, actor.zone)
  return {
    items: found.map(row => toCandidate(row, actor)),
    companyAccount: company?.iban ? ibanTail(company.iban) : null,
    today,
    payOn: businessDayFrom(today),
  }
}

function toCandidate(row: CandidateRow, actor: Actor) {
  const project = projectFromRow(row.project)
  const document = {
    state: row.state,
    type: row.type,
    bankAccount: row.bank_account,
    paymentBatchId: null,
    bankBic: row.bank_bic,
    providerName: row.approved_name,
    authorIds: row.author_ids,
    deciderIds: row.decider_ids,
    approverMayExecute: project.policies.executorMayApprove,
    payable: money(row.next_minor ?? row.payable_minor ?? row.amount_minor, currencyFrom(row.currency)),
    hasPaid: (row.payments_made ?? 0) > 0,
  }
  return {
    document: documentRow(row),
    payment: row.next_payment ?? 1,
    payable: moneyToWire(document.payable),
    account: row.bank_account === null ? null : ibanTail(row.bank_account),
    accountChanged: row.bank_account !== null && row.bank_account !== row.provider_iban,
    can: batchAbility(mayBatch(actor, document, project.standing)),
  }
}

/** File of a batch that this person handles, exactly as it was written; null when it may not be downloaded. */
export async function batchFile(
  tx: TenantTx,
  actor: Actor,
  batchId: string,
): Promise<{ content: string; sha256: string } | null> {
  return tx.one(sql`
    select b.content, b.sha256 from payment_batch b
    where b.company_id = ${tx.companyId} and b.id = ${batchId} and b.cancelled_at is null
      and b.pay_on >= ${dayFromInstant(tx.now, actor.zone)} and ${executesAll(actor)}`)
}
