/** Project with the standing of the person who asks: what they hold in it. */
import {
  type GlobalPermission,
  type Permission,
  type ProjectStatus,
  type Standing,
  withEverywhere,
} from '#features/projects/rules.ts'
import { actorsListCounts, isPartyTo } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Project for a command: its data, the person's standing, and the company's policies. */
export type ProjectWithStanding = {
  readonly id: string
  readonly name: string
  readonly status: ProjectStatus
  readonly currency: string
  readonly standing: Standing
  readonly policies: Policies
}

export type Policies = {
  readonly executorMayApprove: boolean
  readonly rejectionCommentRequired: boolean
  readonly proofRequired: boolean
  /** Minutes in which the last approval can be taken back; 0: it is final. */
  readonly undoMinutes: number
}

/** Row that `standingAsJson` makes. */
export type StandingRow = {
  id: string
  name: string
  status: ProjectStatus
  currency: string
  client_id: string
  permissions: Permission[]
  /** Permissions of the person's global list, when the project is within its reach. */
  everywhere: GlobalPermission[]
  is_approver: boolean
  is_its_provider: boolean
  executor_may_approve: boolean
  rejection_comment_required: boolean
  proof_required: boolean
  undo_minutes: number
}

/** Project with this id; null when the company has none. The rules decide whether the person sees it. */
export function readProjectWithStanding(
  tx: TenantTx,
  actor: Actor,
  projectId: string,
): Promise<ProjectWithStanding | null> {
  return readProject(tx, actor, part`${projectId}`)
}

export function projectOfDocument(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ProjectWithStanding | null> {
  return readProject(
    tx,
    actor,
    part`(select d.project_id from document d where d.company_id = ${tx.companyId} and d.id = ${documentId})`,
  )
}

async function readProject(
  tx: TenantTx,
  actor: Actor,
  projectId: ReturnType<typeof part>,
): Promise<ProjectWithStanding | null> {
  const row = await tx.one<{ seen: StandingRow }>(sql`
    select ${standingAsJson(actor)} as seen from project p join company co on co.company_id = p.company_id
    where p.company_id = ${tx.companyId} and p.id = ${projectId}`)
  return row && projectFromRow(row.seen)
}

/**
 * Project with the person's standing as JSON, for views that show it beside something else; expects `project`
 * as `p` and `company` as `co`.
 */
export function standingAsJson(actor: Actor) {
  return part`json_build_object(
    'id', p.id, 'name', p.name, 'status', p.status, 'currency', p.currency, 'client_id', p.client_id,
    'permissions', array(select x.permission from project_permission x where x.company_id = p.company_id
      and x.project_id = p.id and x.user_id = ${actor.userId}),
    'everywhere', array(select x.permission from member_permission x where x.company_id = p.company_id
      and x.user_id = ${actor.userId} and ${actorsListCounts(actor, part`p.client_id`)}),
    'is_approver', exists (select from project_approver a where a.company_id = p.company_id
      and a.project_id = p.id and a.user_id = ${actor.userId}),
    'is_its_provider', ${actor.providerId === null ? part`false` : isPartyTo(actor.providerId)},
    'executor_may_approve', co.executor_may_approve, 'proof_required', co.proof_required,
    'rejection_comment_required', co.rejection_comment_required, 'undo_minutes', co.undo_minutes)`
}

/**
 * Columns of the person's standing in a project, for a list of hundreds of orders: what is the same in every project is
 * asked once, and no JSON is made. Expects `project` as `p`.
 */
export function standingColumns(actor: Actor): Part {
  const mine = part`x.company_id = ${actor.companyId} and x.user_id = ${actor.userId}`
  return part`p.client_id as project_client_id,
    array(select x.permission from project_permission x where ${mine} and x.project_id = p.id) as permissions,
    array(select x.permission from member_permission x where ${mine} and ${actorsListCounts(actor, part`p.client_id`)}) as everywhere,
    p.id in (select x.project_id from project_approver x where ${mine}) as is_approver,
    ${actor.providerId === null ? part`false` : isPartyTo(actor.providerId)} as is_its_provider`
}

/** Row that `standingColumns` makes. */
export type StandingColumns = Omit<StandingFacts, 'client_id'> & { project_client_id: string }

export const standingFromColumns = (row: StandingColumns): Standing =>
  standingFrom({ ...row, client_id: row.project_client_id })

type StandingFacts = Pick<
  StandingRow,
  'client_id' | 'permissions' | 'everywhere' | 'is_approver' | 'is_its_provider'
>

const standingFrom = (row: StandingFacts): Standing => ({
  clientId: row.client_id,
  permissions: withEverywhere(row.permissions, row.everywhere),
  isApprover: row.is_approver || row.everywhere.includes('approve'),
  isItsProvider: row.is_its_provider,
})

export function projectFromRow(row: StandingRow): ProjectWithStanding {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    currency: row.currency,
    standing: standingFrom(row),
    policies: {
      executorMayApprove: row.executor_may_approve,
      rejectionCommentRequired: row.rejection_comment_required,
      proofRequired: row.proof_required,
      undoMinutes: row.undo_minutes,
    },
  }
}
