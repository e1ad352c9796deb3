/** Outcomes of orders with the people who asked for them; `asked` in its SQL is a fact. */

import type { DocumentType } from '#features/documents/rules.ts'
import { documentPayable } from '#features/documents/scope.ts'
import { type OutcomeTopic, outcomeKindByTopic, paymentTopics } from '#features/notices/rules/outcomes.ts'
import type { Addressee } from '#features/notices/text/letters.ts'
import { isOnlyReader, isReachable } from '#features/people/scope.ts'
import { executesIn, ofDocument } from '#features/projects/scope.ts'
import type { Role } from '#kernel/actor.ts'
import type { RecordedFact } from '#kernel/fact.ts'
import { type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Outcome = {
  readonly topic: OutcomeTopic
  readonly userId: string
  readonly person: Addressee
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly type: DocumentType
  readonly creditedId: string | null
  readonly providerName: string
  readonly projectName: string
  readonly invoiceNumber: string | null
  /** Name of whoever caused it; null for nobody, and for a provider, who may not know. */
  readonly byName: string | null
  readonly amount: Money
  /** Amount that the bank moves for it. */
  readonly payable: Money
  /** Words of the person who decided; null for a provider, who is told outcomes alone. */
  readonly reason: string | null
}

type Row = Pick<
  Outcome,
  | 'topic'
  | 'userId'
  | 'id'
  | 'projectId'
  | 'projectName'
  | 'name'
  | 'type'
  | 'creditedId'
  | 'providerName'
  | 'invoiceNumber'
  | 'byName'
  | 'reason'
> & {
  email: string
  person: string
  role: Role
  amount_minor: bigint
  payable_minor: bigint
  currency: string
}

/** An outcome as its fact tells it. */
export type AskedOutcome = Pick<RecordedFact, 'id' | 'objectId' | 'actorId'> & {
  readonly topic: OutcomeTopic
}

/**
 * Outcomes with whoever asked for the order, in the order of the facts: people who want such mails, can be written to
 * and did not cause the fact. Nobody is written one thing twice: who executes the order is told that it waits, and a
 * provider's people are told of its payments.
 */
export async function findOutcomes(tx: TenantTx, asked: readonly AskedOutcome[]): Promise<Outcome[]> {
  const found = await tx.all<Row>(sql`
    select asked.topic, m.user_id as "userId", who.email, trim(who.name) as person, who.role, d.id,
      d.project_id as "projectId", d.name, d.type, d.credited_id as "creditedId", pv.name as "providerName",
      p.name as "projectName", d.invoice_number as "invoiceNumber", d.amount_minor,
      ${documentPayable} as payable_minor, d.currency,
      case when m.provider_id is null then (
        select trim(doer.name || ' ' || doer.last_name) from account doer where doer.id = asked.actor_id) end as "byName",
      case when m.provider_id is null then (
        select e.reason from event e where e.company_id = d.company_id and e.id = asked.event_id) end as reason
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ objectId }) => objectId)}::text[],
      ${asked.map(({ actorId }) => actorId)}::uuid[], ${asked.map(({ topic }) => topic)}::text[],
      ${asked.map(({ topic }) => outcomeKindByTopic[topic])}::text[])
      with ordinality as asked (event_id, document_id, actor_id, topic, kind, place)
    join document d on d.company_id = ${tx.companyId} and d.id = asked.document_id
    join project p on p.company_id = d.company_id and p.id = d.project_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    join member m on m.company_id = d.company_id and m.user_id = d.created_by and m.active
    join account who on who.id = m.user_id and who.active and not ${isOnlyReader(part`who`)}
    where not asked.kind = any (m.muted_mails) and ${isReachable(part`who`)}
      and m.user_id is distinct from asked.actor_id and not ${isToldOtherwise}
    order by asked.place`)
  return found.map(({ email, person: name, role, ...row }) => ({
    ...row,
    person: { email, name, role },
    amount: money(row.amount_minor, currencyFrom(row.currency)),
    payable: money(row.payable_minor, currencyFrom(row.currency)),
  }))
}

/** Predicate: another mail tells the member of the same; expects a fact as `asked`, `member` as `m`, `document` as `d`. */
const isToldOtherwise = part`(
  asked.topic = 'document.approved' and not 'due' = any (m.muted_mails)
    and ${executesIn(part`m.user_id`, ofDocument(part`d`))}
  or asked.topic = any (${[...paymentTopics]}::text[]) and d.type = 'gasto' and d.credited_id is null
    and m.provider_id is not distinct from d.provider_id)`
