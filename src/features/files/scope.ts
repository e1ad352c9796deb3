/**
 * Files of received invoices and of the bank that a person sees, as SQL predicates: twins of `seesReceived` in the rules
 * of invoices, and of `seesDesk` in those of the bank.
 */
import { executesEverywhere } from '#features/projects/scope.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'

/** Predicate: the person sees the received invoice; expects `received_invoice` as `r`. */
export function receivedVisibleTo(actor: Actor): Part {
  if (readsWholeCompany(actor.role)) return part`true`
  if (actor.providerId !== null) return part`r.sender_provider_id = ${actor.providerId}`
  if (actor.role === 'client') return part`r.client_id = ${actor.clientId}`
  if (actor.role !== 'client_user') return part`false`
  return part`(r.client_id = ${actor.clientId} and exists (select from member_permission x
    where x.company_id = r.company_id and x.user_id = ${actor.userId} and x.permission in ('edit', 'all')))`
}

/** Predicate: the person sees what the company's bank says. */
export function bankVisibleTo(actor: Actor): Part {
  if (readsWholeCompany(actor.role)) return part`true`
  return actor.role === 'approver' ? executesEverywhere(actor) : part`false`
}
