/** Lines of the bank as the desk shows them: those that wait with what they are of, and those that are decided. */
import { decidersOfDocument, forcersOfDocument } from '#features/approvals/scope.ts'
import type { MatchKind, PaymentKey } from '#features/bank/rules/bank-matching.ts'
import { deskAbilities, seesDesk } from '#features/bank/rules/desk.ts'
import { type KeptLine, keptLine, type LineRow, lineColumns } from '#features/bank/store/lines.ts'
import { type MatchedLine, matchedLines } from '#features/bank/store/matched-lines.ts'
import { findsEverywhere } from '#features/bank/store.ts'
import { deskAbility, lineAbility } from '#features/bank/text/desk.ts'
import { matchReasonText } from '#features/bank/text/matches.ts'
import { returnReasonText } from '#features/bank/text/return-reasons.ts'
import type { bankDesk, DecidedLineWire, decidedBankLines, OpenLineWire } from '#features/bank/wire.ts'
import type { Principal } from '#features/delegations/rules.ts'
import { executingForAsJson } from '#features/delegations/scope.ts'
import type { DocumentState, DocumentType } from '#features/documents/rules.ts'
import { authorsOfDocument, documentVisibleTo } from '#features/documents/scope.ts'
import { executionAbilities } from '#features/executions/rules.ts'
import { projectFromRow, type StandingRow, standingAsJson } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { ibanTail } from '#kernel/iban.ts'
import { money } from '#kernel/money.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

const ranks = { exact: 0, proposed: 1, none: 2 } as const

const placeIn = ({ kept, match }: MatchedLine): string => `${ranks[match.certainty]}-${kept.id}`

/** The surest first. Null for somebody who does not see the desk. */
export async function openPage(
  tx: TenantTx,
  actor: Actor,
  { after, limit }: QueryOf<typeof bankDesk>,
): Promise<ResponseOf<typeof bankDesk> | null> {
  tx.readInSteps()
  const asking = { ...actor, executesEverywhere: await findsEverywhere(tx, actor) }
  if (!seesDesk(asking)) return null
  const { lines } = await matchedLines(tx, actor)
  const placed = lines
    .map(line => ({ line, place: placeIn(line) }))
    .filter(({ place }) => after === undefined || place > after)
    .sort((one, other) => (one.place < other.place ? -1 : 1))
  const page = placed.slice(0, limit)
  const shown = page.map(({ line }) => line)
  const [orders, files] = await Promise.all([
    findOrders(
      tx,
      actor,
      shown.flatMap(({ match }) => match.payments),
    ),
    fileNames(
      tx,
      shown.map(({ kept }) => kept.bankFileId),
    ),
  ])
  const can = deskAbilities(asking)
  const count = (certainty: keyof typeof ranks) =>
    lines.filter(({ match }) => match.certainty === certainty).length
  return {
    items: shown.map(line => toOpenLine(actor, line, orders, files)),
    next: placed.length > limit ? (page.at(-1)?.place ?? null) : null,
    counts: { exact: count('exact'), proposed: count('proposed'), none: count('none') },
    can: { import: deskAbility(can.import), explain: deskAbility(can.explain) },
  }
}

type FileNames = ReadonlyMap<string, { readonly fileId: string; readonly name: string }>

async function fileNames(tx: TenantTx, bankFileIds: readonly string[]): Promise<FileNames> {
  const found = await tx.all<{ id: string; fileId: string; name: string }>(sql`
    select b.id, b.file_id as "fileId", f.name from bank_file b
    join file f on f.company_id = b.company_id and f.id = b.file_id
    where b.company_id = ${tx.companyId} and b.id = any (${[...new Set(bankFileIds)]}::uuid[])`)
  return new Map(found.map(({ id, ...file }) => [id, file]))
}

type OrderRow = {
  id: string
  name: string
  project_id: string
  party: string
  type: DocumentType
  state: DocumentState
  author_ids: string[]
  decider_ids: string[]
  forcer_ids: string[]
  stands_in_for: Principal[]
  has_paid: boolean
  is_downloaded: boolean | null
  project: StandingRow
}
type Orders = ReadonlyMap<string, OrderRow>

/** Orders that the person sees, with what their permission to confirm them depends on. */
async function findOrders(tx: TenantTx, actor: Actor, payments: readonly PaymentKey[]): Promise<Orders> {
  const ids = [...new Set(payments.map(({ documentId }) => documentId))]
  const found = await tx.all<OrderRow>(sql`
    select d.id, d.name, d.project_id, d.type, d.state, ${authorsOfDocument(part`d`)} as author_ids,
      case when d.type = 'gasto' then pv.name else c.name end as party,
      ${decidersOfDocument(part`d`)} as decider_ids, ${forcersOfDocument(part`d`)} as forcer_ids, ${standingAsJson(actor)} as project,
      ${executingForAsJson(tx, actor, part`d`)} as stands_in_for,
      exists (select from execution e where e.company_id = d.company_id and e.document_id = d.id
        and e.returned_at is null) as has_paid,
      (select b.downloaded_at is not null from payment_batch b
        where b.company_id = d.company_id and b.id = d.payment_batch_id) as is_downloaded
    from document d
    join project p on p.company_id = d.company_id and p.id = d.project_id
    join company co on co.company_id = d.company_id
    join client c on c.company_id = d.company_id and c.id = d.client_id
    left join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    where d.company_id = ${tx.companyId} and d.id = any (${ids}::text[]) and ${documentVisibleTo(tx, actor)}`)
  return new Map(found.map(row => [row.id, row]))
}

