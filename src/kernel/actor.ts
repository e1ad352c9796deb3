/** The actor of a request: made by authentication from rows alone, never from a browser's claim about itself. */
import type { TimeZone } from '#kernel/day.ts'

export const roles = [
  'admin_saas',
  'admin',
  'client',
  'client_user',
  'provider',
  'provider_user',
  'approver',
  'auditor',
] as const

export type Role = (typeof roles)[number]

/** True for roles that read everything of their company: its administrators', and its auditors', who change nothing. */
export const readsWholeCompany = (role: Role): boolean => role === 'admin' || onlyReads(role)

/**
 * True for roles that change nothing but what is their own: every write is refused to them, but those that an endpoint
 * leaves to readers (`forReaders`).
 */
export const onlyReads = (role: Role): boolean => role === 'auditor'

/** The areas of the product, each with its own address, menu and screens. */
export type Area = 'admin_saas' | 'empresa' | 'provider' | 'client'

/**
 * Reasons why an account only reads and prepares: it may be in somebody else's hands, or is nobody's, of a service. See
 * `accountTrust` of identity.
 */
export const untrustedReasons = [
  'service_account',
  'unconfirmed_address',
  'given_password',
  'changed_by_others',
] as const
export type UntrustedReason = (typeof untrustedReasons)[number]

export type Actor = {
  readonly userId: string
  /** The session; of an API token, the token itself. */
  readonly sessionId: string
  /** The API token in whose name the call is made; absent for a session. */
  readonly tokenId?: string
  /** Person who made the token with which a service acts; absent for a person. */
  readonly responsibleId?: string
  readonly companyId: string
  readonly name: string
  readonly role: Role
  /** The client organisation a `client` or `client_user` belongs to. */
  readonly clientId: string | null
  /** The provider a `provider` or `provider_user` belongs to. */
  readonly providerId: string | null
  readonly zone: TimeZone
  /** True while the company is suspended: it reads, exports and decides what is open, but creates nothing. */
  readonly companySuspended: boolean
  /** True in a sample, a company with invented data, where nothing leaves the program; absent elsewhere. */
  readonly isSample?: true
  /** Absent when the account is in its owner's hands. */
  readonly untrustedReason?: UntrustedReason
  /**
   * True for somebody whom no delegation of the company has ever named substitute: their statements look for nothing in
   * the place of others. Absent for anybody else, and where it is not known.
   */
  readonly neverSubstitute?: true
  /** True for somebody without a global list: they hold in a project what names them there. Absent as above. */
  readonly withoutGlobalList?: true
  /** The impersonator's user id; absent outside impersonation. */
  readonly impersonatorId?: string
}

/** Ids of the people that are the authors of what the actor writes: of a service's, who made its token is one. */
export const authorIdsFor = ({ userId, responsibleId }: Pick<Actor, 'userId' | 'responsibleId'>) =>
  responsibleId === undefined ? [userId] : [userId, responsibleId]

/** Areas a role may open, its home first. Source: specification, section 6; decisions, section 2. */
export const roleAreas: { readonly [role in Role]: readonly Area[] } = {
  admin_saas: ['admin_saas', 'provider', 'client'],
  admin: ['empresa', 'provider', 'client'],
  client: ['client'],
  client_user: ['client'],
  approver: ['client'],
  provider: ['provider'],
  provider_user: ['provider'],
  auditor: ['empresa'],
}

/** True for the roles of people who may approve and execute: those of the company and of its clients. */
export const roleTakesPart = (role: Role | null): boolean =>
  role !== null && roleAreas[role].includes('client') && role !== 'admin_saas'

/** The home page of a role: the target of the redirect from a page that the role may not open. */
export const roleHome: { readonly [role in Role]: string } = {
  admin_saas: '/admin_saas/dashboard',
  admin: '/empresa/projects',
  client: '/client/projects',
  client_user: '/client/dashboard',
  approver: '/client/projects',
  auditor: '/empresa/dashboard',
  provider: '/provider/projects',
  provider_user: '/provider/projects',
}

export const roleLabel: { readonly [role in Role]: string } = {
  admin_saas: 'Administrador SaaS',
  admin: 'Empresa',
  client: 'Cliente',
  client_user: 'Usuario de cliente',
  provider: 'Proveedor',
  provider_user: 'Usuario de proveedor',
  approver: 'Aprobador',
  auditor: 'Auditor',
}
