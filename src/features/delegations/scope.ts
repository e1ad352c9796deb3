/**
 * Delegations in force and the orders they cover, in SQL: `delegationState` and `covering` of the rules. `scope.test.ts`
 * holds each fragment against its rule. Each fragment names the aliases it expects.
 */
import { rolesOfPeople } from '#features/projects/rules.ts'
import type { PersonAliases } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant, type TimeZone } from '#kernel/day.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Day of this transaction in a known time zone. */
export const today = (tx: TenantTx, zone: TimeZone): Part => part`${dayFromInstant(tx.now, zone)}::date`

/** Day of this transaction in the time zone of its company. */
export const companysToday = (tx: TenantTx): Part => part`(
  select (${tx.now}::timestamptz at time zone c.time_zone)::date from company c where c.company_id = ${tx.companyId})`

/** True when the delegation `g` is `active` on this day and its principal can still sign in. */
export const inForce = (day: Part): Part => part`(
  g.ended_at is null and ${day} between g.starts_on and g.ends_on
    and exists (select from member gm join account gw on gw.id = gm.user_id
      where gm.company_id = g.company_id and gm.user_id = g.from_user and gm.active and gw.active))`

/**
 * True when the delegation `g` lets its substitute, whose rows the aliases name, decide the order of this alias:
 * `covering`.
 */
export const covers = (day: Part, { member, account }: PersonAliases, order: Part): Part => part`(
  ${inForce(day)} and ${coversAmount(order)} and ${account}.role = any (${rolesOfPeople}::text[])
    and (${member}.client_id is null or ${member}.client_id = ${order}.client_id))`

/**
 * True when `g` is a delegation to this actor, in force today, that covers the order of this alias: `covers`, without
 * reading the actor's rows.
 */
export function mandates(tx: TenantTx, actor: Actor, order: Part): Part {
  if (!rolesOfPeople.some(role => role === actor.role)) return part`false`
  const ofItsClient = actor.clientId === null ? part`true` : part`${order}.client_id = ${actor.clientId}`
  return part`(g.company_id = ${tx.companyId} and g.to_user = ${actor.userId}
    and ${inForce(today(tx, actor.zone))} and ${coversAmount(order)} and ${ofItsClient})`
}

/** True when the amount of the order of this alias does not exceed the maximum of the delegation `g`. */
const coversAmount = (order: Part) =>
  part`(g.max_minor is null or g.currency = ${order}.currency and ${order}.amount_minor <= g.max_minor)`

/**
 * Ids of the orders that wait for one of the person's principals today, and of those that the person decided as a
 * substitute.
 */
export function standingIn(tx: TenantTx, actor: Actor): Part {
  return part`select s.document_id from delegation g
      join approval s on s.company_id = g.company_id and s.approver_id = g.from_user and s.status = 'pending'
      join document o on o.company_id = s.company_id and o.id = s.document_id and o.revision = s.revision
        and o.state = 'in_approval'
      where ${mandates(tx, actor, part`o`)}
    union select document_id from approval where company_id = ${tx.companyId} and decided_by = ${actor.userId}`
}

/** True for the members `m` whom a person may know, and so name: `isWithinSight`. */
export const withinSight = ({ companyId, userId, clientId }: Actor): Part => part`
  (m.client_id = ${clientId} or exists (
    select from (${appointed(companyId)}) x join project p on p.company_id = ${companyId} and p.id = x.project_id
    where x.user_id = m.user_id and (m.client_id is null or m.client_id = p.client_id)
      and (p.client_id = ${clientId} or exists (
        select from (${appointed(companyId)}) y where y.project_id = p.id and y.user_id = ${userId}))))`

/** Rows of `project_id` and `user_id`: the people named in a project, for any duty. */
const appointed = (companyId: string) => part`
  select project_id, user_id from project_approver where company_id = ${companyId}
  union select project_id, user_id from project_permission where company_id = ${companyId}`
