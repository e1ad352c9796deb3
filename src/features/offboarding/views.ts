/** Seats and duties that a person would leave: for readers of the whole company, before the offboarding. */

import { budgetOwners } from '#features/approvals/store/people.ts'
import { companysToday } from '#features/delegations/scope.ts'
import { authorsOfDocument } from '#features/documents/scope.ts'
import { rulesNaming } from '#features/flows/rules/succession.ts'
import { currentFlow, preparedFlow } from '#features/flows/store.ts'
import { mayOffboard } from '#features/offboarding/rules.ts'
import { offboardingAbility } from '#features/offboarding/text.ts'
import type { DepartureWire } from '#features/offboarding/wire.ts'
import { rolesOfPeople } from '#features/projects/rules.ts'
import { holders } from '#features/projects/scope.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import { type Actor, type Role, readsWholeCompany } from '#kernel/actor.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

export async function departure(tx: TenantTx, actor: Actor, userId: string): Promise<DepartureWire | null> {
  if (!readsWholeCompany(actor.role)) throw commonProblem('forbidden')
  const [person, seats, appointments, company, candidates] = await Promise.all([
    permitted(tx, userId),
    seatsToTransfer(tx, userId),
    appointmentsToTransfer(tx, userId),
    dutiesInCompany(tx, userId),
    tx.all<Candidate>(sql`
      select m.user_id as "userId", trim(who.name || ' ' || who.last_name) as name, who.email, who.role,
        m.client_id as "clientId"
      from member m join account who on who.id = m.user_id
      where m.company_id = ${tx.companyId} and m.active and who.active
        and m.user_id not in (${userId}, ${actor.userId})
        and who.role = any (${rolesOfPeople}::text[])
      order by who.name, who.last_name, m.user_id limit 200`),
  ])
  const can = { letGo: offboardingAbility(mayOffboard(actor)) }
  return person && { seats, appointments, ...company, candidates, can }
}

/** Duties of the person in the whole company. */
async function dutiesInCompany(
  tx: TenantTx,
  userId: string,
): Promise<Pick<DepartureWire, 'rules' | 'isInDraft' | 'budget' | 'delegations'>> {
  const [flow, draft, owners, open] = await Promise.all([
    currentFlow(tx),
    preparedFlow(tx),
    budgetOwners(tx),
    tx.one<{ count: number }>(sql`
      select count(*)::int as count from delegation where company_id = ${tx.companyId} and ended_at is null
        and ends_on >= ${companysToday(tx)} and ${userId} in (from_user, to_user)`),
  ])
  const isOwner = owners.includes(userId)
  return {
    rules: rulesNaming(flow.rules, userId).map(({ name }) => name),
    isInDraft: draft !== null && rulesNaming(draft.rules, userId).length > 0,
    budget: isOwner ? (owners.length === 1 ? 'only' : 'shared') : 'none',
    delegations: open?.count ?? 0,
  }
}

type Candidate = { userId: string; name: string; email: string; role: Role; clientId: string | null }
/** `unfitIds`: people of the company who cannot take over what the row is about. */
type InProject = { projectId: string; projectName: string; clientId: string; unfitIds: string[] }
type SeatRow = InProject & {
  seatId: string
  documentId: string
  documentName: string
  amount_minor: bigint
  currency: string
}

/** Open seats of the person, each with the people who cannot take it over. */
async function seatsToTransfer(tx: TenantTx, userId: string): Promise<DepartureWire['seats']> {
  const found = await tx.all<SeatRow>(sql`
    select a.id as "seatId", d.id as "documentId", d.name as "documentName", d.amount_minor, d.currency,
      p.id as "projectId", p.name as "projectName", p.client_id as "clientId",
      array(select unnest(${authorsOfDocument(part`d`)})
        union ${peopleOfStage}
        union ${peopleOutsideCompany}
        union ${otherHolders(tx, userId, 'execute')}) as "unfitIds"
    from approval a
    join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
      and s.revision = a.revision and s.stage = a.stage
    join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
    join project p on p.company_id = d.company_id and p.id = d.project_id
    join company co on co.company_id = p.company_id
    where a.company_id = ${tx.companyId} and a.approver_id = ${userId} and a.status = 'pending'
    order by d.number, a.id`)
  return found.map(({ amount_minor, currency, ...seat }) => ({
    ...seat,
    amount: moneyToWire(money(amount_minor, currencyFrom(currency))),
  }))
}

/** Query of the people with a seat in the stage, because nobody has two; expects the seat as `a`. */
const peopleOfStage = part`
  select o.approver_id from approval o where o.company_id = a.company_id and o.document_id = a.document_id
    and o.revision = a.revision and o.stage = a.stage`

/**
 * Query of the people of clients and providers, for a stage of budget owners: they let no order exceed its contract.
 * Expects the stage as `s` and the seat as `a`.
 */
const peopleOutsideCompany = part`
  select m.user_id from member m join account who on who.id = m.user_id
  where s.origin = 'overrun' and m.company_id = a.company_id and who.role not in ('admin', 'approver')`

type AppointmentRow = InProject & { task: 'approve' | 'execute'; isOnly: boolean }

/** Duties of the person in active projects. `isOnly`: nobody else has the duty there. */
function appointmentsToTransfer(tx: TenantTx, userId: string): Promise<AppointmentRow[]> {
  return tx.all<AppointmentRow>(sql`
    select p.id as "projectId", p.name as "projectName", p.client_id as "clientId", x.task,
      case x.task when 'approve' then array(${otherHolders(tx, userId, 'execute')})
        else array(${otherHolders(tx, userId, 'approve')}) end as "unfitIds",
      not exists (select from (select 'approve' as task, a.* from (${holders(tx.companyId, 'approve')}) a
          union all select 'execute', e.* from (${holders(tx.companyId, 'execute')}) e) n
        join member m on m.company_id = p.company_id and m.user_id = n.user_id and m.active
        where n.project_id = p.id and n.task = x.task and n.user_id <> ${userId}) as "isOnly"
    from (select project_id, 'approve' as task from project_approver
        where company_id = ${tx.companyId} and user_id = ${userId}
      union all select project_id, permission from project_permission
        where company_id = ${tx.companyId} and user_id = ${userId} and permission = 'execute') x
    join project p on p.company_id = ${tx.companyId} and p.id = x.project_id
    join company co on co.company_id = p.company_id
    where p.status = 'active'
    order by p.created_at desc, p.id, x.task`)
}

/**
 * Query of the other people with this task in the project; none when one person may have both tasks. Expects
 * `project` as `p` and `company` as `co`.
 */
const otherHolders = (tx: TenantTx, userId: string, task: 'approve' | 'execute') =>
  part`select o.user_id from (${holders(tx.companyId, task)}) o
    where o.project_id = p.id and not co.executor_may_approve and o.user_id <> ${userId}`
