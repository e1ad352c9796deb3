/** Approved payments that a person may put into a batch. */
import { forcersOfDocument, seatDecidersOfDocument } from '#features/approvals/scope.ts'
import type { Principal } from '#features/delegations/rules.ts'
import { executingForAsJson, projectsToExecute } from '#features/delegations/scope.ts'
import { authorsOfDocument, documentVisibleTo } from '#features/documents/scope.ts'
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import { maxDocuments, mayBatch, soundAccount } from '#features/executions/rules/batch.ts'
import { businessDayFrom } from '#features/executions/rules/business-day.ts'
import { nextPayment } from '#features/executions/store/payable.ts'
import { batchAbility } from '#features/executions/text/batches.ts'
import { creditNoteCandidates } from '#features/executions/views/credit-note-candidates.ts'
import type { paymentCandidates } from '#features/executions/wire/make-batch.ts'
import {
  type StandingColumns,
  standingColumns,
  standingFromColumns,
} from '#features/projects/store/standing.ts'
import { coolOffEnd } from '#features/providers/rules/payee-shield.ts'
import { accountReplacedAt, isAccountShared } from '#features/providers/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { ibanTail } from '#kernel/iban.ts'
import { money } from '#kernel/money.ts'
import { firstRefusal } from '#kernel/refusal.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part, plannedOnce, sql, written } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type CandidateRow = DocumentRow &
  StandingColumns & {
    client_id: string
    next_payment: number | null
    next_minor: bigint | null
    bank_bic: string | null
    approved_name: string
    bank_account: string | null
    provider_iban: string | null
    account_replaced_at: string | null
    is_account_shared: boolean
    bank_cool_off_days: number
    author_ids: string[]
    /** Without whoever forced a decision. */
    decider_ids: string[]
    forcer_ids: string[]
    stands_in_for: Principal[]
    executor_may_approve: boolean
  }

/** Approved payments that this person executes, each with the reason when it cannot enter a batch; those asked for first. */
export async function candidates(
  tx: TenantTx,
  actor: Actor,
  { orders = '' }: QueryOf<typeof paymentCandidates>,
): Promise<ResponseOf<typeof paymentCandidates>> {
  const order = part`d.id = any (${orders.split(',')}::text[]) desc, d.updated_at, d.number`
  // The page is found on orders alone; what its rows show is joined to it afterwards. A `limit` there too: PostgreSQL
  // then sorts before it asks that, and each row is read here while it asks for the next one.
  const atMost = part`limit ${written(maxDocuments + 1)}`
  const page = part`
    select d.* from document d
    where d.company_id = ${tx.companyId} and d.type = 'gasto' and d.credited_id is null and d.state = 'approved'
      and d.payment_batch_id is null and d.project_id = any (array(${projectsToExecute(tx, actor)})) and ${documentVisibleTo(tx, actor)}
    order by ${order} ${atMost}`
  const [found, company, creditNotes] = await Promise.all([
    tx.all<CandidateRow>(
      plannedOnce(sql`
      with co as materialized (select * from company where company_id = ${tx.companyId})
      select ${documentColumns}, d.client_id, d.bank_account, y.number as next_payment, y.amount_minor as next_minor, r.content ->> 'bankBic' as bank_bic,
        coalesce(r.content ->> 'providerName', pv.name) as approved_name, ${authorsOfDocument(part`d`)} as author_ids, pv.iban as provider_iban,
        ${accountReplacedAt} as account_replaced_at, co.bank_cool_off_days,
        ${isAccountShared(tx, actor, part`d.bank_account`, part`d.provider_id`)} as is_account_shared, co.executor_may_approve, ${standingColumns(actor)},
        ${seatDecidersOfDocument(part`d`)} as decider_ids, ${forcersOfDocument(part`d`)} as forcer_ids, ${executingForAsJson(tx, actor, part`d`)} as stands_in_for
      from (${page}) d ${documentJoins}
      cross join co
      join document_revision r on r.company_id = d.company_id and r.document_id = d.id and r.revision = d.revision
      left join lateral (${nextPayment}) y on true
      order by ${order} ${atMost}`),
    ),
    tx.one<{ iban: string | null }>(sql`select iban from company where company_id = ${tx.companyId}`),
    creditNoteCandidates(tx, actor),
  ])
  const today = dayFromInstant(tx.now, actor.zone)
  const offered = found.slice(0, maxDocuments)
  return {
    items: offered.map(row => toCandidate(row, actor, today)),
    hasMore: found.length > maxDocuments,
    creditNotes: creditNotes.filter(note =>
      offered.some(payment => payment.provider_id === note.document.providerId),
    ),
    companyAccount: company?.iban ? ibanTail(company.iban) : null,
    today,
    payOn: businessDayFrom(today),
  }
}

function toCandidate(row: CandidateRow, actor: Actor, today: Day) {
  const document = {
    state: row.state,
    type: row.type,
    bankAccount: row.bank_account,
    paymentBatchId: null,
    bankBic: row.bank_bic,
    providerName: row.approved_name,
    authorIds: row.author_ids,
    deciderIds: [...row.decider_ids, ...row.forcer_ids],
    forcerIds: row.forcer_ids,
    executorMayApprove: row.executor_may_approve,
    payable: money(row.next_minor ?? row.payable_minor ?? row.amount_minor, currencyFrom(row.currency)),
    isCreditNote: false,
    standsInFor: row.stands_in_for,
    hasPaid: (row.payments_made ?? 0) > 0,
  }
  return {
    document: documentRow(row),
    clientId: row.client_id,
    payment: row.next_payment ?? 1,
    payable: moneyToWire(document.payable),
    account: row.bank_account === null ? null : ibanTail(row.bank_account),
    isAccountShared: row.is_account_shared,
    accountChanged: row.bank_account !== null && row.bank_account !== row.provider_iban,
    can: batchAbility(
      firstRefusal(
        mayBatch(actor, document, standingFromColumns(row)),
        soundAccount(coolOff(row, actor, today)),
      ),
    ),
  }
}

const coolOff = (
  { account_replaced_at: at, bank_cool_off_days: days }: CandidateRow,
  { zone }: Actor,
  today: Day,
) => coolOffEnd(at === null ? null : dayFromInstant(at, zone), days, today)
