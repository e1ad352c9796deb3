/** A person in the official client's shape, `UserWire`, and in a token's. Times that are null are omitted. */
import type { Membership, Person } from '#features/identity/rules.ts'
import type { Applicant } from '#features/identity/store/applications.ts'
import type { FactorWire, UserWire } from '#features/identity/wire.ts'
import { newId } from '#kernel/ids.ts'
import { type FactorPolicy, factorDuty } from '#kernel/second-factor.ts'

export function userWire(
  person: Person,
  company: Membership | null,
  factors: readonly FactorWire[] = [],
  factorPolicy: FactorPolicy = 'nobody',
): UserWire {
  const { id, email, position, department, timeZone, createdAt: created_at, updatedAt: updated_at } = person
  const lastSignIn = person.lastSignInAt ? { last_sign_in_at: person.lastSignInAt } : {}
  const confirmed = person.emailConfirmedAt
    ? { email_confirmed_at: person.emailConfirmedAt, confirmed_at: person.emailConfirmedAt }
    : {}
  const trust = person.untrustedReason === null ? {} : { untrusted_reason: person.untrustedReason }
  // Whoever lacks a factor is led to it before a screen asks for what would be refused; whether they decide is asked then.
  const isAsked =
    !person.hasSecondFactor && factorDuty({ role: person.role, decides: true }, factorPolicy) !== null
  const identity = {
    identity_id: id,
    id,
    user_id: id,
    provider: 'email',
    email,
    created_at,
    updated_at,
    ...lastSignIn,
    identity_data: { sub: id, email, email_verified: person.emailConfirmedAt !== null },
  }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    ...confirmed,
    ...lastSignIn,
    app_metadata: {
      ...appMetadata(person, company),
      ...trust,
      ...(isAsked && { second_factor_asked: true }),
    },
    user_metadata: { ...userMetadata(person), position, department, ...(timeZone && { timeZone }) },
    identities: [identity],
    ...mailTimes(person),
    ...(factors.length > 0 ? { factors } : {}),
    created_at,
    updated_at,
    is_anonymous: false,
  }
}

function mailTimes(person: Person): { readonly [name: string]: string } {
  const all = {
    invited_at: person.invitedAt,
    confirmation_sent_at: person.confirmationSentAt,
    recovery_sent_at: person.recoverySentAt,
    new_email: person.newEmail,
    email_change_sent_at: person.newEmail === null ? null : person.emailChangeSentAt,
  }
  return Object.fromEntries(Object.entries(all).flatMap(([name, at]) => (at === null ? [] : [[name, at]])))
}

/**
 * The answer to a registration. It does not reveal whether the address had an account before: its id is of no account,
 * and it names no identities.
 */
export function pendingUserWire(applicant: Applicant, now: Date): UserWire {
  const { email, name, lastName } = applicant
  const at = now.toISOString()
  const confirmed =
    applicant.emailConfirmedAt === null
      ? { confirmation_sent_at: at }
      : { email_confirmed_at: at, confirmed_at: at }
  return {
    id: newId(now.getTime()),
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    ...confirmed,
    app_metadata: { provider: 'email', providers: ['email'], role: 'client_user' },
    user_metadata: { name, lastName, role: 'client_user' },
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  }
}

/** Maximum size of the companies in a token, which travels in a header of limited size: of more companies, the first are named. */
const companiesBytes = 3000

/** The client's `app_metadata`: data that only the server sets. */
export function appMetadata(person: Person, company: Membership | null) {
  const usable = person.memberships.filter(membership => membership.usable)
  return {
    provider: 'email',
    providers: ['email'],
    role: person.role,
    client_id: company?.clientId ?? null,
    provider_id: company?.providerId ?? null,
    company_id: company?.companyId ?? null,
    company_name: company?.companyName ?? null,
    time_zone: company?.timeZone ?? 'Europe/Madrid',
    ...(company?.isSample && { is_sample: true }),
    companies: withinSize(usable.map(({ companyId: id, companyName: name }) => ({ id, name }))),
  }
}

function withinSize<Item extends object>(items: readonly Item[]): readonly Item[] {
  let remaining = companiesBytes
  return items.filter(item => {
    remaining -= Buffer.byteLength(JSON.stringify(item))
    return remaining >= 0
  })
}

/** The client's `user_metadata`, short because tokens carry it. `role` is a copy for clients that look for it here: the server never reads it. */
export function userMetadata({ name, lastName, role }: Person) {
  return { name, lastName, role }
}
