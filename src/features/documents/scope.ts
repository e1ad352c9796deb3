/**
 * Projects and orders that a person sees, and authors of an order, as SQL predicates: twins of `visibleProjects` and
 * `sees` in the rules of projects and of `seesDocument` in this slice. `scope.test.ts` holds each against its
 * rule.
 */
import { documentsAsSubstitute, executedFor, forSubstitute } from '#features/delegations/scope.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import { assignedTo, isPartyTo } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { nothing, type Part, part, written } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Predicate: the person sees the project; expects `project` as `p`. */
export function projectVisibleTo(actor: Actor): Part {
  const scope = visibleProjects(actor)
  switch (scope.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`p.client_id = ${scope.clientId}`
    case 'assigned':
      return part`p.id = any (array(${assignedTo(actor)}))`
    case 'provider':
      // Party to one of its contracts, or named in one of its orders: an order links to its project.
      return part`(${isPartyTo(scope.providerId)}
        or exists (select from document d where d.company_id = p.company_id and d.project_id = p.id
          and d.provider_id = ${scope.providerId}))`
    case 'nothing':
      return part`false`
  }
}

/**
 * Query of `project_id`: the projects whose orders a person of projects sees: they hold something there, or stand in today
 * for somebody who executes there.
 */
export const projectsOfOrders = (tx: TenantTx, actor: Actor): Part =>
  part`${assignedTo(actor)} ${forSubstitute(actor, part`union ${executedFor(tx, actor)}`)}`

/** Predicate: the person sees the order; expects `document` (or a counterpart with its columns) as `d`. */
export function documentVisibleTo(tx: TenantTx, actor: Actor): Part {
  const scope = visibleProjects(actor)
  switch (scope.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`d.client_id = ${scope.clientId}`
    case 'assigned':
      // A flow may ask somebody outside the project: they see the order they have a seat in, and no other.
      // `in`, not `any`: PostgreSQL looks the project up, and does not compare it with hundreds.
      return part`(d.project_id in (${projectsOfOrders(tx, actor)}) or ${hasSeat(actor)} ${orAsSubstitute(tx, actor)})`
    case 'provider':
      return part`d.provider_id = ${scope.providerId}`
    case 'nothing':
      return part`false`
  }
}

/** Most seats outside somebody's projects that are read at once: of more, the walk past open orders soon finds enough. */
const maxAtOnce = 400

/**
 * Predicate: `documentVisibleTo` for an open order (`isOpen`). Its seats are not tallied, and few of somebody's are not:
 * these are read at once, and no order of others is asked for a seat.
 */
export function openDocumentVisibleTo(tx: TenantTx, actor: Actor): Part {
  if (visibleProjects(actor).kind !== 'assigned') return documentVisibleTo(tx, actor)
  const projects = projectsOfOrders(tx, actor)
  const seats = part`select a.document_id from approval a where a.company_id = ${actor.companyId}
    and a.approver_id = ${actor.userId} and a.tallied_state is null
    and (a.project_id is null or a.project_id not in (${projects})) limit ${written(maxAtOnce + 1)}`
  return part`(d.project_id in (${projects}) or d.id in (${seats})
    or (select count(*) from (${seats}) x) > ${written(maxAtOnce)} and ${hasSeat(actor)} ${orAsSubstitute(tx, actor)})`
}

/** Asked of each order that is left (`limit`): PostgreSQL does not read every seat that the person ever had. */
const hasSeat = ({ userId }: Actor): Part => part`(select true from approval a
  where a.company_id = d.company_id and a.approver_id = ${userId} and a.document_id = d.id limit 1) is not null`

const orAsSubstitute = (tx: TenantTx, actor: Actor): Part =>
  forSubstitute(actor, part`or d.id = any (array(${documentsAsSubstitute(tx, actor)}))`)

/**
 * Predicate: the person sees the order only because of a seat, theirs or one they substitute, and not by its
 * project, nor because they stand in for its executor; expects `document` as `d`. `numbers`: those of these orders, or of
 * some of them, with perhaps others that the person sees.
 */
export function seatedElsewhere(
  tx: TenantTx,
  actor: Actor,
  numbers: Part = numbersSeatedElsewhere(tx, actor),
): Part {
  // An array: PostgreSQL finds these few by their numbers, and does not read every order to leave out its project.
  return part`d.project_id <> all (array(${projectsOfOrders(tx, actor)}))
    and d.number = any (array(${numbers}))`
}

/** Query of `number`: the orders of `documentsSeatedElsewhere`. */
export const numbersSeatedElsewhere = (tx: TenantTx, actor: Actor): Part => part`
  select ${numberFromId(part`s.document_id`)} as number from (${documentsSeatedElsewhere(tx, actor)}) s`

