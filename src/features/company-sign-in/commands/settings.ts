/** Changes of a company's provider, and of how it is used. */

import type { SignInParts } from '#features/company-sign-in/commands/parts.ts'
import { mayKeep } from '#features/company-sign-in/commands/permission.ts'
import { signInFact } from '#features/company-sign-in/facts.ts'
import {
  isSharedIssuer,
  mayChoose,
  type SettingsRefusal,
  type SignInMode,
} from '#features/company-sign-in/rules.ts'
import { verifiedDomains } from '#features/company-sign-in/store/domains.ts'
import {
  forgetIdentities,
  loadSettings,
  lockSettings,
  type SignInSettings,
  saveMode,
  saveProvider,
} from '#features/company-sign-in/store.ts'
import type { chooseSignInMode, saveCompanySignIn } from '#features/company-sign-in/wire.ts'
import { hasSecondFactor } from '#features/identity/store/factor-policy.ts'
import { deleteBoundSessions } from '#features/identity/store/sessions.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { addressFault, type Reach } from '#server/http/reach.ts'
import type { Each } from '#server/http/route.ts'

type Refused = Refusal<SettingsRefusal>
type Fields = BodyOf<typeof saveCompanySignIn>

/** Saves the provider once it has described itself. The call to it holds no connection of the database. */
export async function setProvider(each: Each, parts: SignInParts, fields: Fields): Promise<true | Refusal> {
  const first = await each(async (tx, actor) => {
    const may = firstRefusal<SettingsRefusal>(
      await mayKeep(tx, actor),
      maySay(fields.issuer, parts.reach),
      mayReplace(await loadSettings(tx), fields),
    )
    return may === true ? { mayBeSaved: true } : may
  })
  if (isRefusal(first)) return first
  const checked = await parts.providers.check(fields)
  if ('fault' in checked)
    return refuse(checked.fault === 'provider_unreachable' ? 'provider_unreachable' : 'provider_wrong')
  const saved = await each((tx, actor) => replaceProvider(tx, actor, parts, fields))
  return isRefusal(saved) ? saved : true
}

function maySay(issuer: string, reach: Reach): true | Refused {
  const fault = addressFault(issuer, reach)
  if (fault !== null) return refuse(fault)
  const { search } = new URL(issuer)
  if (search !== '') return refuse('not_an_address')
  return isSharedIssuer(issuer) ? refuse('shared_issuer') : true
}

const isSameClient = (settings: SignInSettings | null, { issuer, clientId }: Fields): boolean =>
  settings?.issuer === issuer && settings.clientId === clientId

const mayReplace = (settings: SignInSettings | null, fields: Fields): true | Refused =>
  firstRefusal<SettingsRefusal>(
    (settings?.revision ?? 0) === fields.revision ? true : refuse('stale_sign_in'),
    // A secret is never sent to a provider for which it was not typed.
    fields.clientSecret !== '' || isSameClient(settings, fields) ? true : refuse('secret_missing'),
  )

async function replaceProvider(
  tx: TenantTx,
  actor: Actor,
  { seal }: SignInParts,
  fields: Fields,
): Promise<{ saved: true } | Refused> {
  const settings = await lockSettings(tx)
  const may = firstRefusal<SettingsRefusal>(await mayKeep(tx, actor), mayReplace(settings, fields))
  if (may !== true) return may
  const { issuer, clientId, clientSecret, trustsAddresses } = fields
  const isSame = isSameClient(settings, fields)
  const sealedSecret =
    clientSecret === '' && settings !== null ? settings.sealedSecret : seal.seal(clientSecret)
  const mode: SignInMode = isSame && settings !== null ? settings.mode : 'off'
  await saveProvider(tx, { issuer, clientId, sealedSecret, trustsAddresses, mode })
  if (!isSame) await forgetProvider(tx, actor)
  const told = { issuer, clientId, trustsAddresses, secretRenewed: clientSecret !== '' }
  const before = settings && {
    issuer: settings.issuer,
    clientId: settings.clientId,
    trustsAddresses: settings.trustsAddresses,
  }
  const content = before === null ? { after: told } : { before, after: told }
  await record(tx, actor, signInFact('company.sign_in_changed', tx.companyId, content))
  return { saved: true }
}

/** Whoever came in by another provider signs in again. */
async function forgetProvider(tx: TenantTx, { sessionId }: Actor): Promise<void> {
  await forgetIdentities(tx)
  await deleteBoundSessions(tx, tx.companyId, sessionId)
}

export async function chooseMode(
  tx: TenantTx,
  actor: Actor,
  { mode, revision }: BodyOf<typeof chooseSignInMode>,
): Promise<true | Refused> {
  const settings = await lockSettings(tx)
  const domains = await verifiedDomains(tx, tx.companyId)
  const readiness = {
    hasProvider: settings !== null,
    hasDomain: domains.length > 0,
    isTested: settings?.testedBy === actor.userId,
  }
  const may = firstRefusal<SettingsRefusal>(
    mayChoose(actor, await hasSecondFactor(tx, actor.userId), readiness, mode),
    (settings?.revision ?? 0) === revision ? true : refuse('stale_sign_in'),
  )
  if (may !== true) return may
  if (settings === null || settings.mode === mode) return true
  await changeMode(tx, actor, settings.mode, mode)
  return true
}

/** Changes the mode with its fact. Switched off, it ends the sessions that the provider opened, but for the actor's own. */
export async function changeMode(
  tx: TenantTx,
  actor: { readonly userId: string; readonly sessionId: string },
  before: SignInMode,
  mode: SignInMode,
): Promise<void> {
  await saveMode(tx, mode)
  if (mode === 'off') await deleteBoundSessions(tx, tx.companyId, actor.sessionId)
  const content = { before: { mode: before }, after: { mode } }
  await record(tx, actor, signInFact('company.sign_in_mode_chosen', tx.companyId, content))
}
