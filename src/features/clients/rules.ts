/**
 * Clients are organisations with projects in the company. A client's id is its main account's user id, so that
 * a client sees exactly the projects that carry its own id.
 */
import { mayLetIn } from '#features/companies/rules.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Abilities, type Refusal, refuse } from '#kernel/refusal.ts'

export const clientStatuses = ['active', 'inactive'] as const
export type ClientStatus = (typeof clientStatuses)[number]

export type Client = {
  readonly id: string
  readonly name: string
  readonly taxId: string | null
  readonly email: string
  readonly phone: string | null
  readonly status: ClientStatus
}

export type ClientRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'sample_company'
  | 'plan_limit'
  | 'email_taken'
  | 'already_member'
  | 'already_invited'
  | 'same_tax_id'
  | 'stale_data'

export type ClientVerb = 'edit' | 'assignProviders'

/** Abilities over the company's clients: an administrator's only. */
export function clientAbilities(actor: Actor): Abilities<ClientVerb, ClientRefusal> {
  const may = actor.role === 'admin' ? true : refuse('forbidden')
  return { edit: may, assignProviders: may }
}

export function mayCreateClient(actor: Actor): true | Refusal<ClientRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  return mayLetIn(actor)
}

export type ClientReach =
  | { readonly kind: 'company' }
  | { readonly kind: 'own'; readonly clientId: string }
  | { readonly kind: 'nothing' }

/** Clients that a person sees: all of the company, or the one that the person belongs to. */
export function visibleClients(actor: Actor): ClientReach {
  if (readsWholeCompany(actor.role)) return { kind: 'company' }
  return actor.clientId === null ? { kind: 'nothing' } : { kind: 'own', clientId: actor.clientId }
}