/** Query of `number`: those of `numbersSeatedElsewhere` in a project, with perhaps others of them. */
export const numbersSeatedIn = (tx: TenantTx, actor: Actor, projectId: string): Part => {
  const seats = part`select a.document_id from approval a
    where a.company_id = ${actor.companyId} and a.approver_id = ${actor.userId}`
  return part`
    select ${numberFromId(part`s.document_id`)} as number from (
      ${seats} and a.project_id = ${projectId} and ${projectId} not in (${projectsOfOrders(tx, actor)})
      union all ${seats} and a.project_id is null
      ${forSubstitute(actor, part`union all (${documentsAsSubstitute(tx, actor)})`)}) s`
}

/** Number of an order from its id: what follows `DOC-`. An index finds numbers a little sooner than ids. */
export const numberFromId = (id: Part): Part => part`substr(${id}, 5)::int`

/**
 * Query of `document_id`: the orders of `seatedElsewhere` and perhaps others that the person sees, of which some may stand
 * twice. It may be cut by a `limit`, and then reads no more than that.
 */
export const documentsSeatedElsewhere = (tx: TenantTx, actor: Actor): Part =>
  ofSeatsAndSubstitutes(tx, actor, nothing)

/** Query of `number`: those of `numbersSeatedElsewhere` that may be rejected or cancelled, and perhaps others of them. */
export const numbersPerhapsRejectedElsewhere = (tx: TenantTx, actor: Actor): Part => part`
  select ${numberFromId(part`s.document_id`)} as number from (${ofSeatsAndSubstitutes(
    tx,
    actor,
    // In the words of its index.
    part`and (a.tallied_state is null or a.tallied_state in ('rejected', 'cancelled'))`,
  )}) s`

const ofSeatsAndSubstitutes = (tx: TenantTx, actor: Actor, condition: Part): Part => part`
  ${ofSeatsElsewhere(tx, actor, condition)}
  ${forSubstitute(actor, part`union all (${documentsAsSubstitute(tx, actor)})`)}`

/**
 * Query of `document_id`: those of `documentsSeatedElsewhere` that no row of `seat_tally` counts for the person, because they
 * were open when seats were last tallied, or because the person only stands in for whoever has the seat.
 */
export const notTalliedElsewhere = (tx: TenantTx, actor: Actor): Part => part`
  ${ofSeatsElsewhere(tx, actor, part`and a.tallied_state is null`)}
  ${forSubstitute(
    actor,
    part`union all (select x.document_id from (${documentsAsSubstitute(tx, actor)}) x where (
      select true from approval a where a.company_id = ${actor.companyId} and a.approver_id = ${actor.userId}
        and a.document_id = x.document_id and a.tallied_state is not null limit 1) is null)`,
  )}`

/** Condition on `seat_tally` as `t`: the person's, in a project whose orders they do not see for another reason. */
export const talliedElsewhere = (tx: TenantTx, actor: Actor): Part => part`
  t.company_id = ${actor.companyId} and t.approver_id = ${actor.userId} and t.count > 0
    and t.project_id not in (${projectsOfOrders(tx, actor)})`

/**
 * Number of the orders of `documentsSeatedElsewhere`: as the counters have it, and what they lack counted one by one, until
 * there are `most`. `condition`: on the counters `t`, of those that count; what they lack counts whatever it is.
 */
export const countElsewhere = (
  tx: TenantTx,
  actor: Actor,
  most: Part,
  condition: Part = part`true`,
): Part => part`(
  select tallied.count + others.count from (
    select coalesce(sum(t.count), 0)::int as count from seat_tally t
    where ${talliedElsewhere(tx, actor)} and ${condition}) tallied
  cross join lateral (select count(*)::int as count from (
    ${notTalliedElsewhere(tx, actor)} limit greatest(${most} - tallied.count, 0)) x) others)`

/**
 * Query of `document_id`: the orders outside the person's projects in which they have a seat that meets the condition. Seats
 * are looked for in each project of others where these are few; all at once where those of the person's own projects, which
 * are left out, are few; else in the projects that have one.
 */
function ofSeatsElsewhere(tx: TenantTx, actor: Actor, condition: Part): Part {
  const seats = part`select a.document_id from approval a
    where a.company_id = ${actor.companyId} and a.approver_id = ${actor.userId} ${condition}`
  const isFound = (way: Part) => part`(select way from found) = ${way}`
  return part`
  with own as materialized (${projectsOfOrders(tx, actor)}),
    others as materialized (select p.id from project p
      where p.company_id = ${actor.companyId} and p.id not in (select project_id from own) limit ${maxOthers + 1}),
    found as materialized (select case when (select count(*) from others) <= ${maxOthers} then 'in each'
      when ${haveFewOrders(actor)} then 'at once' else 'in steps' end as way)
  select a.document_id from others x cross join lateral (${seats} and a.project_id = x.id offset 0) a
    where ${isFound(part`'in each'`)}
  union all ${seats} and a.project_id is not null and a.project_id not in (select project_id from own)
    and ${isFound(part`'at once'`)}
  union all select a.document_id from (${projectsOfSeats(actor, condition)}) x
    cross join lateral (${seats} and a.project_id = x.project_id offset 0) a
    where x.project_id not in (select project_id from own) and ${isFound(part`'in steps'`)}
  union all ${seats} and a.project_id is null`
}

