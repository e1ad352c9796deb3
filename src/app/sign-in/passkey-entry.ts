/** Sign-in with a passkey alone, and the second step with one. */
import { authFetch } from '#app/auth-client.ts'
import { type SessionUser, session } from '#app/session.ts'
import { redeemedLink } from '#app/sign-in/pending-password-link.ts'
import { authWords } from '#features/identity/web/text.ts'
import { beginPasskeySignIn, finishPasskeySignIn } from '#features/identity/wire/passkey-sign-in.ts'
import { PasskeyChallengeWire, TokensWire } from '#features/identity/wire/passkeys.ts'
import { call, failureMessage } from '#ui/api.ts'
import { type Stopped, signWithDevice } from '#ui/passkeys.ts'

export type Entered = { user: SessionUser } | Stopped

const failed = 'No se ha podido comprobar la llave de acceso. Inténtalo de nuevo.'
const refused = (message: string): Stopped => ({ message, calm: false })

/** Signs in whoever the device recognises. */
export async function enterWithPasskey(): Promise<Entered> {
  try {
    const { challengeId, options } = await call(beginPasskeySignIn, {})
    const answer = await signWithDevice(options)
    if (!('signed' in answer)) return answer
    const credential = answer.signed
    const tokens = await call(finishPasskeySignIn, { body: { challengeId, credential } })
    redeemedLink.forget()
    return goOn(tokens)
  } catch (error) {
    return refused(failureMessage(error))
  }
}

/** Takes the second step with one of the account's passkeys. */
export async function stepWithPasskey(): Promise<Entered> {
  const bearer = (await session.token()) ?? ''
  const begun = await authFetch('/factors/passkey/challenge', { method: 'POST', bearer, body: {} })
  if (begun.failure) return refused(authWords(begun.failure, failed))
  const asked = PasskeyChallengeWire.safeParse(begun.answer)
  if (!asked.success) return refused(failed)
  const { challengeId, options } = asked.data
  const answer = await signWithDevice(options)
  if (!('signed' in answer)) return answer
  const body = { challengeId, credential: answer.signed }
  const stepped = await authFetch('/factors/passkey', { method: 'POST', bearer, body })
  if (stepped.failure) return refused(authWords(stepped.failure, failed))
  const tokens = TokensWire.safeParse(stepped.answer)
  return tokens.success ? goOn(tokens.data) : refused(failed)
}

async function goOn(tokens: { access_token: string; refresh_token: string }): Promise<Entered> {
  const { error } = await (await session.client()).setSession(tokens)
  if (error) return refused('No se ha podido iniciar la sesión. Inténtalo de nuevo.')
  const user = await session.user()
  return user ? { user } : refused(failed)
}
