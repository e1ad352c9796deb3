/**
 * Release of a batch by a second person, in SQL: `mayRelease` of the rules. Expects `payment_batch` as `b`; each piece
 * says what else.
 */
import { decidersOfDocument, forcersOfDocument } from '#features/approvals/scope.ts'
import { inForce, letsExecute } from '#features/delegations/scope.ts'
import { isAuthor } from '#features/documents/scope.ts'
import { executesIn, ofDocument } from '#features/projects/scope.ts'
import { type Part, part } from '#server/database/sql.ts'

/** Orders that the batch `b` pays, and credit notes that it nets. */
export const ordersOfBatch = part`(select po.company_id, po.document_id from payment_batch_order po
    where po.company_id = b.company_id and po.batch_id = b.id
  union all select nc.company_id, nc.credit_note_id from netted_credit_note nc
    where nc.company_id = b.company_id and nc.batch_id = b.id)`

/** Predicate: some order `d` of the batch `b` meets the condition. */
const someOrder = (condition: Part): Part => part`exists (select from ${ordersOfBatch} bo
  join document d on d.company_id = bo.company_id and d.id = bo.document_id where ${condition})`

/** Predicate: the person executes in the project of every order of the batch `b`. */
export const executesEvery = (userId: Part): Part =>
  part`not ${someOrder(part`not ${executesIn(userId, ofDocument(part`d`))}`)}`

/**
 * Predicate on `g`, a row of `delegation`: on this day its substitute executes every order of the batch `b`, of which they
 * do not execute some in their own place.
 */
export const letsHandle = (day: Part): Part =>
  part`(${inForce(day)} and not ${someOrder(part`not (
  ${executesIn(part`g.to_user`, ofDocument(part`d`))} or ${letsExecute(day, part`d`)})`)})`

/** Predicate: the person made the batch `b`, or somebody made it in their place. */
export const hasMade = (userId: Part): Part => part`(${userId} in (b.made_by, b.made_for))`

/** Predicate: the person wrote a revision of an order of the batch `b`. */
export const hasWritten = (userId: Part): Part => someOrder(isAuthor(userId, part`d`))

/** Predicate: the person decided on an order of the batch `b`, in their own seat or in place of somebody else. */
export const hasDecided = (userId: Part): Part =>
  someOrder(part`${userId} = any (${decidersOfDocument(part`d`)})`)

/** Predicate: the person forced a decision on an order of the batch `b`. */
export const hasForced = (userId: Part): Part =>
  someOrder(part`${userId} = any (${forcersOfDocument(part`d`)})`)

/** Predicate: the batch `b` waits for its release. */
export const awaitsRelease = part`(b.needs_release and b.released_at is null and b.cancelled_at is null)`

/**
 * Predicate: the person did not make the batch `b` and could release it on this day, also in the place of somebody of whom
 * the same is true; expects `company` as `co`.
 */
export const isSecondHand = (
  day: Part,
  userId: Part,
): Part => part`(${isApart(userId)} and (${executesEvery(userId)}
  or exists (select from delegation g where g.company_id = b.company_id and g.to_user = ${userId}
    and ${letsHandle(day)} and ${isApart(part`g.from_user`)})))`

/** Predicate: the person has had no hand in the batch `b` or its orders; expects `company` as `co`. */
const isApart = (userId: Part): Part => part`(${hasMade(userId)} is not true and not ${hasWritten(userId)}
  and not ${hasForced(userId)} and (co.executor_may_approve or not ${hasDecided(userId)}))`

/** True when the client of the order `d` has paid its provider before; other clients' payments are not revealed. */
export const isProviderPaid = part`exists (select from document f
  join execution e on e.company_id = f.company_id and e.document_id = f.id and e.returned_at is null
  where f.company_id = d.company_id and f.provider_id = d.provider_id and f.client_id = d.client_id and f.type = 'gasto')`
