/** Projects as screens show them: with the figures of their orders. */

import { contractAsJson } from '#features/contracts/views.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import type { Duty } from '#features/delegations/rules.ts'
import { companysToday, coversDuty, inForce } from '#features/delegations/scope.ts'
import { type DocumentStatus, statesWith } from '#features/documents/rules.ts'
import { countedAmount, projectVisibleTo } from '#features/documents/scope.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { mayAppoint, mayChangeProject, mayOrder, type ProjectRefusal } from '#features/projects/rules.ts'
import { holders } from '#features/projects/scope.ts'
import { invitedIn } from '#features/projects/store/invited.ts'
import { appointedIn } from '#features/projects/store/people.ts'
import { readProjectWithStanding } from '#features/projects/store/standing.ts'
import { projectAbility } from '#features/projects/text.ts'
import type { ProjectSummaryWire, ProjectWire } from '#features/projects/wire.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { money } from '#kernel/money.ts'
import { firstRefusal } from '#kernel/refusal.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type ProjectSummaryRow = {
  id: string
  name: string
  description: string | null
  client_id: string
  client_name: string
  status: 'active' | 'inactive'
  currency: string
  total_minor: bigint
  created_at: string
  updated_at: string
  pending: number
  approved: number
  paid: number
  rejected: number
  payment_orders: number
  issuance_orders: number
  issuance_minor: bigint
  payment_minor: bigint
}

/** Number of the project's orders with a status. Expects counters `t`, shaped like `document_tally`. */
const counted = (status: DocumentStatus) =>
  part`coalesce(sum(t.count) filter (where t.state = any (${statesWith(status)}::text[])), 0)::int`

/** Sum of the project's orders of a type, without the rejected ones. Expects counters `t`, shaped like `document_tally`. */
const summed = (type: 'gasto' | 'emision') =>
  part`coalesce(sum(t.amount_minor) filter (where t.type = ${type}
    and t.state <> all (${statesWith('rejected')}::text[])), 0)`

/** Columns of `ProjectSummaryRow`. Expects `project p` and the joins of `summaryJoins`. */
export const summaryColumns = (actor: Actor) => part`
  p.id, p.name, p.description, p.client_id, k.name as client_name, p.status, p.currency,
  ${visibleTotal(actor)} as total_minor, p.created_at, p.updated_at, f.*`

/**
 * Total of a project; for a provider, of its own contracts in it, because it may not know the project's budget.
 */
export const visibleTotal = (actor: Actor) =>
  actor.providerId === null ? part`p.total_minor` : contractedWith(actor.providerId)

const contractedWith = (providerId: string) => part`
  (select coalesce(sum(c.total_minor), 0) from project_contract pc
    join contract c on c.company_id = pc.company_id and c.id = pc.contract_id
    where pc.company_id = p.company_id and pc.project_id = p.id and c.provider_id = ${providerId})`

/** The client `k` of the project `p`, and one row `f` with the figures of the orders that the actor sees. */
export const summaryJoins = (actor: Actor) => part`
  join client k on k.company_id = p.company_id and k.id = p.client_id
  cross join lateral (
    select ${counted('pending')} as pending, ${counted('approved')} as approved, ${counted('paid')} as paid,
      ${counted('rejected')} as rejected,
      coalesce(sum(t.count) filter (where t.type = 'gasto'), 0)::int as payment_orders,
      coalesce(sum(t.count) filter (where t.type = 'emision'), 0)::int as issuance_orders,
      ${summed('emision')} as issuance_minor, ${summed('gasto')} as payment_minor
    from ${actor.providerId === null ? part`document_tally` : providerTally(actor.providerId)} t
    where t.company_id = p.company_id and t.project_id = p.id) f`

/**
 * Counters of a provider's own orders, shaped like `document_tally`: it may not know of the project's other
 * orders.
 */
const providerTally = (
  providerId: string,
) => part`(select company_id, project_id, type, state, 1 as count, ${countedAmount} as amount_minor
  from document d where provider_id = ${providerId})`