/** Most projects of others in which a seat is looked for one by one. */
const maxOthers = 300

/** Most orders of the person's projects whose seats are read only to be left out, and most projects that are counted. */
const [maxOwnOrders, maxOwnProjects] = [20_000, 100]

/** Predicate: the projects `own` have few orders, as the counters have it. */
const haveFewOrders = ({ companyId }: Actor): Part => part`
  case when (select count(*) from (select from own limit ${maxOwnProjects + 1}) p) > ${maxOwnProjects} then false else (
    select coalesce(sum(t.count), 0) <= ${maxOwnOrders} from document_tally t
    where t.company_id = ${companyId} and t.project_id = any (array(select project_id from own))) end`

/** Ids of the projects in which the person has such a seat: one step of the index for each, however many seats. */
function projectsOfSeats({ companyId, userId }: Actor, condition: Part): Part {
  const next = (beyond: Part) => part`select a.project_id from approval a where a.company_id = ${companyId}
    and a.approver_id = ${userId} and a.project_id is not null ${condition} ${beyond} order by a.project_id limit 1`
  return part`with recursive placed (project_id) as ((${next(nothing)})
    union all select (${next(part`and a.project_id > placed.project_id`)}) from placed where placed.project_id is not null)
    select project_id from placed where project_id is not null`
}

/**
 * Predicate: the person is an author of the order (wrote one of its revisions, or made the token with which a service
 * did); expects `document` as the alias
 * given.
 */
export const isAuthor = (userId: Part, document: Part): Part => part`exists (select from document_revision r
  where r.company_id = ${document}.company_id and r.document_id = ${document}.id
    and (r.made_by = ${userId} or r.made_for = ${userId}))`

/** Array of the ids of an order's authors, of all its revisions; expects `document` as the alias given. */
export const authorsOfDocument = (document: Part): Part => part`array(
  select distinct author from document_revision r cross join unnest(array[r.made_by, r.made_for]) author
  where r.company_id = ${document}.company_id and r.document_id = ${document}.id and author is not null)`

/** Minor units that an open order still holds of its contract: what payments made of it are used; expects `document` as `d`. */
export const openCharge = part`(coalesce(d.charge_minor, d.amount_minor) - case when d.payments_made > 0 then (
  select sum(y.charge_minor) from payment y
  where y.company_id = d.company_id and y.document_id = d.id and y.is_paid) else 0 end)`

/** Minor units that the order takes from its contract; expects `document` as `d`. */
export const documentCharge = part`coalesce(d.charge_minor, d.amount_minor)`

/** Sign with which an order counts in sums of orders: twin of `creditSign`; expects `document` as `d`. */
const sign = part`case when d.credited_id is null then 1 else -1 end`

/** Minor units of an order's amount, as sums of orders count them; expects `document` as `d`. */
export const countedAmount = part`(d.amount_minor * ${sign})`

/**
 * Minor units of an execution, as sums of executed orders count them: the order's amount, or what one of its several
 * payments settled of it; expects `document` as `d` and `execution` as `e`.
 */
export const executedAmount = part`(coalesce(e.billed_minor, d.amount_minor) * ${sign})`

/** Minor units of an order's amount that are not paid yet, as sums of orders count them; expects `document` as `d`. */
export const remainingAmount = part`(${countedAmount} - case when d.payments_made > 0 then (
  select sum(y.billed_minor) from payment y
  where y.company_id = d.company_id and y.document_id = d.id and y.is_paid) else 0 end)`

/** Minor units that are paid; expects `document` as `d`. */
export const documentPayable = part`coalesce(d.payable_minor, d.amount_minor)`

/**
 * Minor units of what was paid of the order `d`, less what its credit notes gave back: those that were executed, and those
 * that a batch nets against a payment of another order, which will. `exceptIds`: credit notes that are not counted.
 */
export const keptCharge = (exceptIds: readonly string[] = []): Part => part`(
  (case when d.state = 'executed' then ${documentCharge} else ${documentCharge} - ${openCharge} end)
  - (select coalesce(sum(coalesce(n.charge_minor, n.amount_minor)), 0) from document n
    where n.company_id = d.company_id and n.credited_id = d.id and n.id <> all (${[...exceptIds]}::text[])
      and (n.state = 'executed' or n.netted_batch_id is not null and exists (select from netted_credit_note c
        where c.company_id = n.company_id and c.credit_note_id = n.id and c.batch_id = n.netted_batch_id
          and c.document_id <> d.id))))::bigint`
