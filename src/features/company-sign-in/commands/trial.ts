/** An administrator's trial of the provider: what it says of them, and whether it would sign them in. */
import { type BroughtBack, readAnswer, takeBegun } from '#features/company-sign-in/commands/answer.ts'
import { mayTry } from '#features/company-sign-in/commands/begin.ts'
import type { SignInParts } from '#features/company-sign-in/commands/parts.ts'
import { signInFact } from '#features/company-sign-in/facts.ts'
import { judgeClaims, mayEnter } from '#features/company-sign-in/rules/entering.ts'
import { verifiedDomains } from '#features/company-sign-in/store/domains.ts'
import { outsideAnyTransaction } from '#features/company-sign-in/store/statements.ts'
import {
  loadSettings,
  lockSettings,
  type SignInSettings,
  saveTested,
} from '#features/company-sign-in/store.ts'
import { type FlowRefusal, flowTexts } from '#features/company-sign-in/text.ts'
import type { finishSignInTest } from '#features/company-sign-in/wire/entering.ts'
import { loadPerson } from '#features/identity/store/accounts.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { ProviderClaims } from '#server/auth/oidc.ts'
import { record } from '#server/database/journal.ts'
import { readAsPerson } from '#server/database/person.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'

type Self = { readonly companyId: string; readonly userId: string }

export async function finishTest(
  each: Each,
  parts: SignInParts,
  brought: BroughtBack,
): Promise<ResponseOf<typeof finishSignInTest> | Refusal> {
  const self = await each(mayTry)
  if (isRefusal(self)) return self
  const taken = await takeBegun(parts, brought)
  if (isRefusal(taken)) return taken
  const { company, testedBy } = taken.attempt
  if (company !== self.companyId || testedBy !== self.userId) return refuse('attempt_lost')
  const settings = await asSystem(parts.db, self.companyId, loadSettings)
  if (settings === null) return refuse('provider_missing')
  const claims = await readAnswer(parts, taken, settings, brought)
  if (isRefusal(claims)) return claims
  const may = await wouldEnter(parts, self, settings, claims)
  const works = may === true
  const kept = await each((tx, actor) => keepResult(tx, actor, settings, works))
  if (isRefusal(kept)) return kept
  return {
    issuer: claims.issuer,
    subject: claims.subject,
    email: claims.email,
    emailVerified: claims.isEmailVerified,
    works,
    reason: works ? null : flowTexts(may),
  }
}

/** True when the provider would sign in the administrator who tries it, and not somebody else. */
async function wouldEnter(
  { db }: SignInParts,
  { companyId, userId }: Self,
  { trustsAddresses }: SignInSettings,
  claims: ProviderClaims,
): Promise<true | Refusal<FlowRefusal>> {
  const domains = await verifiedDomains(outsideAnyTransaction(db), companyId)
  const judged = judgeClaims(claims, { trustsAddresses, domains })
  if (isRefusal(judged)) return judged
  const person = await readAsPerson(db, userId, tx => loadPerson(tx, tx.userId))
  if (person?.email !== judged.email) return refuse('not_of_company')
  return mayEnter(person, { companyId, domains }, false)
}

async function keepResult(
  tx: TenantTx,
  actor: Actor,
  tried: SignInSettings,
  works: boolean,
): Promise<{ kept: true } | Refusal<'attempt_lost'>> {
  const settings = await lockSettings(tx)
  // Other settings than those that were tried: the trial says nothing of them.
  if (settings?.sealedSecret !== tried.sealedSecret || settings.issuer !== tried.issuer)
    return refuse('attempt_lost')
  if (works) await saveTested(tx, actor.userId)
  const after = { issuer: settings.issuer, works }
  await record(tx, actor, signInFact('company.sign_in_tested', tx.companyId, { after }))
  return { kept: true }
}
