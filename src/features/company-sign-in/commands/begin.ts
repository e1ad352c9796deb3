/** The way to a company's provider, for somebody who signs in and for an administrator on trial. */
import {
  clientFrom,
  newState,
  proofsFrom,
  type SignInParts,
} from '#features/company-sign-in/commands/parts.ts'
import { mayKeep } from '#features/company-sign-in/commands/permission.ts'
import { mailDomain } from '#features/company-sign-in/rules/domains.ts'
import { entryLimits, maySeeSettings, type SettingsRefusal } from '#features/company-sign-in/rules.ts'
import { insertAttempt } from '#features/company-sign-in/store/attempts.ts'
import { companyOfDomain } from '#features/company-sign-in/store/domains.ts'
import { outsideAnyTransaction } from '#features/company-sign-in/store/statements.ts'
import { loadOffered, loadSettings, type SignInSettings } from '#features/company-sign-in/store.ts'
import type { FlowRefusal } from '#features/company-sign-in/text.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { clock } from '#server/clock.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Origin } from '#server/http/route.ts'

type Offered = { readonly companyId: string; readonly settings: SignInSettings }

/** The company by which people of a domain sign in, when it offers that. */
async function findOffered({ db }: Pick<SignInParts, 'db'>, domain: string | null): Promise<Offered | null> {
  const companyId = domain === null ? null : await companyOfDomain(outsideAnyTransaction(db), domain)
  if (companyId === null) return null
  const settings = await asSystem(db, companyId, loadOffered)
  return settings && { companyId, settings }
}

/** Offer for a domain: by the domain alone, never by anybody's account. */
export async function offeredTo(
  parts: SignInParts,
  domain: string,
  from: Origin,
): Promise<{ offered: boolean; required: boolean } | Refusal<FlowRefusal>> {
  const [stopped] = await parts.identity.limits.take([{ limit: entryLimits.domains, subject: from.ip }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const found = await findOffered(parts, mailDomain(`x@${domain}`))
  return { offered: found !== null, required: found?.settings.mode === 'required' }
}

type Begun = { readonly url: string }

export async function begin(
  parts: SignInParts,
  { email, secret }: { readonly email: string; readonly secret: string },
  from: Origin,
): Promise<Begun | Refusal<FlowRefusal>> {
  const [stopped] = await parts.identity.limits.take([{ limit: entryLimits.begun, subject: from.ip }])
  if (stopped) return refuse('too_many_tries', { waitSeconds: stopped.waitSeconds })
  const found = await findOffered(parts, mailDomain(email))
  if (found === null) return refuse('not_offered')
  const client = clientFrom(parts, found.companyId, found.settings)
  if (client === null) return refuse('provider_wrong')
  return toProvider(parts, { ...found, client, testedBy: null, secret, hint: email })
}

/** Begins a trial. `each` has asked for the permission. */
export async function beginTest(
  parts: SignInParts,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  secret: string,
): Promise<Begun | Refusal<FlowRefusal | SettingsRefusal>> {
  const settings = await asSystem(parts.db, companyId, loadSettings)
  if (settings === null) return refuse('provider_missing')
  const client = clientFrom(parts, companyId, settings)
  if (client === null) return refuse('secret_unreadable')
  return toProvider(parts, { companyId, settings, client, testedBy: userId, secret, hint: null })
}

/** Permission to try the provider, asked in a transaction of the administrator. */
export async function mayTry(
  tx: TenantTx,
  actor: Actor,
): Promise<{ companyId: string; userId: string } | Refusal<SettingsRefusal>> {
  const may = maySeeSettings(actor) === true ? await mayKeep(tx, actor) : refuse('forbidden')
  return may === true ? { companyId: tx.companyId, userId: actor.userId } : may
}

type Way = Offered & {
  readonly client: NonNullable<ReturnType<typeof clientFrom>>
  readonly testedBy: string | null
  readonly secret: string
  readonly hint: string | null
}

async function toProvider(
  { db, providers }: SignInParts,
  { companyId, settings, client, testedBy, secret, hint }: Way,
): Promise<Begun | Refusal<'provider_unreachable' | 'provider_wrong'>> {
  const state = newState()
  const begun = await providers.begin(client, proofsFrom(state, secret), hint)
  if ('fault' in begun)
    return refuse(begun.fault === 'provider_unreachable' ? 'provider_unreachable' : 'provider_wrong')
  const { issuer, clientId } = settings
  const attempt = { company: companyId, issuer, clientId, testedBy }
  await insertAttempt(outsideAnyTransaction(db), { state, secret }, attempt, clock.now())
  return begun
}
