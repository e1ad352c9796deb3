/** Queries and mutations of one's own account that the browser makes. */
import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { authWords } from '#features/identity/web/text.ts'
import { getSecondFactor, makeRecoveryCodes } from '#features/identity/wire/factors.ts'
import { endSession, listSessions } from '#features/identity/wire/sessions.ts'
import { problemType } from '#kernel/problem.ts'
import { ApiProblem, call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

let authClient: () => Promise<GoTrueClient> = () => Promise.reject(new Error('nobody gave a client'))

/** Sets the source of the official client, which belongs to the application's session. */
export function takeAuthClientFrom(source: () => Promise<GoTrueClient>): void {
  authClient = source
}

export type Factor = { id: string; friendly_name?: string | undefined; created_at: string }

export type Factors = { applications: readonly Factor[]; passkeys: number }

export type AccountUpdate = {
  data?: { name: string; lastName: string; position: string; department: string }
  email?: string
  password?: string
  current_password?: string
}

export const updateAccountMutation = mutationOptions({
  mutationFn: async (update: AccountUpdate) => {
    const { data, error } = await (await authClient()).updateUser(update)
    if (error) throw refused(error, 'No se han podido guardar los cambios')
    return data.user
  },
  // A new password ends the other sessions.
  onSuccess: (_user, update) => {
    if (update.password) void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  },
})

export const resendNewAddressMutation = mutationOptions({
  mutationFn: async (email: string) => {
    const { error } = await (await authClient()).resend({ type: 'email_change', email })
    if (error) throw refused(error, 'No se ha podido enviar el correo. Inténtalo de nuevo.')
  },
})

export const secondFactorQuery = queryOptions({
  queryKey: ['identity', 'second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
})

/** Goes on in this session with its new tokens. */
export async function enterWithTokens(tokens: {
  access_token: string
  refresh_token: string
}): Promise<void> {
  const { error } = await (await authClient()).setSession(tokens)
  if (error) throw refused(error, 'No se ha podido continuar la sesión. Vuelve a entrar.')
}

export async function renewTokens(): Promise<void> {
  await (await authClient()).refreshSession()
}

/** The account's second factors: applications of codes, and the number of passkeys, which have a list of their own. */
export const factorsQuery = queryOptions({
  queryKey: ['identity', 'factors'],
  queryFn: async (): Promise<Factors> => {
    const { data, error } = await (await authClient()).mfa.listFactors()
    if (error) throw refused(error, 'No se han podido leer tus aplicaciones')
    return { applications: data.totp, passkeys: data.webauthn.length }
  },
})

/** A new enrolment, which protects nothing until its first code is verified. Each opening of the dialog makes one. */
export const enrolmentQuery = (opening: string) =>
  queryOptions({
    queryKey: ['identity', 'enrolment', opening],
    queryFn: async () => {
      const { data, error } = await (await authClient()).mfa.enroll({ factorType: 'totp' })
      if (error) throw refused(error, 'No se ha podido preparar la verificación')
      return data
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

export const verifyFactorMutation = mutationOptions({
  mutationFn: async ({ factorId, code }: { factorId: string; code: string }) => {
    const { error } = await (await authClient()).mfa.challengeAndVerify({ factorId, code })
    if (error) throw refused(error, 'No se ha podido comprobar el código')
  },
  // Queries refused for lack of the second step may succeed now.
  onSuccess: () => void queryClient.invalidateQueries(),
})

export const removeFactorMutation = mutationOptions({
  mutationFn: async (factorId: string) => {
    const { error } = await (await authClient()).mfa.unenroll({ factorId })
    if (error) throw refused(error, 'No se ha podido quitar la verificación')
    // The session's assurance may have dropped: the next token carries it.
    await renewTokens()
  },
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['identity'] }),
})

export const makeRecoveryCodesMutation = mutationOptions({
  mutationFn: async () => (await call(makeRecoveryCodes, {})).codes,
  onSuccess: () => void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['identity', 'sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
})

const sessionsChanged = () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })

export const endSessionMutation = mutationOptions({
  mutationFn: (sessionId: string) => call(endSession, { params: { sessionId } }),
  onSettled: sessionsChanged,
})

export const endOtherSessionsMutation = mutationOptions({
  mutationFn: async () => {
    const { error } = await (await authClient()).signOut({ scope: 'others' })
    if (error) throw refused(error, 'No se han podido cerrar las demás sesiones')
  },
  onSettled: sessionsChanged,
})

const fieldByCode: { readonly [code: string]: string } = {
  current_password_required: '/current_password',
  current_password_invalid: '/current_password',
  weak_password: '/password',
  same_password: '/password',
  email_exists: '/email',
  mfa_verification_failed: '/code',
}

/** Refusal of the official client in the shape that our forms read: on its field, when it names one. */
function refused(error: AuthError, otherwise: string): ApiProblem {
  const title = authWords(error, otherwise)
  const pointer = fieldByCode[error.code ?? '']
  const issues = pointer ? { issues: [{ pointer, code: error.code ?? '', message: title }] } : {}
  return new ApiProblem({ type: problemType('account'), title, status: error.status || 503, ...issues })
}
