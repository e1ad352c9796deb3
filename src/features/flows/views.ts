import { readRule, type WrittenRule } from '#features/flows/rules/written.ts'
import { abilities, namedIn, type Rule } from '#features/flows/rules.ts'
import { flowAbility } from '#features/flows/text.ts'
import type { FlowsWire, FlowVersionWire, RuleWire } from '#features/flows/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { commonProblem } from '#server/problems.ts'
import { part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

type Version = Omit<FlowVersionWire, 'rules'> & { rules: RuleWire[] }
type DraftRow = { rules: RuleWire[]; revision: number; changedAt: string; changedByName: string }

const nameOfAccount = part`trim(w.name || ' ' || w.last_name)`

/** For the company's administrators. */
export async function flows(tx: TenantTx, actor: Actor): Promise<FlowsWire> {
  const can = abilities(actor)
  if (can.edit !== true) throw commonProblem('forbidden')
  const [versions, draft] = await Promise.all([
    tx.all<Version>(sql`
      select f.version, f.rules, f.note, f.published_at as "publishedAt", ${nameOfAccount} as "publishedByName",
        (select count(*)::int from document d where d.company_id = f.company_id and d.flow_version = f.version
          and d.state in ('in_approval', 'returned', 'blocked')) as "inFlight"
      from flow f join account w on w.id = f.published_by
      where f.company_id = ${tx.companyId} order by f.version desc limit 100`),
    tx.one<DraftRow>(sql`
      select t.rules, t.revision, t.changed_at as "changedAt", ${nameOfAccount} as "changedByName"
      from flow_draft t join account w on w.id = t.changed_by where t.company_id = ${tx.companyId}`),
  ])
  const rules = [...versions, ...(draft ? [draft] : [])].flatMap(each => each.rules)
  return {
    published: versions[0] ?? null,
    draft,
    versions,
    names: await names(tx, rules.map(read)),
    can: { edit: flowAbility(can.edit), publish: flowAbility(can.publish) },
  }
}

const read = (rule: WrittenRule): Rule => readRule(rule)

/** What rules name, by its name. */
async function names(tx: TenantTx, rules: readonly Rule[]): Promise<FlowsWire['names']> {
  const named = (list: 'projectIds' | 'contractIds' | 'providerIds') =>
    rules.flatMap(rule => rule.conditions[list])
  const [people, projects, contracts, providers] = await Promise.all([
    tx.all<{ id: string; name: string }>(sql`
      select w.id, ${nameOfAccount} as name from member m join account w on w.id = m.user_id
      where m.company_id = ${tx.companyId} and m.user_id = any (${namedIn(rules)}::uuid[]) order by 2`),
    tx.all<{ id: string; name: string }>(sql`
      select id, name from project where company_id = ${tx.companyId} and id = any (${named('projectIds')}::text[])`),
    tx.all<{ id: string; name: string }>(sql`
      select id, description as name from contract
      where company_id = ${tx.companyId} and id = any (${named('contractIds')}::text[])`),
    tx.all<{ id: string; name: string }>(sql`
      select id, name from provider where company_id = ${tx.companyId} and id = any (${named('providerIds')}::text[])`),
  ])
  return { people, projects, contracts, providers }
}
