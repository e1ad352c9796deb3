/** Rows of `delegation`, `g` in its SQL, and the mandates that a substitute has from them. */
import type { Coverage, Delegation, Mandate, Principal } from '#features/delegations/rules.ts'
import { companysToday, inForce, letsExecute, today, withinSight } from '#features/delegations/scope.ts'
import { personSide } from '#features/projects/rules.ts'
import { executesIn, ofDocument } from '#features/projects/scope.ts'
import type { Actor, Role } from '#kernel/actor.ts'
import { type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = {
  id: string
  from_user: string
  to_user: string
  starts_on: string
  ends_on: string
  covers: Coverage
  max_minor: bigint | null
  currency: string | null
  is_ended: boolean
}

const delegationColumns = part`g.id, g.from_user, g.to_user, g.starts_on, g.ends_on, g.covers, g.max_minor, g.currency,
  g.ended_at is not null as is_ended`

/** Delegations from or to these people that have not been ended. */
export async function delegationsAmong(tx: TenantTx, userIds: readonly string[]): Promise<Delegation[]> {
  const found = await tx.all<Row>(sql`
    select ${delegationColumns} from delegation g where g.company_id = ${tx.companyId} and g.ended_at is null
      and (g.from_user = any (${userIds}::uuid[]) or g.to_user = any (${userIds}::uuid[]))`)
  return found.map(delegationFromRow)
}

/** Locks the delegations from or to these people that are not over. */
export async function lockDelegations(tx: TenantTx, userIds: readonly string[]): Promise<Delegation[]> {
  const found = await tx.all<Row>(sql`
    select ${delegationColumns} from delegation g where g.company_id = ${tx.companyId} and g.ended_at is null
      and (g.from_user = any (${userIds}::uuid[]) or g.to_user = any (${userIds}::uuid[])) and g.ends_on >= ${companysToday(tx)}
    order by g.id for update of g`)
  return found.map(delegationFromRow)
}

/** Locks all delegations of the company that have not been ended, oldest first. */
export async function lockOpenDelegations(tx: TenantTx): Promise<Delegation[]> {
  const found = await tx.all<Row>(sql`
    select ${delegationColumns} from delegation g where g.company_id = ${tx.companyId} and g.ended_at is null
    order by g.created_at, g.id for update of g`)
  return found.map(delegationFromRow)
}

export async function lockDelegation(tx: TenantTx, id: string): Promise<Delegation | null> {
  const row = await tx.one<Row>(sql`
    select ${delegationColumns} from delegation g where g.company_id = ${tx.companyId} and g.id = ${id} for update`)
  return row && delegationFromRow(row)
}

const delegationFromRow = (row: Row): Delegation => ({
  id: row.id,
  fromId: row.from_user,
  toId: row.to_user,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  covers: row.covers,
  max: maximumFromRow(row.max_minor, row.currency),
  isEnded: row.is_ended,
})

const maximumFromRow = (minor: bigint | null, currency: string | null): Money | null =>
  minor === null || currency === null ? null : money(minor, currencyFrom(currency))

export async function insertDelegation(
  tx: TenantTx,
  userId: string,
  { id, fromId, toId, startsOn, endsOn, covers, max }: Omit<Delegation, 'isEnded'>,
): Promise<void> {
  await tx.runOne(sql`
    insert into delegation (company_id, id, from_user, to_user, starts_on, ends_on, covers, max_minor, currency,
      created_by, created_at)
    values (${tx.companyId}, ${id}, ${fromId}, ${toId}, ${startsOn}, ${endsOn}, ${covers}, ${max?.minor ?? null},
      ${max?.currency ?? null}, ${userId}, ${tx.now})`)
}

export async function saveEnd(tx: TenantTx, userId: string | null, id: string): Promise<void> {
  await tx.runOne(sql`
    update delegation set ended_by = ${userId}, ended_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${id} and ended_at is null`)
}

type MandateRow = {
  user_id: string
  covers: Coverage
  max_minor: bigint | null
  currency: string | null
  is_executor: boolean
  role: Role
  client_id: string | null
  order_client_id: string
}

/**
 * Mandates of the person today, regarding one order. With `held` they are locked until the end of the transaction
 * that decides the order.
 */
export async function findMandates(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { held = false }: { readonly held?: boolean } = {},
): Promise<Mandate[]> {
  if (actor.neverSubstitute === true) return []
  const found = await tx.all<MandateRow>(sql`
    select g.from_user as user_id, g.covers, g.max_minor, g.currency,
      ${executesIn(part`g.from_user`, ofDocument(part`d`))} as is_executor, gw.role, gm.client_id, d.client_id as order_client_id
    from delegation g join document d on d.company_id = g.company_id and d.id = ${documentId}
    join member gm on gm.company_id = g.company_id and gm.user_id = g.from_user
    join account gw on gw.id = g.from_user
    where g.company_id = ${tx.companyId} and g.to_user = ${actor.userId} and ${inForce(today(tx, actor.zone))}
    order by g.created_at, g.id ${held ? part`for share of g` : nothing}`)
  return found.map(row => ({
    userId: row.user_id,
    covers: row.covers,
    max: maximumFromRow(row.max_minor, row.currency),
    isExecutor: row.is_executor,
    side: personSide({ role: row.role, clientId: row.client_id }, row.order_client_id),
  }))
}

/**
 * Principals in whose place the actor may execute each of the orders today, by the order's id. With `held` their
 * delegations are locked until the end of the transaction that executes.
 */
export async function findExecutingFor(
  tx: TenantTx,
  actor: Actor,
  documentIds: readonly string[],
  { held = false }: { readonly held?: boolean } = {},
): Promise<ReadonlyMap<string, readonly Principal[]>> {
  if (actor.neverSubstitute === true) return new Map()
  const found = await tx.all<Principal & { documentId: string }>(sql`
    select d.id as "documentId", g.from_user as "userId", trim(gw.name || ' ' || gw.last_name) as name
    from delegation g join account gw on gw.id = g.from_user
    join document d on d.company_id = g.company_id and d.id = any (${[...documentIds]}::text[])
    where g.company_id = ${tx.companyId} and g.to_user = ${actor.userId}
      and ${letsExecute(today(tx, actor.zone), part`d`)}
    order by g.created_at, g.id ${held ? part`for share of g` : nothing}`)
  return Map.groupBy(found, ({ documentId }) => documentId)
}

/** True when the actor may name this person as substitute: an administrator anybody, others whomever they may know. */
export async function mayName(tx: TenantTx, actor: Actor, userId: string): Promise<boolean> {
  if (actor.role === 'admin') return true
  const found = await tx.one<{ id: string }>(sql`
    select m.user_id as id from member m
    where m.company_id = ${tx.companyId} and m.user_id = ${userId} and ${withinSight(actor)}`)
  return found !== null
}
