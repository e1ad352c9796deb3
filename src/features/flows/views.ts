/** The flow with its draft and earlier versions, for the company's administrators. */

import { type StoredRule, writtenFromStored } from '#features/flows/rules/written.ts'
import { flowAbilities } from '#features/flows/rules.ts'
import { flowAbility } from '#features/flows/text.ts'
import { type FlowsWire, type FlowVersionWire, RuleWire } from '#features/flows/wire.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Version = Omit<FlowVersionWire, 'rules'> & { rules: StoredRule[] }
type DraftRow = { rules: StoredRule[]; revision: number; changedAt: string; changedByName: string }

/** Full name; expects `account` as `who`. */
const nameOfAccount = part`trim(who.name || ' ' || who.last_name)`

/** Published flow, draft and earlier versions; for whoever reads the whole company. */
export async function flows(tx: TenantTx, actor: Actor): Promise<FlowsWire> {
  const can = flowAbilities(actor)
  if (!readsWholeCompany(actor.role)) throw commonProblem('forbidden')
  const [stored, draft, people, clients, costCentres, projects, contracts, providers] = await Promise.all([
    tx.all<Version>(sql`
      select f.version, f.rules, f.note, f.published_at as "publishedAt", ${nameOfAccount} as "publishedByName",
        (select count(*)::int from document d where d.company_id = f.company_id and d.flow_version = f.version
          and d.state in ('in_approval', 'returned', 'blocked')) as "inFlight"
      from flow f join account who on who.id = f.published_by
      where f.company_id = ${tx.companyId} order by f.version desc limit 100`),
    tx.one<DraftRow>(sql`
      select t.rules, t.revision, t.changed_at as "changedAt", ${nameOfAccount} as "changedByName"
      from flow_draft t join account who on who.id = t.changed_by where t.company_id = ${tx.companyId}`),
    tx.all<Named>(sql`
      select who.id, ${nameOfAccount} as name from member m join account who on who.id = m.user_id
      where m.company_id = ${tx.companyId} and m.user_id::text in (
        select jsonb_array_elements_text(stage #> '{approvers,userIds}')
        from (${allRules(tx)}) r,
          jsonb_array_elements(${stagesOfRule}) stage
        union all
        select stage #>> '{deputy,userId}'
        from (${allRules(tx)}) r,
          jsonb_array_elements(${stagesOfRule}) stage
        union all
        select jsonb_array_elements_text(r.rule #> '{further,conditions,requesterIds}') from (${allRules(tx)}) r)
      order by 2`),
    tx.all<Named>(sql`
      select k.id::text as id, k.name from client k where k.company_id = ${tx.companyId} and k.id::text in (
        select jsonb_array_elements_text(r.rule #> '{further,conditions,clientIds}') from (${allRules(tx)}) r)`),
    tx.all<Named>(sql`
      select cc.id::text as id, cc.code || ' · ' || cc.name
          || case when cc.status = 'inactive' then ' (inactivo)' else '' end as name
      from cost_centre cc
      where cc.company_id = ${tx.companyId} and cc.id::text in (
        select jsonb_array_elements_text(r.rule #> '{further,newest,conditions,costCentreIds}')
        from (${allRules(tx)}) r)`),
    namedPlaces(tx, 'projectIds', part`project`, part`name`),
    namedPlaces(tx, 'contractIds', part`contract`, part`description`),
    namedPlaces(tx, 'providerIds', part`provider`, part`name`),
  ])
  const versions = stored.map(version => ({ ...version, rules: version.rules.map(toSent) }))
  return {
    published: versions[0] ?? null,
    draft: draft && { ...draft, rules: draft.rules.map(toSent) },
    versions,
    names: { people, clients, projects, contracts, providers, costCentres },
    can: { edit: flowAbility(can.edit), publish: flowAbility(can.publish) },
  }
}

/** A stored rule as it is sent, in lists that the wire may change. */
const toSent = (rule: StoredRule) => RuleWire.parse(writtenFromStored(rule))

type Named = { id: string; name: string }

/** Stages of a stored rule `r.rule`, as this release knows them. */
const stagesOfRule = part`coalesce(r.rule #> '{further,newest,stages}', r.rule #> '{further,stages}', r.rule -> 'stages')`

/** All rules, of the draft and of every version, as rows of `rule`. */
const allRules = (tx: TenantTx) => part`
  select jsonb_array_elements(rules) as rule from flow where company_id = ${tx.companyId}
  union all select jsonb_array_elements(rules) from flow_draft where company_id = ${tx.companyId}`

/** Projects, contracts or providers that the rules' conditions name, with their names. */
const namedPlaces = (
  tx: TenantTx,
  list: 'projectIds' | 'contractIds' | 'providerIds',
  table: ReturnType<typeof part>,
  name: ReturnType<typeof part>,
) =>
  tx.all<Named>(sql`
    select x.id, x.${name} as name from ${table} x
    where x.company_id = ${tx.companyId} and x.id in (
      select jsonb_array_elements_text(r.rule #> array['conditions', ${list}]) from (${allRules(tx)}) r)`)
