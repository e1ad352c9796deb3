/**
 * Projects say who may do what. Seeing, editing and administering come with the company's administration
 * and with being the project's client; approving and executing are always given by name, to nobody else.
 */
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export const permissions = ['view', 'edit', 'approve', 'execute', 'admin'] as const
export type Permission = (typeof permissions)[number]
export type ProjectStatus = 'active' | 'inactive'

/** How one person stands towards one project. */
export type Standing = {
  readonly clientId: string
  readonly permissions: readonly Permission[]
  /** Named in the project's list of approvers. */
  readonly isApprover: boolean
  /** The person's provider is party to a contract of the project. */
  readonly isItsProvider: boolean
}

export type ProjectRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'plan_limit'
  | 'client_inactive'
  | 'contract_of_other_client'
  | 'currencies_differ'
  | 'approver_is_executor'
  | 'person_not_eligible'
  | 'approver_has_open_seats'

/** Whether the person holds a permission on the project. Being an administrator does not make one an approver. */
export function holds(actor: Actor, standing: Standing, permission: Permission): boolean {
  const named = standing.permissions.includes(permission)
  if (permission === 'approve') return named || standing.isApprover
  if (permission === 'execute') return named
  return (
    named || standing.permissions.includes('admin') || actor.role === 'admin' || isItsClient(actor, standing)
  )
}

export const isItsClient = (actor: Actor, standing: Standing): boolean =>
  actor.role === 'client' && actor.clientId === standing.clientId

/** Whose projects a person sees; the same question answers for the orders inside them. */
export type Scope =
  | { readonly kind: 'company' }
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'assigned'; readonly userId: string }
  | { readonly kind: 'provider'; readonly providerId: string }
  | { readonly kind: 'nothing' }

export function scopeOf(actor: Actor): Scope {
  switch (actor.role) {
    case 'admin':
      return { kind: 'company' }
    case 'client':
      return actor.clientId ? { kind: 'client', clientId: actor.clientId } : { kind: 'nothing' }
    case 'client_user':
    case 'approver':
      return { kind: 'assigned', userId: actor.userId }
    case 'provider':
    case 'provider_user':
      return actor.providerId ? { kind: 'provider', providerId: actor.providerId } : { kind: 'nothing' }
    case 'admin_saas':
      return { kind: 'nothing' }
  }
}

/** Whether the person sees the project at all; to anybody else it does not exist. */
export function sees(actor: Actor, standing: Standing): boolean {
  const scope = scopeOf(actor)
  switch (scope.kind) {
    case 'company':
      return true
    case 'client':
      return scope.clientId === standing.clientId
    case 'assigned':
      return standing.isApprover || standing.permissions.length > 0
    case 'provider':
      return standing.isItsProvider
    case 'nothing':
      return false
  }
}

/** Making projects is the administrator's, while the company is not suspended. */
export function mayCreate(actor: Actor): true | Refusal<ProjectRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  return actor.companySuspended ? refuse('company_suspended') : true
}

/** Saying who approves and who executes. */
export function mayAppoint(actor: Actor, standing: Standing): true | Refusal<ProjectRefusal> {
  return actor.role === 'admin' ||
    (actor.clientId === standing.clientId && standing.permissions.includes('admin'))
    ? true
    : refuse('forbidden')
}

/** Unless the company allows it, nobody both approves and executes in one project. */
export function separated(
  approverIds: readonly string[],
  executorIds: readonly string[],
  executorMayApprove: boolean,
): true | Refusal<ProjectRefusal> {
  const both = approverIds.some(id => executorIds.includes(id))
  return both && !executorMayApprove ? refuse('approver_is_executor') : true
}

/**
 * Who may make an order in a project: its client, whoever holds `edit`, the company's administrator, and a
 * provider of the project, who may only ask to be paid. Nobody while the company is suspended.
 */
export function mayOrder(
  actor: Actor,
  standing: Standing,
  order: { readonly type?: 'gasto' | 'emision'; readonly providerId?: string } = {},
): true | Refusal<'forbidden' | 'company_suspended'> {
  if (actor.companySuspended) return refuse('company_suspended')
  if (actor.providerId === null) return holds(actor, standing, 'edit') ? true : refuse('forbidden')
  const isItsOwnPayment =
    order.type !== 'emision' && (order.providerId ?? actor.providerId) === actor.providerId
  return standing.isItsProvider && isItsOwnPayment ? true : refuse('forbidden')
}
