/**
 * Audience of a fact about an order: the people whom it is told. In its SQL `m` is a row of `member`, the person who may be told;
 * `d` the order, and `who` the account of the person.
 */
import { companysToday, executesInPlace, letsSubstituteDecide } from '#features/delegations/scope.ts'
import { isAuthor } from '#features/documents/scope.ts'
import { type Audience, mayMute } from '#features/notices/rules.ts'
import { isOnlyReader } from '#features/people/scope.ts'
import { executesIn, ofDocument } from '#features/projects/scope.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NotifiedFact = { readonly messageId: string; readonly at: string; readonly topic: string }

export type OrderFact = NotifiedFact & {
  readonly documentId: string
  /** Person who caused the fact, and is not notified of it. */
  readonly by: string | null
  /** Only person to notify; null for the whole audience. */
  readonly to: string | null
  /** Names of the people the order waits for, in a fact about waiting. */
  readonly holders: string | null
  /** Numbers of the stages that the fact is about; null of a fact about the whole order. */
  readonly stages: readonly string[] | null
}

/** Ids of the people of an order's audience who have not muted the topic. An auditor, whatever they were before, is in none. */
export async function findAudience(
  tx: TenantTx,
  { documentId, by, to, topic, stages }: Pick<OrderFact, 'documentId' | 'by' | 'to' | 'topic' | 'stages'>,
  audience: Audience,
): Promise<string[]> {
  const people = await tx.all<{ user_id: string }>(sql`
    select distinct m.user_id from document d
    join member m on m.company_id = d.company_id and m.active
    join account hearer on hearer.id = m.user_id and not ${isOnlyReader(part`hearer`)}
    where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${isInAudience(tx, audience, stages)}
      ${by === null ? nothing : part`and m.user_id <> ${by}`}
      ${to === null ? nothing : part`and m.user_id = ${to}`}
      ${mayMute(audience) ? part`and not ${topic} = any (m.muted_topics)` : nothing}`)
  return people.map(each => each.user_id)
}

/** Condition: the member belongs to the audience of the order. */
function isInAudience(tx: TenantTx, audience: Audience, stages: OrderFact['stages']) {
  switch (audience) {
    case 'approvers':
      return part`exists (select from approval a
        join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
          and s.revision = a.revision and s.stage = a.stage and s.turn = d.turn
        where a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision
          and a.status = 'pending' and (a.approver_id = m.user_id or ${substitutesApprover(tx)}))`
    case 'overridden':
      return part`exists (select from approval a
        where a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision
          and a.stage::text = any (${stages}::text[]) and a.status = 'skipped' and a.approver_id = m.user_id)`
    case 'executors':
      return part`(${executesIn(part`m.user_id`, ofDocument(part`d`))}
        or ${executesInPlace(companysToday(tx), part`m.user_id`, part`d`)})`
    case 'requester':
      return part`m.user_id = d.created_by`
    case 'client':
      return part`(m.client_id = d.client_id and exists (
        select from account who where who.id = m.user_id and who.role = 'client'))`
    case 'provider':
      return part`m.provider_id = d.provider_id`
    case 'admins':
      return part`exists (select from account who where who.id = m.user_id and who.role = 'admin')`
  }
}

/**
 * Predicate: the member substitutes the seat's approver today for this order; expects `member` as `m`, the seat
 * as `a` and `document` as `d`.
 */
const substitutesApprover = (tx: TenantTx) => part`(not ${isAuthor(part`m.user_id`, part`d`)}
  and exists (select from delegation g join account who on who.id = m.user_id
    where g.company_id = a.company_id and g.from_user = a.approver_id and g.to_user = m.user_id
      and ${letsSubstituteDecide(companysToday(tx), { member: part`m`, account: part`who` }, part`d`)}))`
