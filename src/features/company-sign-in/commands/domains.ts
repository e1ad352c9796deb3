/** Domains of mail: said by the company, verified by their DNS or by the platform. */
import { randomBytes } from 'node:crypto'
import type { SignInParts } from '#features/company-sign-in/commands/parts.ts'
import { mayKeep } from '#features/company-sign-in/commands/permission.ts'
import { changeMode } from '#features/company-sign-in/commands/settings.ts'
import { signInFact } from '#features/company-sign-in/facts.ts'
import {
  domainFrom,
  domainRecord,
  isOfAnybody,
  mayAddDomain,
} from '#features/company-sign-in/rules/domains.ts'
import type { SettingsRefusal, SignInMode } from '#features/company-sign-in/rules.ts'
import {
  deleteDomain,
  findDomains,
  insertDomain,
  saveVerified,
} from '#features/company-sign-in/store/domains.ts'
import { companyExists, lockSettings } from '#features/company-sign-in/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { type Db, sqlState } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import type { Self } from '#server/database/person.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'

type Refused = Refusal<SettingsRefusal>

const newToken = (): string => randomBytes(20).toString('base64url')

export async function addDomain(tx: TenantTx, actor: Actor, text: string): Promise<true | Refused> {
  await lockSettings(tx)
  const may = await mayKeep(tx, actor)
  if (may !== true) return may
  const domain = domainFrom(text)
  if (domain === null) return refuse('not_a_domain')
  const known = (await findDomains(tx, tx.companyId)).map(each => each.domain)
  const mayAdd = mayAddDomain(domain, known)
  if (mayAdd !== true) return mayAdd
  await insertDomain(tx, tx.companyId, { domain, token: newToken() }, tx.now)
  await record(tx, actor, signInFact('company.sign_in_domain_added', tx.companyId, { after: { domain } }))
  return true
}

/** Looks for the domain's record, outside any transaction, and verifies the domain when it is there. */
export async function checkDomain(
  each: Each,
  { findTexts }: Pick<SignInParts, 'findTexts'>,
  domain: string,
): Promise<true | Refusal> {
  const asked = await each(async (tx, actor) => {
    const may = await mayKeep(tx, actor)
    if (may !== true) return may
    const found = (await findDomains(tx, tx.companyId)).find(one => one.domain === domain)
    return found ? domainRecord(domain, found.token) : refuse('not_found')
  })
  if (isRefusal(asked)) return asked
  const texts = await findTexts(asked.name)
  if (!texts.some(text => text.trim() === asked.value)) return refuse('record_missing')
  const verified = await takenAtOnce(
    each(async (tx, actor) => {
      const may = await mayKeep(tx, actor)
      return may === true ? verify(tx, actor, domain, 'dns') : may
    }),
  )
  return isRefusal(verified) ? verified : true
}

/** Verifies a domain that the company has said; refused when it is another company's. */
async function verify(
  tx: TenantTx,
  actor: { readonly userId: string },
  domain: string,
  by: 'dns' | 'platform',
): Promise<{ domain: string } | Refused> {
  await lockSettings(tx)
  const known = (await findDomains(tx, tx.companyId)).find(one => one.domain === domain)
  if (!known) return refuse('not_found')
  if (known.verifiedAt !== null) return { domain }
  if (!(await saveVerified(tx, tx.companyId, domain, by, tx.now))) return refuse('domain_taken')
  await record(
    tx,
    actor,
    signInFact('company.sign_in_domain_verified', tx.companyId, { after: { domain, by } }),
  )
  return { domain }
}

export async function removeDomain(tx: TenantTx, actor: Actor, domain: string): Promise<true | Refused> {
  const settings = await lockSettings(tx)
  const may = await mayKeep(tx, actor)
  if (may !== true) return may
  const domains = await findDomains(tx, tx.companyId)
  const known = domains.find(one => one.domain === domain)
  if (!known) return refuse('not_found')
  const verified = domains.filter(one => one.verifiedAt !== null)
  const isLast = known.verifiedAt !== null && verified.length === 1
  if (isLast && settings !== null && settings.mode !== 'off') return refuse('last_domain')
  await deleteDomain(tx, tx.companyId, domain)
  await record(tx, actor, signInFact('company.sign_in_domain_removed', tx.companyId, { before: { domain } }))
  return true
}

/** Verifies a domain by the word of the platform, also one that the company has not said itself. */
export async function verifyForCompany(
  db: Db,
  self: Self,
  companyId: string,
  text: string,
): Promise<{ domain: string } | Refused> {
  const domain = domainFrom(text)
  if (domain === null) return refuse('not_a_domain')
  if (isOfAnybody(domain)) return refuse('public_domain')
  return takenAtOnce(
    asSystem<{ domain: string } | Refused>(db, companyId, async tx => {
      if (!(await companyExists(tx))) return refuse('not_found')
      await insertDomain(tx, companyId, { domain, token: newToken() }, tx.now)
      return verify(tx, self, domain, 'platform')
    }),
  )
}

/** Refuses a verification that lost to another company's at this very instant. */
async function takenAtOnce<T>(verifying: Promise<T>): Promise<T | Refusal<'domain_taken'>> {
  try {
    return await verifying
  } catch (error) {
    if (sqlState(error) === '23505') return refuse('domain_taken')
    throw error
  }
}

/** Switches a company's sign-in off by the platform. */
export async function endForCompany(
  db: Db,
  self: Self,
  companyId: string,
): Promise<{ mode: SignInMode } | Refused> {
  return asSystem<{ mode: SignInMode } | Refused>(db, companyId, async tx => {
    if (!(await companyExists(tx))) return refuse('not_found')
    const settings = await lockSettings(tx)
    if (settings === null) return refuse('provider_missing')
    if (settings.mode !== 'off') await changeMode(tx, self, settings.mode, 'off')
    return { mode: 'off' }
  })
}
