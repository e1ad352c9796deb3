/**
 * The platform keeps companies and lets people into them. It reads a little of every company, and writes only
 * its own facts (subscription, status, new people), each with an event in that company's journal.
 */
import type { CompanyStatus } from '#features/companies/rules.ts'
import { roleAffiliation } from '#features/people/rules.ts'
import { type Role, roles } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export type PlatformRefusal =
  | 'forbidden'
  | 'not_found'
  | 'email_taken'
  | 'already_member'
  | 'already_invited'
  | 'company_suspended'
  | 'plan_limit'
  | 'company_not_found'
  | 'company_exists'
  | 'client_not_found'
  | 'provider_not_found'
  | 'belongs_to_no_company'
  | 'not_pending'

/** Roles that a company's administrator may create in their company, with a first password that the administrator chooses. */
const creatableByAdmin: readonly Role[] = [
  'client',
  'client_user',
  'provider',
  'provider_user',
  'approver',
  'auditor',
]

/** Roles that a creator of this role may give; empty for roles that create nobody. */
export function creatableBy(role: Role): readonly Role[] {
  if (role === 'admin_saas') return roles
  return role === 'admin' ? creatableByAdmin : []
}

/**
 * Affiliation that a person of the role must have. The main account of a client names no client: its organisation is made
 * together with it.
 */
export function requiredAffiliation(role: Role): { company: boolean; client: boolean; provider: boolean } {
  return {
    company: role !== 'admin_saas',
    client: role === 'client_user',
    provider: roleAffiliation(role) === 'provider',
  }
}

export type Affiliation = {
  readonly companyId: string | null
  readonly clientId: string | null
  readonly providerId: string | null
}

/**
 * Affiliation of a person of a role: ids that the role does not use are dropped, and a company for the platform's people,
 * who belong to none, is refused. The wire has checked that no id is missing (`wire/users.ts`).
 */
export function affiliationFor(role: Role, asked: Affiliation): Affiliation | Refusal<PlatformRefusal> {
  if (role === 'admin_saas' && asked.companyId !== null) return refuse('belongs_to_no_company')
  const { client, provider } = requiredAffiliation(role)
  // A client and a provider are those of a company.
  const isInCompany = asked.companyId !== null
  return {
    companyId: asked.companyId,
    clientId: isInCompany && client ? asked.clientId : null,
    providerId: isInCompany && provider ? asked.providerId : null,
  }
}

/** Statuses that the platform sets with a button; an inactive company is reopened like any other. */
export const settableStatuses = ['active', 'suspended'] as const satisfies readonly CompanyStatus[]
export type SettableStatus = (typeof settableStatuses)[number]
