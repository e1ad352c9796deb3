/**
 * Permissions in projects. Viewing, editing and administering come with the company's administration and with
 * being the project's client; approving and executing are only ever granted by name.
 */
import { type Actor, onlyReads, type Role } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export const permissions = ['view', 'edit', 'approve', 'execute', 'admin'] as const
export type Permission = (typeof permissions)[number]
export type ProjectStatus = 'active' | 'inactive'

/** Permissions that may be held in every project at once; `all` is view, edit and admin. */
export const globalPermissions = ['all', ...permissions] as const
export type GlobalPermission = (typeof globalPermissions)[number]

/** Roles whose people may hold permissions: people of a provider hold none. */
export const rolesOfPeople = ['admin', 'client', 'client_user', 'approver'] as const satisfies readonly Role[]

/** Relation of one person to one project. */
export type Standing = {
  readonly clientId: string
  /** Permissions granted by name in the project, or by the person's global list. */
  readonly permissions: readonly Permission[]
  /** True for an approver named in the project, or one who approves everywhere. */
  readonly isApprover: boolean
  /** True when the person's provider is party to a contract of the project. */
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
  | 'untrusted_account'
  | OwnHand

export type OwnHand = 'own_hand'

/**
 * Refuses power over open orders that a person would grant to themselves: a seat, a substitution, the duties of
 * somebody who leaves. Another administrator has to grant it.
 */
export const byAnotherHand = (
  actor: Pick<Actor, 'userId'>,
  userId: string | null | undefined,
): true | Refusal<OwnHand> => (actor.userId === userId ? refuse('own_hand') : true)

/** Member of the company with their permissions: by name in one project, and global. */
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

/**
 * True when the person holds a permission on the project. Being an administrator does not make one an approver.
 */
export function holds(actor: Actor, standing: Standing, permission: Permission): boolean {
  const named = standing.permissions.includes(permission)
  if (permission === 'approve') return named || standing.isApprover
  if (permission === 'execute') return named
  // Whoever has become an auditor orders nothing any more, nor does work in their name.
  if (onlyReads(actor.role)) return permission === 'view'
  return (
    named || standing.permissions.includes('admin') || actor.role === 'admin' || isItsClient(actor, standing)
  )
}

/** True for the main account of the project's client. */
export const isItsClient = (actor: Actor, standing: Standing): boolean =>
  actor.role === 'client' && actor.clientId === standing.clientId

/** Permissions by name together with a global list, in which `all` excludes approving and executing. */
export function withEverywhere(
  own: readonly Permission[],
  everywhere: readonly GlobalPermission[],
): Permission[] {
  const isInAll = (permission: Permission) => permission !== 'approve' && permission !== 'execute'
  return permissions.filter(
    permission =>
      own.includes(permission) ||
      everywhere.includes(permission) ||
      (everywhere.includes('all') && isInAll(permission)),
  )
}

/** Permissions implied by others: every permission implies viewing, and administering implies editing. */
export function impliedBy(held: readonly Permission[]): Permission[] {
  const isImplied = (permission: Permission) =>
    (permission === 'view' && held.some(each => each !== 'view')) ||
    (permission === 'edit' && held.includes('admin'))
  return permissions.filter(isImplied)
}

/** Projects in which a person's global list counts. */
export type PermissionReach =
  | { readonly kind: 'company' }
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'nothing' }

export function permissionReach(actor: Pick<Actor, 'role' | 'clientId'>): PermissionReach {
  if (actor.role === 'admin' || actor.role === 'approver') return { kind: 'company' }
  const isClients = actor.role === 'client' || actor.role === 'client_user'
  return isClients && actor.clientId ? { kind: 'client', clientId: actor.clientId } : { kind: 'nothing' }
}

/** True when a person's global list counts in projects of this client. */
export function isWithinReach(person: Pick<Actor, 'role' | 'clientId'>, clientId: string): boolean {
  const reach = permissionReach(person)
  return reach.kind === 'company' || (reach.kind === 'client' && reach.clientId === clientId)
}

/** Permissions of a person in a project of this client: by name, and by a global list that counts there. */
export const heldIn = (
  person: Pick<Permitted, 'role' | 'clientId' | 'own' | 'everywhere'>,
  clientId: string,
): Permission[] => withEverywhere(person.own, isWithinReach(person, clientId) ? person.everywhere : [])

/** True when a person has a part in a project of this client: a permission in it, or the client's main account. */
export const hasPart = (
  person: Pick<Permitted, 'role' | 'clientId' | 'own' | 'everywhere'>,
  clientId: string,
): boolean =>
  (person.role === 'client' && person.clientId === clientId) || heldIn(person, clientId).length > 0

/** Side of a person towards the orders of a client: the company's, that client's, or neither. */
export type Side = 'company' | 'client' | 'neither'

export function personSide(person: Pick<Actor, 'role' | 'clientId'>, clientId: string): Side {
  const reach = permissionReach(person)
  if (reach.kind === 'company') return person.clientId === null ? 'company' : 'neither'
  return reach.kind === 'client' && reach.clientId === clientId ? 'client' : 'neither'
}

/** Projects that a person sees; it also answers for the orders inside them. */
export type ProjectReach =
  | { readonly kind: 'company' }
  | { readonly kind: 'client'; readonly clientId: string }
  | { readonly kind: 'assigned'; readonly userId: string }
  | { readonly kind: 'provider'; readonly providerId: string }
  | { readonly kind: 'nothing' }

export function visibleProjects(actor: Actor): ProjectReach {
  switch (actor.role) {
    case 'admin':
    case 'auditor':
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

/** True when the person sees the project; to anybody else it does not exist. */
export function sees(actor: Actor, standing: Standing): boolean {
  const scope = visibleProjects(actor)
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

/** Permits making projects: to an administrator, while the company is not suspended. */
export function mayCreate(actor: Actor): true | Refusal<ProjectRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  return actor.companySuspended ? refuse('company_suspended') : true
}

/**
 * Permits appointing people: to the company's administrator, and to whoever administers the project on its
 * client's side.
 */
export function mayAppoint(actor: Actor, standing: Standing): true | Refusal<ProjectRefusal> {
  return actor.role === 'admin' || (actor.clientId === standing.clientId && holds(actor, standing, 'admin'))
    ? true
    : refuse('forbidden')
}

/** Permits changing a project's data and status: only to the company's administrators. */
export function mayChangeProject(actor: Pick<Actor, 'role'>): true | Refusal<ProjectRefusal> {
  return actor.role === 'admin' ? true : refuse('forbidden')
}

/** Refuses a change that would overwrite what somebody else has just saved. */
export function sameProject(
  project: { readonly updatedAt: string },
  baseVersion: string,
): true | Refusal<ProjectRefusal> {
  return project.updatedAt === baseVersion ? true : refuse('stale_project')
}

/**
 * Permits making an order in a project: to its client, to holders of `edit`, to the company's administrator,
 * and to a provider of the project, which may only ask to be paid. To nobody while the company is suspended.
 */
export function mayOrder(
  actor: Actor,
  standing: Standing,
  document: { readonly type?: 'gasto' | 'emision'; readonly providerId?: string } = {},
): true | Refusal<'forbidden' | 'company_suspended'> {
  if (actor.companySuspended) return refuse('company_suspended')
  if (actor.providerId === null) return holds(actor, standing, 'edit') ? true : refuse('forbidden')
  const isItsOwnPayment =
    document.type !== 'emision' && (document.providerId ?? actor.providerId) === actor.providerId
  return standing.isItsProvider && isItsOwnPayment ? true : refuse('forbidden')
}
