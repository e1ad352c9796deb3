/** Versions of the company's flow, and its draft. */
import { thresholdsIn, withoutCentre } from '#features/flows/rules/conditions.ts'
import { ruleFromStored, type StoredRule, storeRule } from '#features/flows/rules/written.ts'
import { type ExistingIds, type Flow, generalFlow, namedIn, type Rule } from '#features/flows/rules.ts'
import { rolesOfPeople } from '#features/projects/rules.ts'
import type { Currency } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type FlowRow = Written & { version: number }
type Names = { readonly [id: string]: string }
/** Rules as they were written; `survivors`: by the id of a provider that was merged, the one that stands for it. */
type Written = { rules: StoredRule[]; survivors: { readonly [providerId: string]: string }; names: Names }

const survivors = (
  tx: TenantTx,
) => part`(select coalesce(jsonb_object_agg(p.id, p.merged_into), '{}') from provider p
  where p.company_id = ${tx.companyId} and p.merged_into is not null) as survivors`

/** Names of the clients and requesters that stored rules name, by id; expects their table as `f`. */
const namesIn = (tx: TenantTx) => part`(select coalesce(jsonb_object_agg(n.id, n.name), '{}')
  from jsonb_array_elements(f.rules) r
  cross join lateral (
    select k.id::text, k.name from client k where k.company_id = ${tx.companyId}
      and r -> 'further' -> 'conditions' -> 'clientIds' ? k.id::text
    union all
    select who.id::text, trim(who.name || ' ' || who.last_name) from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and r -> 'further' -> 'conditions' -> 'requesterIds' ? m.user_id::text) n
  where r ? 'further') as names`

/** Rules of which each that names a provider is about the one that stands for it today. */
const standingRules = ({ rules, survivors: standing }: Omit<Written, 'names'>): Rule[] =>
  rules.map(ruleFromStored).map(rule => {
    const providerIds = rule.conditions.providerIds.map(id => standing[id] ?? id)
    return { ...rule, conditions: { ...rule.conditions, providerIds } }
  })

/** Published version of the flow, for orders submitted now. */
export async function currentFlow(tx: TenantTx): Promise<Flow> {
  return flowFromRow(
    await tx.one<FlowRow>(sql`
      select f.version, f.rules, ${survivors(tx)}, ${namesIn(tx)} from flow f
      where f.company_id = ${tx.companyId} order by f.version desc limit 1`),
  )
}

/** The draft as a flow; null when there is none. */
export async function preparedFlow(tx: TenantTx): Promise<Flow | null> {
  const row = await tx.one<Written>(sql`
    select f.rules, ${survivors(tx)}, ${namesIn(tx)} from flow_draft f where f.company_id = ${tx.companyId}`)
  return row && { version: null, rules: standingRules(row), names: namesFrom(row) }
}

/** Version of the flow that an order was submitted under. */
export async function pinnedFlow(tx: TenantTx, documentId: string): Promise<Flow> {
  return flowFromRow(
    await tx.one<FlowRow>(sql`
      select f.version, f.rules, ${survivors(tx)}, ${namesIn(tx)} from document d
      join flow f on f.company_id = d.company_id and f.version = d.flow_version
      where d.company_id = ${tx.companyId} and d.id = ${documentId}`),
  )
}

const flowFromRow = (row: FlowRow | null): Flow =>
  row ? { version: row.version, rules: standingRules(row), names: namesFrom(row) } : generalFlow

const namesFrom = ({ names }: Pick<Written, 'names'>) => new Map(Object.entries(names))

export type Draft = { readonly revision: number; readonly rules: readonly Rule[] }

/** Locks the draft until this transaction ends; null when there is none. */
export async function lockDraft(tx: TenantTx): Promise<Draft | null> {
  const row = await tx.one<{ revision: number; rules: StoredRule[] }>(sql`
    select revision, rules from flow_draft where company_id = ${tx.companyId} for update`)
  return row && { revision: row.revision, rules: row.rules.map(ruleFromStored) }
}

/**
 * Saves the draft over revision `readRevision` (null: a new draft) and returns its next revision; null when somebody saved or
 * created one meanwhile.
 */
export async function saveDraft(
  tx: TenantTx,
  userId: string,
  rules: readonly Rule[],
  readRevision: number | null,
): Promise<number | null> {
  const written = JSON.stringify(rules.map(storeRule))
  const saved = await tx.one<{ revision: number }>(
    readRevision === null
      ? sql`
        insert into flow_draft (company_id, rules, revision, changed_by, changed_at)
        values (${tx.companyId}, ${written}::jsonb, 1, ${userId}, ${tx.now})
        on conflict do nothing returning revision`
      : sql`
        update flow_draft set rules = ${written}::jsonb, revision = revision + 1, changed_by = ${userId},
          changed_at = ${tx.now}
        where company_id = ${tx.companyId} and revision = ${readRevision} returning revision`,
  )
  return saved?.revision ?? null
}

