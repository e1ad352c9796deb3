/**
 * A company is the tenant that owns everything below. Its plan says how many people, projects and orders
 * it may have; at a limit, and while it is suspended, only creation stops.
 */
import type { Actor } from '#kernel/actor.ts'
import type { Currency } from '#kernel/money.ts'
import { type Abilities, type Refusal, refuse } from '#kernel/refusal.ts'

export const plans = ['free', 'starter', 'business', 'enterprise'] as const
export type Plan = (typeof plans)[number]
export const companyStatuses = ['active', 'inactive', 'suspended'] as const
export type CompanyStatus = (typeof companyStatuses)[number]
export const overrunPolicies = ['avisar', 'requiere_aprobacion', 'bloquear'] as const
export type OverrunPolicy = (typeof overrunPolicies)[number]

/** What a company pays for and counts: people that can sign in, open projects, orders of the current month. */
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
  readonly proofRequired: boolean
  readonly rejectionCommentRequired: boolean
  readonly executorMayApprove: boolean
  readonly pendingWarningDays: number
}

/** What a company says of itself. The currency is for what is made from now on: what there is keeps its own. */
export type CompanyData = {
  readonly name: string
  readonly email: string
  readonly currency: Currency
  readonly timeZone: string
}

/** Where the company pays from, and what its bank knows it by: in Spain its tax id and a suffix. */
export type CompanyAccount = {
  readonly iban: string | null
  readonly bic: string | null
  readonly ordererId: string | null
}

export type Company = Policies &
  CompanyData &
  CompanyAccount & { readonly id: string; readonly plan: Plan; readonly status: CompanyStatus }

/** What its administrators set, and nothing else of it. */
export type Settings = Policies & CompanyData & CompanyAccount
export type SettingsChange = { readonly [name in keyof Settings]?: Settings[name] | undefined }

export function settingsOf(company: Settings): Settings {
  const { name, email, currency, timeZone, overrunPolicy, proofRequired } = company
  const { rejectionCommentRequired, executorMayApprove, pendingWarningDays, iban, bic, ordererId } = company
  return {
    name,
    email,
    currency,
    timeZone,
    overrunPolicy,
    proofRequired,
    rejectionCommentRequired,
    executorMayApprove,
    pendingWarningDays,
    iban,
    bic,
    ordererId,
  }
}

/** What is left out stays, so that two who change different settings at once both do. */
export function settingsAfter(before: Settings, change: SettingsChange): Settings {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given) }
}

export type CompanyRefusal =
  | 'forbidden'
  | 'company_suspended'
  | 'plan_limit'
  | 'contracts_exceeded'
  | 'stale_data'

/** A save speaks of the data that it saw; what somebody else has saved since is not written over unseen. */
export function sameData(now: string, seen: string): true | Refusal<'stale_data'> {
  return now === seen ? true : refuse('stale_data')
}

/** One more of something, given how many there are: refused while suspended and at the plan's limit. */
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

export type CompanyVerb = 'changeSettings'

/** The company's administrators set its policies. */
export function abilities(actor: Actor): Abilities<CompanyVerb, CompanyRefusal> {
  return { changeSettings: actor.role === 'admin' ? true : refuse('forbidden') }
}