export async function projectDetail(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
): Promise<ProjectWire | null> {
  const [row, project, contracts, people, appointed, invited] = await Promise.all([
    tx.one<ProjectSummaryRow>(sql`select ${summaryColumns(actor)} from project p ${summaryJoins(actor)}
      where p.company_id = ${tx.companyId} and p.id = ${projectId} and ${projectVisibleTo(actor)}`),
    readProjectWithStanding(tx, actor, projectId),
    readContracts(tx, actor, projectId),
    readPeople(tx, projectId),
    appointedIn(tx, projectId),
    invitedIn(tx, projectId),
  ])
  if (!row || !project) return null
  // A provider does not learn who approves and executes. `everywhere`: by a global permission, not named in the project.
  const peopleShown = (duty: Duty, ids: readonly string[], namedIds: readonly string[]) =>
    actor.providerId === null
      ? people
          .filter(({ userId }) => ids.includes(userId))
          .map(({ approvingSubstitute, executingSubstitute, ...person }) => ({
            ...person,
            everywhere: !namedIds.includes(person.userId),
            substitute: duty === 'approve' ? approvingSubstitute : executingSubstitute,
          }))
      : []
  return {
    ...projectSummary(row),
    description: row.description,
    updatedAt: row.updated_at,
    contracts,
    approvers: peopleShown('approve', appointed.approverIds, appointed.named.approverIds),
    executors: peopleShown('execute', appointed.executorIds, appointed.named.executorIds),
    invited: readsWholeCompany(actor.role) ? invited : [],
    executorMayApprove: project.policies.executorMayApprove,
    isApprover: project.standing.isApprover,
    permissions: [...project.standing.permissions],
    can: {
      createDocument: projectAbility(mayOrder(actor, project.standing)),
      appoint: projectAbility(
        firstRefusal<ProjectRefusal>(mayAppoint(actor, project.standing), accountTrust(actor)),
      ),
      change: projectAbility(mayChangeProject(actor)),
    },
  }
}

async function readContracts(tx: TenantTx, actor: Actor, projectId: string): Promise<ContractWire[]> {
  const found = await tx.all<{ contract: ContractWire }>(sql`
    select ${contractAsJson} as contract
    from project_contract pc join contract c on c.company_id = pc.company_id and c.id = pc.contract_id
    where pc.company_id = ${tx.companyId} and pc.project_id = ${projectId}
      and (${actor.providerId}::text is null or c.provider_id = ${actor.providerId})
    order by pc.main desc, c.id`)
  return found.map(row => row.contract)
}

type Person = {
  userId: string
  name: string
  email: string
  /** Names of who stands in for the person today in each duty; null for nobody. */
  approvingSubstitute: string | null
  executingSubstitute: string | null
}

function readPeople(tx: TenantTx, projectId: string): Promise<Person[]> {
  return tx.all<Person>(sql`
    select who.id as "userId", trim(who.name || ' ' || who.last_name) as name, who.email,
      ${substituteName(tx, 'approve')} as "approvingSubstitute", ${substituteName(tx, 'execute')} as "executingSubstitute"
    from account who where who.id in (
      select user_id from (${holders(tx.companyId, 'approve')}) a where a.project_id = ${projectId}
      union select user_id from (${holders(tx.companyId, 'execute')}) e where e.project_id = ${projectId})
    order by 2`)
}

/** Name of who stands in today for the person `who` in this duty; null for nobody. */
const substituteName = (tx: TenantTx, duty: Duty) => part`(
  select trim(z.name || ' ' || z.last_name) from delegation g join account z on z.id = g.to_user
  where g.company_id = ${tx.companyId} and g.from_user = who.id and ${coversDuty(duty)} and ${inForce(companysToday(tx))}
  order by g.created_at limit 1)`

export function projectSummary(row: ProjectSummaryRow): ProjectSummaryWire {
  const currency = currencyFrom(row.currency)
  const wire = (minor: bigint) => moneyToWire(money(minor, currency))
  return {
    id: row.id,
    name: row.name,
    clientId: row.client_id,
    clientName: row.client_name,
    status: row.status,
    total: wire(row.total_minor),
    counts: { pending: row.pending, approved: row.approved, paid: row.paid, rejected: row.rejected },
    paymentOrdersCount: row.payment_orders,
    issuanceOrdersCount: row.issuance_orders,
    issuanceTotal: wire(row.issuance_minor),
    paymentTotal: wire(row.payment_minor),
    createdAt: row.created_at,
  }
}
