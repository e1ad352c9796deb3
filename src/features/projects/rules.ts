/**
 * Projects say who may do what. Seeing, editing and administering come with the company's administration
 * and with being the project's client; approving and executing are always given by name, to nobody else.
 */
import { ownHands } from '#features/identity/rules/hands.ts'
import type { Actor, Role } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export const permissions = ['view', 'edit', 'approve', 'execute', 'admin'] as const
export type Permission = (typeof permissions)[number]
export type ProjectStatus = 'active' | 'inactive'

/** What may be held in every project at once; `all` is to see, edit and administer. */
export const globalPermissions = ['all', ...permissions] as const
export type GlobalPermission = (typeof globalPermissions)[number]

/** Roles whose people may be given permissions: a provider's are given none. */
export const rolesOfPeople = ['admin', 'client', 'client_user', 'approver'] as const satisfies readonly Role[]

/** How one person stands towards one project. */
export type Standing = {
  readonly clientId: string
  /** By name in the project, or by the person's global list. */
  readonly permissions: readonly Permission[]
  /** Named in the project's list of approvers, or approves everywhere. */
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
  | 'not_your_person'
  | 'permission_lacked'
  | 'stale_project'
  | 'fresh_hands'
  | OwnHand

export type OwnHand = 'own_hand'

/**
 * Nobody gives themselves power over what is open: not a seat, not somebody's place for some days, not what somebody
 * leaves behind. Another administrator gives it to them.
 */
export const byAnotherHand = (
  actor: Pick<Actor, 'userId'>,
  userId: string | null | undefined,
): true | Refusal<OwnHand> => (actor.userId === userId ? refuse('own_hand') : true)

/** A member of the company with what they hold in one project by name, and in all. */
export type Permitted = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly active: boolean
  readonly clientId: string | null
  readonly own: readonly Permission[]
  readonly everywhere: readonly GlobalPermission[]
}

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

/** Permissions by name together with a global list, in which `all` leaves approving and executing out. */
export function withEverywhere(
  own: readonly Permission[],
  everywhere: readonly GlobalPermission[],
): Permission[] {
  const isAll = (permission: Permission) => permission !== 'approve' && permission !== 'execute'
  return permissions.filter(
    permission =>
      own.includes(permission) ||
      everywhere.includes(permission) ||
      (everywhere.includes('all') && isAll(permission)),
  )
}

/** What follows from holding these: whoever may do anything sees, and whoever administers also edits. */
export function impliedBy(held: readonly Permission[]): Permission[] {
  const isImplied = (permission: Permission) =>
    (permission === 'view' && held.some(each => each !== 'view')) ||
    (permission === 'edit' && held.includes('admin'))
  return permissions.filter(isImplied)
}

/** In which projects a person's global list counts. */
export type Reach =
  | { readonly kind: 'company' }
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'nothing' }

export function reachOf(actor: Pick<Actor, 'role' | 'clientId'>): Reach {
  if (actor.role === 'admin' || actor.role === 'approver') return { kind: 'company' }
  const isClients = actor.role === 'client' || actor.role === 'client_user'
  return isClients && actor.clientId ? { kind: 'client', clientId: actor.clientId } : { kind: 'nothing' }
}

/** A person's global list counts in projects of this client. */
export function isWithinReach(person: Pick<Actor, 'role' | 'clientId'>, clientId: string): boolean {
  const reach = reachOf(person)
  return reach.kind === 'company' || (reach.kind === 'client' && reach.clientId === clientId)
}

/** Permissions of a person in a project of this client: by name, and by a global list that counts there. */
export const heldIn = (
  person: Pick<Permitted, 'role' | 'clientId' | 'own' | 'everywhere'>,
  clientId: string,
): Permission[] => withEverywhere(person.own, isWithinReach(person, clientId) ? person.everywhere : [])

/** On whose side a person stands towards the orders of a client: the company's, that client's, or neither. */
export type Side = 'company' | 'client' | 'neither'

export function sideOf(person: Pick<Actor, 'role' | 'clientId'>, clientId: string): Side {
  const reach = reachOf(person)
  if (reach.kind === 'company') return person.clientId === null ? 'company' : 'neither'
  return reach.kind === 'client' && reach.clientId === clientId ? 'client' : 'neither'
}

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

/** Saying who may do what: the company's administrator, and whoever administers the project on its client's side. */
export function mayAppoint(actor: Actor, standing: Standing): true | Refusal<ProjectRefusal> {
  return actor.role === 'admin' || (actor.clientId === standing.clientId && holds(actor, standing, 'admin'))
    ? true
    : refuse('forbidden')
}

/** Only the company's administrators say what a project is and whether it takes orders. */
export function mayChangeProject(actor: Pick<Actor, 'role'>): true | Refusal<ProjectRefusal> {
  return actor.role === 'admin' ? true : refuse('forbidden')
}

/** Nobody writes over what another has just saved. */
export function sameProject(
  project: { readonly updatedAt: string },
  seen: string,
): true | Refusal<ProjectRefusal> {
  return project.updatedAt === seen ? true : refuse('stale_project')
}

/**
 * Giving or taking these permissions. On the client's side only among the own people, and only what one holds
 * oneself; the company's administrator appoints whom they want.
 */
export function mayPermit(
  actor: Actor,
  standing: Standing,
  person: { readonly clientId: string | null },
  changed: readonly Permission[],
): true | Refusal<ProjectRefusal> {
  const may = firstRefusal<ProjectRefusal>(mayAppoint(actor, standing), mayEmpower(actor, changed))
  if (may !== true || actor.role === 'admin') return may
  if (person.clientId !== actor.clientId) return refuse('not_your_person')
  const lacked = changed.find(permission => !holds(actor, standing, permission))
  return lacked === undefined ? true : refuse('permission_lacked', { permission: lacked })
}

/** Approving and executing are power over open orders; the rest prepares. */
export const isPower = (permission: GlobalPermission): boolean =>
  permission === 'approve' || permission === 'execute'

/** Whoever works with an account that may be in other hands neither gives nor takes power over open orders. */
export const mayEmpower = (
  actor: Actor,
  changed: readonly GlobalPermission[],
): true | Refusal<'fresh_hands'> => (changed.some(isPower) ? ownHands(actor) : true)

/** Whether the person can be given something in a project of this client. */
export function isEligible(
  person: Pick<Permitted, 'active' | 'role' | 'clientId'>,
  clientId: string,
): boolean {
  const hasRole = rolesOfPeople.some(role => role === person.role)
  return person.active && hasRole && (person.clientId === null || person.clientId === clientId)
}

/** What lists differ in, either way. */
export function difference<Item>(before: readonly Item[], after: readonly Item[]): Item[] {
  return [...before.filter(item => !after.includes(item)), ...after.filter(item => !before.includes(item))]
}

/** Global lists are the company's to give. */
export function mayPermitEverywhere(actor: Actor): true | Refusal<ProjectRefusal> {
  return actor.role === 'admin' ? true : refuse('forbidden')
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
 * Nobody comes to approve and to execute by a change of their permissions. Held together from before, as a change of
 * the company's policy leaves them, they are not this change's fault.
 */
export function bothIn(
  held: readonly Permission[],
  changed: readonly Permission[],
  executorMayApprove: boolean,
): true | Refusal<ProjectRefusal> {
  const has = (permission: Permission) => (held.includes(permission) ? ['this person'] : [])
  const isAbout = changed.includes('approve') || changed.includes('execute')
  return isAbout ? separated(has('approve'), has('execute'), executorMayApprove) : true
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
