/**
 * A company: the tenant that owns everything below. Its subscription plan limits its people, projects and orders; at a
 * limit, and while the company is suspended, only creation stops.
 */
import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Currency } from '#kernel/money.ts'
import { type Abilities, type Refusal, refuse } from '#kernel/refusal.ts'

export const plans = ['free', 'starter', 'business', 'enterprise'] as const
export type Plan = (typeof plans)[number]
export const companyStatuses = ['active', 'inactive', 'suspended'] as const
export type CompanyStatus = (typeof companyStatuses)[number]
export const overrunPolicies = ['avisar', 'requiere_aprobacion', 'bloquear'] as const
export type OverrunPolicy = (typeof overrunPolicies)[number]
/** Basis of the charge to a contract: all that is billed, or the amount before taxes. */
export const chargeBases = ['total', 'base'] as const
export type ChargeBasis = (typeof chargeBases)[number]

/** Quantities that a plan limits: active people, open projects, orders of the current month. */
export type Counted = 'users' | 'projects' | 'documents'

type SubscriptionTerms = {
  readonly label: string
  /** Whole dollars per month. */
  readonly monthlyUsd: number
  /** Null: no limit. */
  readonly limits: { readonly [what in Counted]: number | null }
}

export const subscriptionTerms: { readonly [plan in Plan]: SubscriptionTerms } = {
  free: { label: 'Free', monthlyUsd: 0, limits: { users: 3, projects: 1, documents: 20 } },
  starter: { label: 'Starter', monthlyUsd: 199, limits: { users: 15, projects: 10, documents: 200 } },
  business: { label: 'Business', monthlyUsd: 499, limits: { users: 75, projects: 60, documents: 2000 } },
  enterprise: {
    label: 'Enterprise',
    monthlyUsd: 999,
    limits: { users: null, projects: null, documents: null },
  },
}

export type Policies = {
  readonly overrunPolicy: OverrunPolicy
  /** Tolerance of the contracts that have none of their own. */
  readonly tolerance: Tolerance
  /** Basis of the contracts made from now on, unless a contract names its own. */
  readonly chargeBasis: ChargeBasis
  readonly proofRequired: boolean
  readonly rejectionCommentRequired: boolean
  readonly executorMayApprove: boolean
  readonly pendingWarningDays: number
  /** Minutes in which the last approval can be taken back; 0: it is final. */
  readonly undoMinutes: number
  /** Amount from which a second person releases a batch: digits of euro cents; '0': any batch. */
  readonly batchReleaseFromMinor: string
  /** Days for which payments stay out of batches after the provider's account has changed; 0: none. */
  readonly bankCoolOffDays: number
  /** True when lines of the bank that can be no other are settled as their file comes in. */
  readonly settlesExactLines: boolean
  /** True when administrators may decide an order in the place of those who are asked. */
  readonly forcedDecisions: boolean
}

/** The company's own data. The currency applies to objects created from now on: existing ones keep theirs. */
export type CompanyData = {
  readonly name: string
  readonly taxId: string | null
  readonly email: string
  readonly currency: Currency
  readonly timeZone: string
}

/** The account from which the company pays, and its orderer id at the bank: in Spain its tax id and a suffix. */
export type CompanyAccount = {
  readonly iban: string | null
  readonly bic: string | null
  readonly ordererId: string | null
}

export type Company = Policies &
  CompanyData &
  CompanyAccount & {
    readonly id: string
    readonly plan: Plan
    readonly status: CompanyStatus
    /** The company for whose administrator this sample was made; null for a real company. */
    readonly sampleOf: string | null
  }

/** The settings: the part of a company that its administrators edit. */
export type Settings = Policies & CompanyData & CompanyAccount
export type SettingsChange = { readonly [name in keyof Settings]?: Settings[name] | undefined }

export function pickSettings(company: Settings): Settings {
  const { name, taxId, email, currency, timeZone, overrunPolicy, tolerance, chargeBasis } = company
  const { proofRequired, rejectionCommentRequired, executorMayApprove, pendingWarningDays, undoMinutes } =
    company
  const { batchReleaseFromMinor, bankCoolOffDays, settlesExactLines, forcedDecisions } = company
  const { iban, bic, ordererId } = company
  return {
    name,
    taxId,
    email,
    currency,
    timeZone,
    overrunPolicy,
    tolerance,
    chargeBasis,
    proofRequired,
    rejectionCommentRequired,
    executorMayApprove,
    pendingWarningDays,
    undoMinutes,
    batchReleaseFromMinor,
    bankCoolOffDays,
    settlesExactLines,
    forcedDecisions,
    iban,
    bic,
    ordererId,
  }
}

/** The settings after a partial change. Absent fields stay, so that concurrent changes of different settings both apply. */
export function settingsAfter(before: Settings, change: SettingsChange): Settings {
  const changes = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(changes) }
}

export type CompanyRefusal =
  | 'forbidden'
  | 'company_suspended'
  | 'sample_company'
  | 'plan_limit'
  | 'contracts_exceeded'
  | 'stale_data'

/** Optimistic concurrency check: a save names the version it was based on, so that it never overwrites a later save. */
export function sameData(currentVersion: string, baseVersion: string): true | Refusal<'stale_data'> {
  return currentVersion === baseVersion ? true : refuse('stale_data')
}

/** Permission to create one more, by the existing number: refused while suspended and at the plan's limit. */
export function mayCreate(
  company: Pick<Company, 'plan' | 'status'>,
  what: Counted,
  existing: number,
): true | Refusal<'company_suspended' | 'plan_limit'> {
  if (company.status !== 'active') return refuse('company_suspended')
  const { label, limits } = subscriptionTerms[company.plan]
  const limit = limits[what]
  return limit === null || existing < limit ? true : refuse('plan_limit', { what, limit, plan: label })
}

/** Permission to let somebody or something new into the company: not while it is suspended, and into a sample nobody. */
export function mayLetIn(
  actor: Pick<Actor, 'companySuspended' | 'isSample'>,
): true | Refusal<'company_suspended' | 'sample_company'> {
  if (actor.companySuspended) return refuse('company_suspended')
  return actor.isSample ? refuse('sample_company') : true
}

export type CompanyVerb = 'changeSettings'

/** Abilities over the company: its administrators change its settings; a sample keeps the name that says what it is. */
export function companyAbilities(actor: Actor): Abilities<CompanyVerb, CompanyRefusal> {
  if (actor.role !== 'admin') return { changeSettings: refuse('forbidden') }
  return { changeSettings: actor.isSample ? refuse('sample_company') : true }
}
