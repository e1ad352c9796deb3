/** The answer with which a browser comes back from a provider: once, and in the browser that began. */
import { clientFrom, proofsFrom, type SignInParts } from '#features/company-sign-in/commands/parts.ts'
import { type Attempt, takeAttempt } from '#features/company-sign-in/store/attempts.ts'
import { outsideAnyTransaction } from '#features/company-sign-in/store/statements.ts'
import type { SignInSettings } from '#features/company-sign-in/store.ts'
import type { FlowRefusal } from '#features/company-sign-in/text.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { ProviderClaims } from '#server/auth/oidc.ts'
import { clock } from '#server/clock.ts'

export type BroughtBack = { readonly secret: string; readonly answer: string }
export type Taken = { readonly attempt: Attempt; readonly state: string }

/** The attempt that this browser began for this company; it is gone then, whatever comes of it. */
export async function takeBegun(
  { db }: SignInParts,
  { secret, answer }: BroughtBack,
): Promise<Taken | Refusal<'attempt_lost'>> {
  const state = new URLSearchParams(answer).get('state') ?? ''
  const attempt = await takeAttempt(outsideAnyTransaction(db), { state, secret }, clock.now())
  return attempt === null ? refuse('attempt_lost') : { attempt, state }
}

/** The provider's word on whoever came back. The settings must be those with which the way began. */
export async function readAnswer(
  parts: SignInParts,
  { attempt, state }: Taken,
  settings: SignInSettings,
  { secret, answer }: BroughtBack,
): Promise<ProviderClaims | Refusal<FlowRefusal>> {
  if (settings.issuer !== attempt.issuer || settings.clientId !== attempt.clientId)
    return refuse('attempt_lost')
  const client = clientFrom(parts, attempt.company, settings)
  if (client === null) return refuse('provider_wrong')
  const claims = await parts.providers.finish(client, proofsFrom(state, secret), answer)
  return 'fault' in claims ? refuse(claims.fault) : claims
}
