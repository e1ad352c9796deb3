/** Second factor of somebody who has given the password. */
import { authFetch } from '#app/auth-client.ts'
import { type SessionUser, session } from '#app/session.ts'
import { authWords } from '#features/identity/web/text.ts'

export type StepAnswer = { user: SessionUser } | { message: string }

const failed = 'No se ha podido comprobar el código. Inténtalo de nuevo.'

const kinds = ['webauthn', 'totp'] as const
export type FactorKind = (typeof kinds)[number]

/** Kinds of second factors of the account: passkeys, and applications of codes. */
export async function factorKinds(): Promise<readonly FactorKind[]> {
  const { data } = await (await session.client()).getSession()
  const factors = data.session?.user.factors ?? []
  return kinds.filter(kind => factors.some(one => one.factor_type === kind && one.status === 'verified'))
}

/** Verifies the six digits of the person's application. */
export async function giveCode(code: string): Promise<StepAnswer> {
  const client = await session.client()
  const { data, error } = await client.mfa.listFactors()
  if (error) return { message: authWords(error, failed) }
  let answer: StepAnswer = { message: failed }
  // With several applications it is not known which one shows the code.
  for (const { id: factorId } of data.totp) {
    const verified = await client.mfa.challengeAndVerify({ factorId, code })
    if (!verified.error) return entered()
    answer = { message: authWords(verified.error, failed) }
  }
  return answer
}

/** Verifies a recovery code, in place of the lost device. */
export async function giveRecoveryCode(code: string): Promise<StepAnswer> {
  const bearer = (await session.token()) ?? ''
  const { answer, failure } = await authFetch('/factors/recovery', { method: 'POST', bearer, body: { code } })
  if (failure) return { message: authWords(failure, failed) }
  const tokens = {
    access_token: field(answer, 'access_token'),
    refresh_token: field(answer, 'refresh_token'),
  }
  const { error } = await (await session.client()).setSession(tokens)
  return error ? { message: authWords(error, failed) } : entered()
}

async function entered(): Promise<StepAnswer> {
  const user = await session.user()
  return user ? { user } : { message: failed }
}

function field(value: unknown, name: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : ''
}
