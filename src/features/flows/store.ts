/** Versions of the company's flow, and its draft. */
import { readRule, type WrittenRule, writeRule } from '#features/flows/rules/written.ts'
import { type ExistingIds, type Flow, generalFlow, namedIn, type Rule } from '#features/flows/rules.ts'
import { rolesOfPeople } from '#features/projects/rules.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type FlowRow = Written & { version: number }
/** Rules as they were written; `survivors`: by the id of a provider that was merged, the one that stands for it. */
type Written = { rules: WrittenRule[]; survivors: { readonly [providerId: string]: string } }

const survivors = (
  tx: TenantTx,
) => part`(select coalesce(jsonb_object_agg(p.id, p.merged_into), '{}') from provider p
  where p.company_id = ${tx.companyId} and p.merged_into is not null) as survivors`

/** Rules of which each that names a provider is about the one that stands for it today. */
const standingRules = ({ rules, survivors: standing }: Written): Rule[] =>
  rules.map(readRule).map(rule => {
    const providerIds = rule.conditions.providerIds.map(id => standing[id] ?? id)
    return { ...rule, conditions: { ...rule.conditions, providerIds } }
  })

/** Published version of the flow, for orders submitted now. */
export async function currentFlow(tx: TenantTx): Promise<Flow> {
  return flowFromRow(
    await tx.one<FlowRow>(sql`
      select version, rules, ${survivors(tx)} from flow where company_id = ${tx.companyId} order by version desc limit 1`),
  )
}

/** The draft as a flow; null when there is none. */
export async function preparedFlow(tx: TenantTx): Promise<Flow | null> {
  const row = await tx.one<Written>(sql`
    select rules, ${survivors(tx)} from flow_draft where company_id = ${tx.companyId}`)
  return row && { version: null, rules: standingRules(row) }
}

/** Version of the flow that an order was submitted under. */
export async function pinnedFlow(tx: TenantTx, documentId: string): Promise<Flow> {
  return flowFromRow(
    await tx.one<FlowRow>(sql`
      select f.version, f.rules, ${survivors(tx)} from document d
      join flow f on f.company_id = d.company_id and f.version = d.flow_version
      where d.company_id = ${tx.companyId} and d.id = ${documentId}`),
  )
}

const flowFromRow = (row: FlowRow | null): Flow =>
  row ? { version: row.version, rules: standingRules(row) } : generalFlow

export type Draft = { readonly revision: number; readonly rules: readonly Rule[] }

/** Locks the draft until this transaction ends; null when there is none. */
export async function lockDraft(tx: TenantTx): Promise<Draft | null> {
  const row = await tx.one<{ revision: number; rules: WrittenRule[] }>(sql`
    select revision, rules from flow_draft where company_id = ${tx.companyId} for update`)
  return row && { revision: row.revision, rules: row.rules.map(readRule) }
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
  const written = JSON.stringify(rules.map(writeRule))
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
    values (${tx.companyId}, ${flow.version}, ${JSON.stringify(flow.rules.map(writeRule))}::jsonb, ${flow.note},
      ${flow.publishedBy}, ${tx.now})`)
}

/** Things that these rules name and that exist; of the people, those who can be approvers today. */
export async function known(tx: TenantTx, rules: readonly Rule[]): Promise<ExistingIds> {
  const named = (list: 'projectIds' | 'contractIds' | 'providerIds') =>
    rules.flatMap(rule => rule.conditions[list])
  const found = await tx.one<ExistingIds>(sql`
    select array(select id from project where company_id = ${tx.companyId}
        and id = any (${named('projectIds')}::text[])) as "projectIds",
      array(select id from contract where company_id = ${tx.companyId}
        and id = any (${named('contractIds')}::text[])) as "contractIds",
      array(select id from provider where company_id = ${tx.companyId}
        and id = any (${named('providerIds')}::text[])) as "providerIds",
      array(select m.user_id from member m join account w on w.id = m.user_id where m.company_id = ${tx.companyId}
        and m.user_id = any (${namedIn(rules)}::uuid[]) and m.active and w.active
        and w.role = any (${rolesOfPeople}::text[])) as "approverIds"`)
  if (!found) throw new Error('a select without from has one row')
  return found
}
