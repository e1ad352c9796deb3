/**
 * Sets a password with the proof from a link in a mail. Whatever fails afterwards, a redeemed link stays
 * redeemed.
 */
import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { authFetch } from '#app/auth-client.ts'
import { session } from '#app/session.ts'
import type { Proof } from '#app/sign-in/auth-callback.ts'
import { redeemedLink } from '#app/sign-in/pending-password-link.ts'
import { type AuthFailure, authWords, isSpentLink } from '#features/identity/web/text.ts'

export type Outcome =
  | { kind: 'done' }
  /** The person has a second factor, and must give it first. */
  | { kind: 'second-step' }
  | { kind: 'spent-link' }
  | { kind: 'refused'; message: string }

/** Outcome, and the proof for the next attempt. */
export async function setNewPassword(
  proof: Proof,
  password: string,
): Promise<{ outcome: Outcome; proof: Proof }> {
  const client = await session.client()
  if (proof.kind === 'session') return { outcome: await change(client, password), proof }
  const failure = proof.kind === 'code' ? await redeem(client, proof) : await adopt(client, proof)
  if (failure === null) {
    redeemedLink.remember(proof.type)
    const held: Proof = { kind: 'session', type: proof.type }
    return { outcome: await change(client, password), proof: held }
  }
  if (proof.kind === 'tokens') return { outcome: await changeWithToken(proof.accessToken, password), proof }
  const outcome: Outcome = isSpentLink(failure) ? { kind: 'spent-link' } : refused(failure)
  return { outcome, proof }
}

async function change(client: GoTrueClient, password: string): Promise<Outcome> {
  const { error } = await client.updateUser({ password })
  if (error) return error.code === 'insufficient_aal' ? { kind: 'second-step' } : refused(error)
  redeemedLink.forget()
  return { kind: 'done' }
}

async function redeem(
  client: GoTrueClient,
  { code, type }: Extract<Proof, { kind: 'code' }>,
): Promise<AuthError | null> {
  const { error } = await client.verifyOtp({ token_hash: code, type })
  return error
}

/**
 * Makes a session of both tokens, which the client needs together: see `changeWithToken` for the other case.
 */
async function adopt(
  client: GoTrueClient,
  { accessToken, refreshToken }: Extract<Proof, { kind: 'tokens' }>,
): Promise<AuthFailure | null> {
  if (refreshToken === '') return { message: '' }
  const { error } = await client.setSession({ access_token: accessToken, refresh_token: refreshToken })
  return error
}

async function changeWithToken(bearer: string, password: string): Promise<Outcome> {
  const { failure } = await authFetch('/user', { method: 'PUT', bearer, body: { password } })
  if (failure === null) return { kind: 'done' }
  const otherwise = 'No se pudo actualizar la contraseña con el token proporcionado'
  return { kind: 'refused', message: authWords(failure, otherwise) }
}

const refused = (failure: AuthFailure): Outcome => ({
  kind: 'refused',
  message: authWords(failure, 'Error al actualizar la contraseña'),
})
