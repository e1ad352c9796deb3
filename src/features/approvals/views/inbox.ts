/** Inbox of an approver: the open seats that they can decide now. */
import { awaitsDecision } from '#features/approvals/scope.ts'
import { addedAsJson } from '#features/approvals/views/added.ts'
import { type AttentionRow, attentionColumns, rowAttention } from '#features/approvals/views/bulk.ts'
import { deputyAsJson } from '#features/approvals/views/deputies.ts'
import { reassignedAsJson } from '#features/approvals/views/reassigned.ts'
import type { approvalInbox, InboxItemWire } from '#features/approvals/wire.ts'
import { loadCompany } from '#features/companies/store.ts'
import { contractAsJson } from '#features/contracts/views.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import {
  chargeFromRow,
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import { countAlike } from '#features/documents/views/duplicates.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant, daysBetween } from '#kernel/day.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { nothing, type Part, part, plannedOnce, sql, written } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = DocumentRow &
  AttentionRow & {
    seat_id: string
    principal_name: string | null
    stage_name: string
    basis: string
    reassigned: InboxItemWire['reassigned']
    added: InboxItemWire['added']
    deputy: InboxItemWire['deputy']
    submitted_at: string
    attachments: number
    duplicates: number
    contract: ContractWire
  }

/** Row as it is read: of several of one contract, the first brings it. */
type FoundRow = Omit<Row, 'contract'> & { contract_id: string; contract: ContractWire | null }

type InboxFilter = QueryOf<typeof approvalInbox> & {
  readonly documentId?: string
  /** Revision that the person read, when it may not be the current one. */
  readonly readRevision?: number
}

/** Most rows in one answer: as many as somebody decides before asking for more. */
const pageLimit = 200

/**
 * Rows of a page and one more, which tells that there are others. Said in the outer query too: PostgreSQL then sorts
 * before it asks what rows show, and sends each one as it goes on.
 */
const oneMore = part`limit ${written(pageLimit + 1)}`

/**
 * Open seats that this person can decide now, their own or as a substitute, oldest first; optionally of one project or
 * one order.
 */
export async function readInbox(
  tx: TenantTx,
  actor: Actor,
  filter: InboxFilter,
): Promise<ResponseOf<typeof approvalInbox>> {
  const seats = seatsOfPage(tx, actor, filter)
  const [company, found] = await Promise.all([
    loadCompany(tx),
    tx.all<FoundRow>(
      plannedOnce(sql`
    select a.id as seat_id, s.name as stage_name, s.basis, ${reassignedAsJson} as reassigned, ${addedAsJson} as added, ${deputyAsJson} as deputy, d.submitted_at, ${documentColumns},
      case when a.approver_id <> ${actor.userId} then (select trim(x.name || ' ' || x.last_name) from account x
        where x.id = a.approver_id) end as principal_name,
      (select count(*)::int from attachment f where f.company_id = d.company_id and f.document_id = d.id
        and f.revision = d.revision) as attachments,
      d.contract_id, case when a.is_first then ${contractAsJson} end as contract, ${countAlike(tx, actor)} as duplicates,
      ${attentionColumns(tx, actor)}
    from (select a.*, row_number() over (partition by a.contract_id order by ${oldestFirst}) = 1 as is_first
      from (${seats}) a) a
    cross join lateral (select d.* from document d where d.company_id = a.company_id and d.id = a.document_id offset 0) d
    cross join lateral (select s.* from approval_stage s where s.company_id = a.company_id
      and s.document_id = a.document_id and s.revision = a.revision and s.stage = a.stage offset 0) s
    cross join lateral (select c.* from contract c where c.company_id = a.company_id and c.id = a.contract_id offset 0) c
    ${documentJoins}
    order by ${oldestFirst} ${oneMore}`),
    ),
  ])
  const today = dayFromInstant(tx.now, actor.zone)
  const items = wholeOrders(withContracts(found))
    .filter(isSeatToShow)
    .map(row => ({
      seatId: row.seat_id,
      onBehalfOf: row.principal_name,
      stageName: row.stage_name,
      basis: row.basis,
      reassigned: row.reassigned,
      added: row.added,
      deputy: row.deputy,
      pendingDays: daysBetween(dayFromInstant(row.submitted_at, actor.zone), today),
      document: documentRow(row),
      contract: row.contract,
      charge: chargeFromRow(row),
      attachmentsCount: row.attachments,
      duplicatesCount: row.duplicates,
      attention: rowAttention(row, filter.readRevision ?? row.revision, actor.zone, today),
    }))
  const { rejectionCommentRequired } = company
  return { items, hasMore: found.length > pageLimit, rejectionCommentRequired }
}

/**
 * Seats of the page with what they are sorted by, and one more. The page is found on seats and orders alone; what its
 * rows show is joined to it afterwards. It brings its seats whole: a second join to them goes through all pairs of a
 * table that PostgreSQL has no statistics of yet. For the same reason what rows show is looked up seat by seat
 * (`offset 0`), and the seats are not read again for each order.
 */
function seatsOfPage(tx: TenantTx, actor: Actor, { projectId, documentId }: InboxFilter): Part {
  // Stages are looked up in that order, of as many seats as fill it; `offset 0`: each by an index.
  return part`
    select a.* from (
      select a.*, ${isOfOthers(actor)} as is_of_others, d.contract_id, d.submitted_at, d.number, d.turn from approval a
      join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
        and d.state = 'in_approval'
      where ${awaitsDecision(tx, actor)}
        ${projectId ? part`and d.project_id = ${projectId}` : nothing}
        ${documentId ? part`and d.id = ${documentId}` : nothing}
      order by ${oldestFirst} offset 0) a
    cross join lateral (select from approval_stage s where s.company_id = ${tx.companyId}
      and s.document_id = a.document_id and s.revision = a.revision and s.stage = a.stage and s.turn = a.turn offset 0) s
    order by ${oldestFirst} ${oneMore}`
}

/**
 * Oldest orders first; within an order as `decidableSeat` picks: the person's own seats first, then by stage. Columns of
 * the query inside, so that PostgreSQL sees that it has sorted them.
 */
const oldestFirst = part`submitted_at, number, is_of_others, a.stage, a.id`

const isOfOthers = ({ userId }: Actor): Part => part`a.approver_id <> ${userId}`

/**
 * True for the seat to show: the person's own seat of an order hides those that they decide for others, and the
 * latter are shown one at a time.
 */
const isSeatToShow = (row: Row, index: number, all: readonly Row[]): boolean =>
  row.principal_name === null ||
  !all.some((other, at) => other.id === row.id && (other.principal_name === null || at < index))

function withContracts(found: readonly FoundRow[]): Row[] {
  const contracts = new Map<string, ContractWire>()
  return found.map(row => {
    const contract = row.contract ?? contracts.get(row.contract_id)
    if (!contract) throw new Error('an order of no contract')
    contracts.set(row.contract_id, contract)
    return { ...row, contract }
  })
}

/** Cuts the page at the end of an order: an order whose rows go on beyond the page comes whole with the next one. */
function wholeOrders(found: readonly Row[]): readonly Row[] {
  const [page, next] = [found.slice(0, pageLimit), found[pageLimit]]
  const whole = page.filter(row => row.id !== next?.id)
  return whole.length === 0 ? page : whole
}