const toPayments = (payments: readonly PaymentKey[], orders: Orders): OpenLineWire['payments'] =>
  payments.flatMap(({ documentId, payment }) => {
    const order = orders.get(documentId)
    return order
      ? [{ documentId, payment, projectId: order.project_id, name: order.name, party: order.party }]
      : []
  })

function toOpenLine(
  actor: Actor,
  { kept, match }: MatchedLine,
  orders: Orders,
  files: FileNames,
): OpenLineWire {
  const { certainty, kind, why, payments } = match
  const may =
    certainty === 'none' || kind === null
      ? refuse('match_changed')
      : firstRefusal(...payments.map(({ documentId }) => maySettle(actor, kind, orders.get(documentId))))
  return {
    ...toLine(kept, files),
    certainty,
    kind,
    why: matchReasonText[why],
    payments: toPayments(payments, orders),
    can: { settle: lineAbility(may) },
  }
}

function maySettle(actor: Actor, kind: MatchKind, order: OrderRow | undefined): true | Refusal {
  if (!order) return refuse('not_found')
  const project = projectFromRow(order.project)
  const facts = {
    state: order.state,
    type: order.type,
    authorIds: order.author_ids,
    deciderIds: order.decider_ids,
    forcerIds: order.forcer_ids,
    executorMayApprove: project.policies.executorMayApprove,
    hasPaid: order.has_paid,
    paymentBatchId: null,
    isCreditNote: false,
    standsInFor: order.stands_in_for,
  }
  const can = executionAbilities(actor, facts, project.standing)
  if (kind === 'returned') return can.giveBack
  return firstRefusal<string>(can.confirm, order.is_downloaded === false ? refuse('not_downloaded') : true)
}

function toLine(kept: KeptLine, files: FileNames) {
  const file = files.get(kept.bankFileId)
  const where = {
    id: kept.id,
    fileId: file?.fileId ?? '',
    fileName: file?.name ?? '',
    place: kept.place,
    text: kept.text,
  }
  if (kept.status !== null)
    return {
      ...where,
      format: 'pain002' as const,
      bookedOn: null,
      valueOn: null,
      amount: null,
      counterparty: null,
      counterpartyAccount: null,
      endToEndId: kept.status.endToEndId,
      returnReason: returnReasonText(kept.status.reasons[0] ?? null),
    }
  const { line, currency, format } = kept
  const { counterparty, returned } = line
  return {
    ...where,
    format,
    bookedOn: line.bookedOn,
    valueOn: line.valueOn,
    amount: moneyToWire(money(line.amountMinor, currency)),
    counterparty: counterparty.name,
    counterpartyAccount: counterparty.iban === null ? null : ibanTail(counterparty.iban),
    endToEndId: line.references.endToEndId,
    returnReason: returned === null ? null : returnReasonText(returned.code),
  }
}

type DecidedRow = LineRow & {
  settled_kind: MatchKind | null
  explanation: string | null
  by_name: string
  decided_at: string
  payments: PaymentKey[]
}

/** The latest first. Null for somebody who does not see the desk. */
export async function decidedPage(
  tx: TenantTx,
  actor: Actor,
  { tab, after, limit }: QueryOf<typeof decidedBankLines>,
): Promise<ResponseOf<typeof decidedBankLines> | null> {
  tx.readInSteps()
  const [executesEverywhere, found] = await Promise.all([
    findsEverywhere(tx, actor),
    tx.all<DecidedRow>(sql`
      select ${lineColumns}, l.settled_kind, l.explanation, trim(who.name || ' ' || who.last_name) as by_name,
        l.decided_at, (select coalesce(json_agg(json_build_object('documentId', y.document_id, 'payment', y.payment)
          order by y.document_id, y.payment), '[]') from bank_line_payment y
          where y.company_id = l.company_id and y.line_id = l.id) as payments
      from bank_line l join account who on who.id = l.decided_by
      where l.company_id = ${tx.companyId} and l.state = ${tab} ${after === undefined ? nothing : part`and l.id < ${after}`}
      order by l.id desc limit ${limit + 1}`),
  ])
  const asking = { ...actor, executesEverywhere }
  if (!seesDesk(asking)) return null
  const rows = found.slice(0, limit)
  const [orders, files] = await Promise.all([
    findOrders(
      tx,
      actor,
      rows.flatMap(({ payments }) => payments),
    ),
    fileNames(
      tx,
      rows.map(row => row.bank_file_id),
    ),
  ])
  return {
    items: rows.map(row => toDecided(row, orders, files)),
    next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
    can: { explain: deskAbility(deskAbilities(asking).explain) },
  }
}

const toDecided = (row: DecidedRow, orders: Orders, files: FileNames): DecidedLineWire => ({
  ...toLine(keptLine(row), files),
  kind: row.settled_kind,
  payments: toPayments(row.payments, orders),
  explanation: row.explanation,
  byName: row.by_name,
  at: row.decided_at,
})