export async function deleteDraft(tx: TenantTx): Promise<void> {
  await tx.runOne(sql`delete from flow_draft where company_id = ${tx.companyId}`)
}

export type Publication = {
  readonly version: number
  readonly rules: readonly Rule[]
  readonly note: string | null
  readonly publishedBy: string
}

export async function insertFlow(tx: TenantTx, flow: Publication): Promise<void> {
  await tx.runOne(sql`
    insert into flow (company_id, version, rules, note, published_by, published_at)
    values (${tx.companyId}, ${flow.version}, ${JSON.stringify(flow.rules.map(storeRule))}::jsonb, ${flow.note},
      ${flow.publishedBy}, ${tx.now})`)
}

type NamedList = 'clientIds' | 'requesterIds' | 'projectIds' | 'contractIds' | 'providerIds'

/**
 * Things that these rules name and that exist; of the people asked for approvals, those who can approve today. With
 * them the currencies that may meet each rule that compares amounts.
 */
export async function known(tx: TenantTx, rules: readonly Rule[]): Promise<ExistingIds> {
  const named = (list: NamedList) => rules.flatMap(rule => rule.conditions[list])
  const [found, currencies] = await Promise.all([
    tx.one<Pick<ExistingIds, NamedList | 'costCentreIds' | 'approverIds'>>(sql`
    select array(select id::text from client where company_id = ${tx.companyId}
        and id = any (${named('clientIds')}::uuid[])) as "clientIds",
      array(select user_id::text from member where company_id = ${tx.companyId}
        and user_id = any (${named('requesterIds')}::uuid[])) as "requesterIds",
      array(select id from project where company_id = ${tx.companyId}
        and id = any (${named('projectIds')}::text[])) as "projectIds",
      array(select id from contract where company_id = ${tx.companyId}
        and id = any (${named('contractIds')}::text[])) as "contractIds",
      array(select id from provider where company_id = ${tx.companyId}
        and id = any (${named('providerIds')}::text[])) as "providerIds",
      array(select id::text from cost_centre where company_id = ${tx.companyId}
        and id = any (${namedCentres(rules)}::uuid[])) as "costCentreIds",
      array(select m.user_id from member m join account who on who.id = m.user_id where m.company_id = ${tx.companyId}
        and m.user_id = any (${namedIn(rules)}::uuid[]) and m.active and who.active
        and who.role = any (${rolesOfPeople}::text[])) as "approverIds"`),
    currenciesByRule(tx, rules),
  ])
  if (!found) throw new Error('a select without from has one row')
  return { ...found, currencies }
}

const namedCentres = (rules: readonly Rule[]): string[] =>
  rules.flatMap(({ conditions }) => conditions.costCentreIds.filter(id => id !== withoutCentre))

/**
 * Currencies that may meet each rule that compares amounts, by the rule's id: of active contracts whose orders may meet
 * it; of all contracts of the company, also ended ones, for a rule that sums what was asked over all of them.
 */
async function currenciesByRule(
  tx: TenantTx,
  rules: readonly Rule[],
): Promise<ReadonlyMap<string, readonly Currency[]>> {
  const compared = rules
    .filter(({ conditions }) => thresholdsIn(conditions).length > 0)
    .map(({ id, conditions }) => ({
      id,
      clientIds: conditions.clientIds,
      projectIds: conditions.projectIds,
      contractIds: conditions.contractIds,
      providerIds: conditions.providerIds,
      // Whatever has no centre may be in any currency.
      centreIds: conditions.costCentreIds.includes(withoutCentre) ? [] : conditions.costCentreIds,
      isSummed: conditions.cumulativeFrom !== null,
    }))
  if (compared.length === 0) return new Map()
  const found = await tx.all<{ id: string; currencies: string[] }>(sql`
    select r.id, array_agg(distinct c.currency order by c.currency) as currencies
    from jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) as r (id text, "clientIds" uuid[], "projectIds" text[],
      "contractIds" text[], "providerIds" text[], "centreIds" uuid[], "isSummed" boolean)
    join contract c on c.company_id = ${tx.companyId} and (r."isSummed" or c.status = 'active'
      and (r."clientIds" = '{}' or c.client_id = any (r."clientIds"))
      and (r."projectIds" = '{}' or exists (select from project_contract pc where pc.company_id = c.company_id
        and pc.contract_id = c.id and pc.project_id = any (r."projectIds")))
      and (r."contractIds" = '{}' or c.id = any (r."contractIds"))
      and (r."centreIds" = '{}' or exists (select from cost_centre cc where cc.company_id = c.company_id
        and cc.id = any (r."centreIds") and cc.currency = c.currency and coalesce(cc.client_id, c.client_id) = c.client_id))
      and (r."providerIds" = '{}' or c.type = 'cliente' or c.provider_id in (
        select coalesce(p.merged_into, p.id) from provider p
        where p.company_id = c.company_id and p.id = any (r."providerIds"))))
    group by r.id`)
  return new Map(found.map(({ id, currencies }) => [id, currencies.map(currencyFrom)]))
}
