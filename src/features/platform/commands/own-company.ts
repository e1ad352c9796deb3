/** Company of one's own: anybody asks for one, and the confirmation of the mail makes it. */
import { randomBytes } from 'node:crypto'
import { createEmptyCompany } from '#features/companies/commands.ts'
import { type Identity, mayMailTo, mayTryCode } from '#features/identity/commands/identity.ts'
import { strongPassword } from '#features/identity/commands/strong-password.ts'
import { pageWith } from '#features/identity/rules/links.ts'
import { limits } from '#features/identity/rules/tries.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { admitFounder, mayFoundCompany } from '#features/identity/store/admission.ts'
import {
  countOpened,
  deleteEndedRequests,
  deleteRequests,
  findRequest,
  insertRequest,
  lockOpenings,
  platformAdmins,
  type StoredRequest,
  takeRequest,
} from '#features/identity/store/company-requests.ts'
import { digestCode } from '#features/identity/store/links.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { admitMember } from '#features/platform/commands/join-company.ts'
import {
  confirmedKeptMs,
  countedSince,
  mayOpenOneMore,
  type OwnCompanyRefusal,
  recentSince,
  requestLifetimeMs,
} from '#features/platform/rules/own-company.ts'
import {
  companyOpenedLetter,
  companyRequestKnownLetter,
  companyRequestLetter,
} from '#features/platform/text/own-company.ts'
import type { CompanyRequest } from '#features/platform/wire/own-company.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { asPerson } from '#server/database/person.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Origin } from '#server/http/route.ts'

type Refused = Refusal<OwnCompanyRefusal>

export type OwnCompanyParts = {
  readonly identity: Identity
  /** Companies that people may make for themselves within 24 hours. */
  readonly perDay: number
}

/**
 * Asks for a company. An address that already has an account gets an identical answer after equal work, so that nothing
 * reveals who is known; its owner gets a mail.
 */
export async function requestCompany(
  { identity, perDay }: OwnCompanyParts,
  { email, password, name, lastName, companyName }: CompanyRequest,
  from: Origin,
): Promise<{ email: string } | Refused | Refusal<Extract<IdentityRefusal, 'weak_password'>>> {
  const [stopped] = await identity.limits.take([{ limit: limits.signUpFrom, subject: from.ip }])
  if (stopped) return refuse('too_many_mails', { waitSeconds: stopped.waitSeconds })
  const strong = await strongPassword(identity, password, 'account', { email, name, lastName })
  if (isRefusal(strong)) return refuse('weak_password', strong.facts)
  const now = clock.now()
  const on = outsideAnyTransaction(identity.db)
  const may = mayOpenOneMore(await countOpened(on, countedSince(now)), perDay)
  if (may !== true) return may
  const passwordHash = await identity.passwords.hash(password)
  if (!(await mayMailTo(identity, email))) return { email }
  const code = randomBytes(32).toString('base64url')
  await asPerson(identity.db, newId(now.getTime()), async tx => {
    if (!(await mayFoundCompany(tx, email)))
      return identity.post(tx, companyRequestKnownLetter(email, `${identity.site.origin}/login`), now)
    const request = { digest: digestCode(code), email, name, lastName, companyName, passwordHash }
    await insertRequest(tx, request, { now, expiresAt: new Date(now.getTime() + requestLifetimeMs) })
    const url = pageWith(`${identity.site.origin}/crear-empresa/confirmar`, { code })
    return identity.post(tx, companyRequestLetter(email, url), now)
  })
  return { email }
}

/** Makes the company that was asked for, and its administrator, in one transaction. */
export async function confirmCompany(
  parts: OwnCompanyParts,
  { code, password }: { readonly code: string; readonly password: string },
  from: Origin,
): Promise<{ email: string } | Refused> {
  const { identity } = parts
  const may = await mayTryCode(identity, from)
  if (may !== true) return may
  const now = clock.now()
  const request = await findRequest(outsideAnyTransaction(identity.db), digestCode(code), now)
  if (!request) return refuse('request_ended')
  if (!(await identity.passwords.verify(request.passwordHash, password))) return refuse('wrong_password')
  return asSystem(identity.db, newId(now.getTime()), tx => openCompany(tx, parts, request))
}

async function openCompany(
  tx: TenantTx,
  { identity, perDay }: OwnCompanyParts,
  { digest, email, name, lastName, companyName, passwordHash }: StoredRequest,
): Promise<{ email: string } | Refused> {
  await lockOpenings(tx)
  const may = mayOpenOneMore(await countOpened(tx, countedSince(tx.now)), perDay)
  if (may !== true) return may
  if (!(await takeRequest(tx, digest, tx.companyId, tx.now))) return refuse('request_ended')
  const userId = await admitFounder(tx, { email, name, lastName, passwordHash }, tx.now)
  if (userId === null) return refuse('account_exists')
  const company = {
    name: companyName,
    email,
    plan: 'free',
    currency: 'EUR',
    timeZone: 'Europe/Madrid',
  } as const
  await createEmptyCompany(tx, { userId }, company)
  const person = `${name} ${lastName}`.trim()
  const admin = { userId, name: person, email, role: 'admin', clientId: null, providerId: null } as const
  const joined = await admitMember(tx, { userId }, admin)
  if (joined !== true) throw new Error('a new company already has its administrator')
  await deleteRequests(tx, email)
  const url = pageWith(`${identity.site.origin}/admin_saas/companies`, { q: email })
  for (const operator of await platformAdmins(tx))
    await identity.post(tx, companyOpenedLetter(operator, { companyName, person, email }, url), tx.now)
  return { email }
}

/** Number of companies that people have made for themselves lately, for the platform's dashboard. */
export const countOwnCompanies = (db: Db, now: Date): Promise<number> =>
  countOpened(outsideAnyTransaction(db), recentSince(now))

/** Deletes requests that have expired, and confirmed ones that no limit counts any more. */
export async function sweepCompanyRequests(db: Db): Promise<void> {
  const now = clock.now()
  const confirmedBefore = new Date(now.getTime() - confirmedKeptMs)
  await deleteEndedRequests(outsideAnyTransaction(db), { now, confirmedBefore })
}
