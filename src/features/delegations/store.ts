import type { Delegation, Mandate } from '#features/delegations/rules.ts'
import { reachOf, rolesOfPeople, sideOf } from '#features/projects/rules.ts'
import type { Actor, Role } from '#kernel/actor.ts'
import { dayOf } from '#kernel/day.ts'
import { type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { nothing, part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

type Row = {
  id: string
  from_user: string
  to_user: string
  starts_on: string
  ends_on: string
  max_minor: bigint | null
  currency: string | null
  is_ended: boolean
}

const columns = part`g.id, g.from_user, g.to_user, g.starts_on, g.ends_on, g.max_minor, g.currency,
  g.ended_at is not null as is_ended`

/** Those that have not been ended and touch one of these people. */
export async function delegationsAmong(tx: TenantTx, userIds: readonly string[]): Promise<Delegation[]> {
  const found = await tx.all<Row>(sql`
    select ${columns} from delegation g where g.company_id = ${tx.companyId} and g.ended_at is null
      and (g.from_user = any (${userIds}::uuid[]) or g.to_user = any (${userIds}::uuid[]))`)
  return found.map(delegationFrom)
}

/** Those from or to these people that are not over, held. */
export async function lockDelegationsOf(tx: TenantTx, userIds: readonly string[]): Promise<Delegation[]> {
  const found = await tx.all<Row>(sql`
    select ${columns} from delegation g where g.company_id = ${tx.companyId} and g.ended_at is null
      and (g.from_user = any (${userIds}::uuid[]) or g.to_user = any (${userIds}::uuid[])) and g.ends_on >= (
        select (${tx.now}::timestamptz at time zone c.time_zone)::date from company c where c.company_id = ${tx.companyId})
    order by g.id for update of g`)
  return found.map(delegationFrom)
}

export async function lockDelegation(tx: TenantTx, id: string): Promise<Delegation | null> {
  const row = await tx.one<Row>(sql`
    select ${columns} from delegation g where g.company_id = ${tx.companyId} and g.id = ${id} for update`)
  return row && delegationFrom(row)
}

const delegationFrom = (row: Row): Delegation => ({
  id: row.id,
  fromId: row.from_user,
  toId: row.to_user,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  max: moneyFrom(row.max_minor, row.currency),
  isEnded: row.is_ended,
})

const moneyFrom = (minor: bigint | null, currency: string | null): Money | null =>
  minor === null || currency === null ? null : money(minor, currencyFrom(currency))

export async function insertDelegation(
  tx: TenantTx,
  userId: string,
  { id, fromId, toId, startsOn, endsOn, max }: Omit<Delegation, 'isEnded'>,
): Promise<void> {
  await tx.runOne(sql`
    insert into delegation (company_id, id, from_user, to_user, starts_on, ends_on, max_minor, currency, created_by,
      created_at)
    values (${tx.companyId}, ${id}, ${fromId}, ${toId}, ${startsOn}, ${endsOn}, ${max?.minor ?? null},
      ${max?.currency ?? null}, ${userId}, ${tx.now})`)
}

export async function saveEnd(tx: TenantTx, userId: string, id: string): Promise<void> {
  await tx.runOne(sql`
    update delegation set ended_by = ${userId}, ended_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${id} and ended_at is null`)
}

/** Delegations `g` that hold today, of a giver who can still sign in. */
function inForce(tx: TenantTx, { zone }: Pick<Actor, 'zone'>) {
  return part`g.ended_at is null and ${dayOf(tx.now, zone)}::date between g.starts_on and g.ends_on
    and exists (select from member gm join account gw on gw.id = gm.user_id
      where gm.company_id = g.company_id and gm.user_id = g.from_user and gm.active and gw.active)`
}

/** The person's mandates `g` of today that reach an order of this alias: `covering` of the rules, said in SQL. */
export function covers(tx: TenantTx, actor: Actor, order: Fragment) {
  if (!rolesOfPeople.some(role => role === actor.role)) return part`false`
  const { clientId } = actor
  return part`g.company_id = ${tx.companyId} and g.to_user = ${actor.userId} and ${inForce(tx, actor)}
    and (g.max_minor is null or g.currency = ${order}.currency and ${order}.amount_minor <= g.max_minor)
    ${clientId === null ? nothing : part`and ${order}.client_id = ${clientId}`}`
}

type Fragment = ReturnType<typeof part>

/** The person confirms executions of the order `d`. */
const executes = (person: Fragment) => part`(exists (select from project_permission x
    where x.company_id = d.company_id and x.project_id = d.project_id and x.user_id = ${person}
      and x.permission = 'execute')
  or exists (select from member_permission x join member m on m.company_id = x.company_id and m.user_id = x.user_id
      join account w on w.id = x.user_id
    where x.company_id = d.company_id and x.user_id = ${person} and x.permission = 'execute'
      and (w.role in ('admin', 'approver') or w.role in ('client', 'client_user') and m.client_id = d.client_id)))`

/**
 * The open seat `a` of the order `d` is one that the person decides in somebody's place: as `seatOf` of the
 * approvals says it.
 */
export function decidesFor(tx: TenantTx, actor: Actor) {
  const me = part`${actor.userId}::uuid`
  return part`(exists (select from delegation g where g.from_user = a.approver_id and ${covers(tx, actor, part`d`)})
    and ${holdsSeat(actor)}
    and exists (select from member gm join account gw on gw.id = gm.user_id
      where gm.company_id = d.company_id and gm.user_id = a.approver_id
        and (gw.role in ('admin', 'approver') and gm.client_id is null
          or gw.role in ('client', 'client_user') and gm.client_id = d.client_id and not ${isOverrun}))
    and not exists (select from unnest(array[${me}, a.approver_id]) same (person)
      where exists (select from document_revision r where r.company_id = d.company_id and r.document_id = d.id
          and r.made_by = same.person) or ${executes(part`same.person`)}
        and not (select c.executor_may_approve from company c where c.company_id = d.company_id))
    and not exists (select from approval o where o.company_id = d.company_id and o.document_id = d.id
      and o.revision = d.revision and o.stage = a.stage
      and (o.approver_id = ${me} and o.status <> 'void' or o.decided_by = ${me})))`
}

/** The seat `a` of the order `d` is one that the person may have today: `mayHold` of the approvals, said in SQL. */
export function holdsSeat(actor: Actor) {
  const reach = reachOf(actor)
  switch (reach.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`(d.client_id = ${reach.clientId} and not ${isOverrun})`
    case 'nothing':
      return part`false`
  }
}

const isOverrun = part`exists (select from approval_stage z where z.company_id = a.company_id
  and z.document_id = a.document_id and z.revision = a.revision and z.stage = a.stage and z.origin = 'overrun')`

/** Orders that wait for somebody whose place the person takes today, and those that they decided so. */
export function standingIn(tx: TenantTx, actor: Actor) {
  return part`select s.document_id from delegation g
      join approval s on s.company_id = g.company_id and s.approver_id = g.from_user and s.status = 'pending'
      join document o on o.company_id = s.company_id and o.id = s.document_id and o.revision = s.revision
        and o.state = 'in_approval'
      where ${covers(tx, actor, part`o`)}
    union select document_id from approval where company_id = ${tx.companyId} and decided_by = ${actor.userId}`
}

type MandateRow = {
  user_id: string
  max_minor: bigint | null
  currency: string | null
  is_executor: boolean
  role: Role
  client_id: string | null
  order_client_id: string
}

/** For whom the person stands in today, as far as an order goes; held until the transaction ends that decides on it. */
export async function mandatesOf(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { held = false }: { readonly held?: boolean } = {},
): Promise<Mandate[]> {
  const found = await tx.all<MandateRow>(sql`
    select g.from_user as user_id, g.max_minor, g.currency, ${executes(part`g.from_user`)} as is_executor,
      gw.role, gm.client_id, d.client_id as order_client_id
    from delegation g join document d on d.company_id = g.company_id and d.id = ${documentId}
    join member gm on gm.company_id = g.company_id and gm.user_id = g.from_user
    join account gw on gw.id = g.from_user
    where g.company_id = ${tx.companyId} and g.to_user = ${actor.userId} and ${inForce(tx, actor)}
    order by g.created_at, g.id ${held ? part`for share of g` : nothing}`)
  return found.map(row => ({
    userId: row.user_id,
    max: moneyFrom(row.max_minor, row.currency),
    isExecutor: row.is_executor,
    side: sideOf({ role: row.role, clientId: row.client_id }, row.order_client_id),
  }))
}

/**
 * The members `m` whom a person may know to name them: of the same client, or appointed in a project in which they
 * are themselves, or which is their client's. Whom else a company works with is not theirs to learn.
 */
export const withinSight = ({ companyId, userId, clientId }: Actor) => part`
  (m.client_id = ${clientId} or exists (
    select from (${appointed(companyId)}) x join project p on p.company_id = ${companyId} and p.id = x.project_id
    where x.user_id = m.user_id and (m.client_id is null or m.client_id = p.client_id)
      and (p.client_id = ${clientId} or exists (
        select from (${appointed(companyId)}) y where y.project_id = p.id and y.user_id = ${userId}))))`

const appointed = (companyId: string) => part`
  select project_id, user_id from project_approver where company_id = ${companyId}
  union select project_id, user_id from project_permission where company_id = ${companyId}`

/** Whether an administrator names them, or somebody who may know them. */
export async function mayName(tx: TenantTx, actor: Actor, userId: string): Promise<boolean> {
  if (actor.role === 'admin') return true
  const found = await tx.one<{ id: string }>(sql`
    select m.user_id as id from member m
    where m.company_id = ${tx.companyId} and m.user_id = ${userId} and ${withinSight(actor)}`)
  return found !== null
}
