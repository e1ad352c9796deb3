/** Files of received invoices that a person sees, as an SQL predicate: twin of `seesReceived` in the rules of invoices. */
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'

/** Predicate: the person sees the received invoice; expects `received_invoice` as `r`. */
export function receivedVisibleTo(actor: Actor): Part {
  if (actor.role === 'admin') return part`true`
  if (actor.providerId !== null) return part`r.sender_provider_id = ${actor.providerId}`
  if (actor.role === 'client') return part`r.client_id = ${actor.clientId}`
  if (actor.role !== 'client_user') return part`false`
  return part`(r.client_id = ${actor.clientId} and exists (select from member_permission x
    where x.company_id = r.company_id and x.user_id = ${actor.userId} and x.permission in ('edit', 'all')))`
}
