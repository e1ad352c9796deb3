/**
 * Seats that a person may decide, and deciders of an order, in SQL: `mayHold` and `decidableSeat` of the rules.
 * `scope.test.ts` holds each fragment against its rule. Each fragment names the aliases it expects.
 */
import { forSubstitute, letsActorDecide } from '#features/delegations/scope.ts'
import { isAuthor } from '#features/documents/scope.ts'
import { permissionReach } from '#features/projects/rules.ts'
import { executesIn, ofDocument } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** True when the person decides the open seat `a` of the order `d` in its approver's place: `decidableSeat`. */
export function decidesFor(tx: TenantTx, actor: Actor): Part {
  const me = part`${actor.userId}::uuid`
  const either = part`any (array[${me}, a.approver_id])`
  return part`(exists (select from delegation g where g.from_user = a.approver_id and ${letsActorDecide(tx, actor, part`d`)})
    and ${holdsSeat(actor)}
    and exists (select from member gm join account gw on gw.id = gm.user_id
      where gm.company_id = d.company_id and gm.user_id = a.approver_id
        and (gw.role in ('admin', 'approver') and gm.client_id is null
          or gw.role in ('client', 'client_user') and gm.client_id = d.client_id and not ${isOverrun}))
    and not (${isAuthor(either, part`d`)}
        or ${executesIn(either, ofDocument(part`d`))}
        and not (select co.executor_may_approve from company co where co.company_id = d.company_id))
    and not ${hasPartInStage(me, part`a`)})`
}

/** True when the person can decide the seat `a` of the order `d`, whose turn it is: their own, or as a substitute. */
export const awaitsDecision = (tx: TenantTx, actor: Actor): Part => part`
  a.company_id = ${tx.companyId} and a.status = 'pending'
  and a.approver_id = any (array(select ${actor.userId}::uuid ${forSubstitute(
    actor,
    part`union select g.from_user from delegation g where g.company_id = ${tx.companyId} and g.to_user = ${actor.userId}`,
  )}))
  and (a.approver_id = ${actor.userId} and ${holdsSeat(actor)} ${forSubstitute(actor, part`or ${decidesFor(tx, actor)}`)})`

/** True when the person has a seat in the stage of the seat of this alias, or decided one in it for another. */
export const hasPartInStage = (userId: Part, seat: Part): Part => part`exists (select from approval o
  where o.company_id = ${seat}.company_id and o.document_id = ${seat}.document_id and o.revision = ${seat}.revision
    and o.stage = ${seat}.stage and (o.approver_id = ${userId} and o.status <> 'void' or o.decided_by = ${userId}))`

/** True when the person may hold the seat `a` of the order `d` today: `mayHold`. */
export function holdsSeat(actor: Actor): Part {
  const reach = permissionReach(actor)
  switch (reach.kind) {
    case 'company':
      // A company role tied to a client belongs to neither side.
      return actor.clientId === null ? part`true` : part`false`
    case 'client':
      return part`(d.client_id = ${reach.clientId} and not ${isOverrun})`
    case 'nothing':
      return part`false`
  }
}

const isOverrun = part`exists (select from approval_stage z where z.company_id = a.company_id
  and z.document_id = a.document_id and z.revision = a.revision and z.stage = a.stage and z.origin = 'overrun')`

/**
 * Ids of everybody who decided on any revision of the order of this alias, as an array: of a substituted decision,
 * both the approver and the substitute; and whoever forced one.
 */
export const decidersOfDocument = (document: Part): Part =>
  part`array(${seatDeciders(document)} union ${forcers(document)})`

/** The same without whoever forced one, for a long list that asks for `forcersOfDocument` as well. */
export const seatDecidersOfDocument = (document: Part): Part => part`array(${seatDeciders(document)})`

const seatDeciders = (document: Part): Part => part`
  select unnest(array[a.approver_id, coalesce(a.decided_by, a.approver_id)]) from approval a
    where a.company_id = ${document}.company_id and a.document_id = ${document}.id and a.decided_at is not null`

/** True of an active person of the company itself, who may own its budgets; expects `member` as `m` and `account` as `who`. */
export const mayOwnBudgets: Part = part`(m.active and who.active and who.role in ('admin', 'approver'))`

/** Ids of everybody who forced a decision on any revision of the order of this alias, as an array. */
export const forcersOfDocument = (document: Part): Part => part`array(${forcers(document)})`

const forcers = (document: Part): Part => part`select s.forced_by from approval_stage s
  where s.company_id = ${document}.company_id and s.document_id = ${document}.id and s.forced_by is not null`
