/** First steps of a new company: which are done. */
import { mayMakeSample } from '#features/companies/rules/sample.ts'
import { sampleAbility } from '#features/companies/text/sample.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { holders } from '#features/projects/scope.ts'
import { mayReadCompany } from '#features/reports/rules.ts'
import type { FirstStepsWire } from '#features/reports/wire/first-steps.ts'
import type { Actor } from '#kernel/actor.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

const statesAfterApproval: readonly DocumentState[] = [
  'approved',
  'execution_rejected',
  'executed',
  'cancelled',
]

/** First steps of a company. Once they are done, nothing else is read of it. */
export async function firstSteps(tx: TenantTx, actor: Actor): Promise<FirstStepsWire | null> {
  if (mayReadCompany(actor) !== true) throw commonProblem('forbidden')
  const steps = await tx.one<Omit<FirstStepsWire, 'can'>>(sql`
    select f.is_done as "isDone", f.is_done or exists (select from client where company_id = co.company_id) as "hasClients",
      f.is_done or exists (select from provider where company_id = co.company_id) as "hasProviders",
      f.is_done or exists (select from contract where company_id = co.company_id) as "hasContracts",
      f.is_done or exists (select from (${holders(tx.companyId, 'approve')}) h) as "hasApprovers",
      f.is_done or exists (select from (${holders(tx.companyId, 'execute')}) h) as "hasExecutors",
      case when not f.is_done then (${lastProject}) end as project,
      case when not f.is_done then (${lastOrder}) end as "order",
      case when f.is_done then '{}'::text[] else array(${invited}) end as invited
    from company co cross join lateral (select coalesce(sum(count), 0) > 0 as is_done from document_tally
      where company_id = co.company_id and state = any (${[...statesAfterApproval]}::text[])) f
    where co.company_id = ${tx.companyId}`)
  if (!steps) return null
  const may = mayMakeSample(actor, { hasOrders: steps.isDone || steps.order !== null })
  return { ...steps, can: { makeSample: sampleAbility(may) } }
}

/** Last active project with a contract; expects `company` as `co`. */
const lastProject = part`
  select json_build_object('id', p.id, 'name', p.name) from project p
  where p.company_id = co.company_id and p.status = 'active'
    and exists (select from project_contract pc where pc.company_id = p.company_id and pc.project_id = p.id)
  order by p.created_at desc, p.id desc limit 1`

/** Last order, with the names of those who may decide it now; expects `company` as `co`. */
const lastOrder = part`
  select json_build_object('id', d.id, 'projectId', d.project_id, 'state', d.state, 'waitsFor', array(
      select trim(who.name || ' ' || who.last_name) from approval a
      join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
        and s.revision = a.revision and s.stage = a.stage and s.turn = d.turn
      join account who on who.id = a.approver_id
      where d.state = 'in_approval' and a.company_id = d.company_id and a.document_id = d.id
        and a.revision = d.revision and a.status = 'pending'
      order by 1))
  from document d where d.company_id = co.company_id order by d.created_at desc, d.id desc limit 1`

/** Names of the people who have not accepted their invitation, the last ones first; expects `company` as `co`. */
const invited = part`
  select trim(i.name || ' ' || i.last_name) from invitation i
  where i.company_id = co.company_id and i.outcome is null order by i.created_at desc limit 5`
