/**
 * The rules of delegations, said in SQL as pieces of other statements; `scope.test.ts` holds each against its rule. A
 * piece speaks of `g`, a row of `delegation`: for some days its substitute (`to_user`) decides or executes in the place of
 * its principal (`from_user`). Other rows are named by the aliases that it is given.
 */
import type { Duty } from '#features/delegations/rules.ts'
import { rolesOfPeople } from '#features/projects/rules.ts'
import { executedBy, executesIn, holders, ofDocument, type PersonAliases } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant, type TimeZone } from '#kernel/day.ts'
import { nothing, type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Piece that only a substitute needs: left out for somebody who has never been one. */
export const forSubstitute = (actor: Actor, piece: Part): Part =>
  actor.neverSubstitute === true ? nothing : piece

/** Date of this transaction in a time zone that is known. */
export const today = (tx: TenantTx, zone: TimeZone): Part => part`${dayFromInstant(tx.now, zone)}::date`

/** Date of this transaction in the time zone of its company, which is read. */
export const companysToday = (tx: TenantTx): Part => part`(
  select (${tx.now}::timestamptz at time zone co.time_zone)::date from company co where co.company_id = ${tx.companyId})`

/** Condition on `g`: the delegation is `active` on this day, and its principal can still sign in. */
export const inForce = (day: Part): Part => part`(
  g.ended_at is null and ${day} between g.starts_on and g.ends_on
    and exists (select from member gm join account gw on gw.id = gm.user_id
      where gm.company_id = g.company_id and gm.user_id = g.from_user and gm.active and gw.active))`

/**
 * Condition on `g`, its substitute and an order: the delegation lets the substitute decide the order on this day
 * (`covering`). For statements that have the substitute's rows: their aliases and the order's are given.
 */
export const letsSubstituteDecide = (
  day: Part,
  { member, account }: PersonAliases,
  document: Part,
): Part => part`(
  ${inForce(day)} and ${coversDuty('approve')} and ${coversAmount(document)} and ${account}.role = any (${rolesOfPeople}::text[])
    and (${member}.client_id is null or ${member}.client_id = ${document}.client_id))`

/**
 * Condition on `g` and an order: the delegation lets this actor decide the order today. Like
 * `letsSubstituteDecide`, with the role and the client of the session, so that no rows are read for them.
 */
export function letsActorDecide(tx: TenantTx, actor: Actor, document: Part): Part {
  if (!rolesOfPeople.some(role => role === actor.role)) return part`false`
  const isOfActorsClient =
    actor.clientId === null ? part`true` : part`${document}.client_id = ${actor.clientId}`
  return part`(g.company_id = ${tx.companyId} and g.to_user = ${actor.userId}
    and ${inForce(today(tx, actor.zone))} and ${coversDuty('approve')} and ${coversAmount(document)}
    and ${isOfActorsClient})`
}

/**
 * Condition on `g` and an order: on this day the delegation lets its substitute execute the order, in whose project its
 * principal executes.
 */
export const letsExecute = (day: Part, document: Part): Part => part`(
  ${inForce(day)} and ${coversDuty('execute')} and ${coversAmount(document)}
    and ${executesIn(part`g.from_user`, ofDocument(document))}
    and exists (select from member sm join account sw on sw.id = sm.user_id
      where sm.company_id = g.company_id and sm.user_id = g.to_user and sw.role = any (${rolesOfPeople}::text[])
        and (sm.client_id is null or sm.client_id = ${document}.client_id)))`

/** Predicate: on this day the person executes the order in the place of somebody. */
export const executesInPlace = (day: Part, userId: Part, document: Part): Part => part`exists (
  select from delegation g where g.company_id = ${document}.company_id and g.to_user = ${userId}
    and ${letsExecute(day, document)})`

/** People in whose place the actor executes the order today, as JSON of `Principal`; the first named first. */
export const executingForAsJson = (tx: TenantTx, actor: Actor, document: Part): Part =>
  actor.neverSubstitute === true
    ? part`'[]'::json`
    : part`(
  select coalesce(json_agg(json_build_object('userId', g.from_user, 'name', trim(gw.name || ' ' || gw.last_name))
    order by g.created_at, g.id), '[]')
  from delegation g join account gw on gw.id = g.from_user
  where g.company_id = ${document}.company_id and g.to_user = ${actor.userId}
    and ${letsExecute(today(tx, actor.zone), document)})`

/** Query of `project_id`: the projects in which today the actor executes in the place of somebody. */
export function executedFor(tx: TenantTx, actor: Actor): Part {
  const isOfPeople = rolesOfPeople.some(role => role === actor.role)
  const isOfActorsClient = actor.clientId === null ? part`true` : part`p.client_id = ${actor.clientId}`
  // `offset 0`: projects are read for each delegation, of which hardly anybody has any, and not before.
  return part`
    select x.project_id from delegation g
    cross join lateral (select h.project_id from (${holders(tx.companyId, 'execute')}) h
      join project p on p.company_id = ${tx.companyId} and p.id = h.project_id
      where h.user_id = g.from_user and ${isOfActorsClient} offset 0) x
    where ${isOfPeople}::boolean and g.company_id = ${tx.companyId} and g.to_user = ${actor.userId}
      and g.ended_at is null and ${coversDuty('execute')} and ${inForce(today(tx, actor.zone))}`
}

/** Query of `project_id`: the projects in which today the actor executes, in their own place or somebody's. */
export const projectsToExecute = (tx: TenantTx, actor: Actor): Part =>
  part`${executedBy(actor)} ${forSubstitute(actor, part`union ${executedFor(tx, actor)}`)}`

/** Condition on `g`: the delegation covers the duty. */
export const coversDuty = (duty: Duty): Part => part`g.covers in ('both', ${duty})`

/** Condition on `g` and an order: its amount does not exceed the delegation's maximum, in the same currency. */
const coversAmount = (document: Part) =>
  part`(g.max_minor is null or g.currency = ${document}.currency and ${document}.amount_minor <= g.max_minor)`

/**
 * Query of `document_id`: the orders in which the actor is a substitute. Those that wait today for a principal whose
 * delegation lets the actor decide them, and those that the actor once decided or executed for somebody.
 */
export function documentsAsSubstitute(tx: TenantTx, actor: Actor): Part {
  return part`select a.document_id from delegation g
      join approval a on a.company_id = g.company_id and a.approver_id = g.from_user and a.status = 'pending'
      join document d on d.company_id = a.company_id and d.id = a.document_id and d.revision = a.revision
        and d.state = 'in_approval'
      where ${letsActorDecide(tx, actor, part`d`)}
    union select document_id from approval where company_id = ${tx.companyId} and decided_by = ${actor.userId}
    union select document_id from execution
      where company_id = ${tx.companyId} and executed_by = ${actor.userId} and executed_for is not null`
}

/** Condition on `m`, a row of `member`: somebody whom the actor may know, and so name as substitute (`isWithinSight`). */
export const withinSight = ({ companyId, userId, clientId }: Actor): Part => part`
  (m.client_id = ${clientId} or exists (
    select from (${appointed(companyId)}) x join project p on p.company_id = ${companyId} and p.id = x.project_id
    where x.user_id = m.user_id and (m.client_id is null or m.client_id = p.client_id)
      and (p.client_id = ${clientId} or x.project_id in (
        select y.project_id from (${appointed(companyId)}) y where y.user_id = ${userId}))))`

/** Query of `project_id` and `user_id`: the people appointed in a project, for any duty. */
const appointed = (companyId: string) => part`
  select project_id, user_id from project_approver where company_id = ${companyId}
  union select project_id, user_id from project_permission where company_id = ${companyId}`
