/** Errors of identity: the codes and statuses on which the official client switches. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FactorRefusal } from '#features/identity/rules/factors.ts'
import type { PasskeyRefusal } from '#features/identity/rules/passkeys.ts'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { wordsFor } from '#features/identity/text.ts'
import { type AuthProblem, problemBody } from '#features/identity/wire.ts'
import { type Problem, problemType } from '#kernel/problem.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { toProblemError } from '#server/http/errors.ts'
import { ProblemError } from '#server/problems.ts'

/** First version of the protocol whose errors have codes. */
const protocolVersion = '2024-01-01'

/** An error of the official client's protocol. */
export class AuthError extends Error {
  readonly problem: AuthProblem
  constructor(problem: AuthProblem) {
    super(problem.message)
    this.problem = problem
  }
}

const statuses = {
  unsupported_grant_type: [400, 'invalid_credentials', 'unsupported_grant_type'],
  bad_json: [400, 'bad_json', 'Could not parse request body as JSON'],
  validation_failed: [400, 'validation_failed', 'Invalid request'],
  impersonating: [403, 'not_admin', 'Estás visualizando como otro usuario: no puedes hacer cambios.'],
  no_authorization: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  bad_jwt: [403, 'bad_jwt', 'Invalid or expired token'],
  session_not_found: [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'],
  user_not_found: [403, 'user_not_found', 'User from sub claim in JWT does not exist'],
  user_banned: [403, 'user_banned', 'Tu cuenta está desactivada.'],
  not_admin: [403, 'not_admin', 'Updating app_metadata requires admin privileges'],
  phone_factor: [422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'],
  webauthn_factor: [422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'],
  not_found: [404, 'not_found', 'Not found'],
  request_entity_too_large: [413, 'request_entity_too_large', 'Request body is too large'],
  unexpected_failure: [500, 'unexpected_failure', 'Error inesperado'],
  busy: [503, 'unexpected_failure', 'El sistema está ocupado. Inténtalo de nuevo en unos segundos.'],
} as const

const factorRefusals: { readonly [kind in FactorRefusal]: readonly [status: number, code: string] } = {
  factor_not_found: [404, 'mfa_factor_not_found'],
  factor_name_taken: [422, 'mfa_factor_name_conflict'],
  too_many_factors: [422, 'too_many_enrolled_mfa_factors'],
  enrolment_needs_second_step: [403, 'insufficient_aal'],
  removal_needs_second_step: [422, 'insufficient_aal'],
  challenge_expired: [422, 'mfa_challenge_expired'],
  wrong_code: [422, 'mfa_verification_failed'],
  second_factor_off: [422, 'mfa_factor_not_found'],
  session_ended: [403, 'session_not_found'],
}

const passkeyRefusals: { readonly [kind in PasskeyRefusal]: readonly [status: number, code: string] } = {
  passkey_not_found: [404, 'webauthn_credential_not_found'],
  passkey_name_taken: [422, 'mfa_factor_name_conflict'],
  too_many_passkeys: [422, 'too_many_passkeys'],
  passkey_known: [422, 'webauthn_credential_exists'],
  passkey_refused: [422, 'webauthn_verification_failed'],
  passkey_expired: [422, 'webauthn_challenge_expired'],
  passkey_suspected: [422, 'webauthn_verification_failed'],
  passkey_of_untrusted_account: [403, 'insufficient_aal'],
}

/** Status and code of the client's protocol for each refusal of the rules. */
const refusals: { readonly [kind in IdentityRefusal]: readonly [status: number, code: string] } = {
  ...factorRefusals,
  ...passkeyRefusals,
  invalid_credentials: [400, 'invalid_credentials'],
  pending_activation: [400, 'user_banned'],
  deactivated: [400, 'user_banned'],
  refresh_token_not_found: [400, 'refresh_token_not_found'],
  refresh_token_already_used: [400, 'refresh_token_already_used'],
  refresh_token_ahead: [400, 'validation_failed'],
  session_expired: [400, 'session_expired'],
  weak_password: [422, 'weak_password'],
  same_password: [422, 'same_password'],
  current_password_required: [400, 'current_password_required'],
  current_password_invalid: [400, 'current_password_invalid'],
  email_exists: [422, 'email_exists'],
  email_not_confirmed: [400, 'email_not_confirmed'],
  second_step_required: [401, 'insufficient_aal'],
  link_not_found: [403, 'otp_expired'],
  link_expired: [403, 'otp_expired'],
  bad_code_verifier: [400, 'bad_code_verifier'],
  platform_has_admin: [409, 'conflict'],
  too_many_tries: [429, 'over_request_rate_limit'],
  too_many_mails: [429, 'over_email_send_rate_limit'],
  wrong_password: [400, 'invalid_credentials'],
  confirmation_way_missing: [422, 'insufficient_aal'],
  // The protocol's code for people of a company's own sign-in.
  company_sign_in_required: [422, 'user_sso_managed'],
  session_of_company: [422, 'user_sso_managed'],
  not_found: [404, 'not_found'],
}

export function authError(kind: keyof typeof statuses, detail?: string): AuthError {
  const [status, code, message] = statuses[kind]
  return new AuthError({ status, code, message: detail ?? message })
}

export function refusalError({ refused, facts }: Refusal<IdentityRefusal>): AuthError {
  const [status, code] = refusals[refused]
  const reasons = refused === 'weak_password' ? { reasons: [String(facts?.reason ?? 'length')] } : {}
  const wait = typeof facts?.waitSeconds === 'number' ? { retryAfterSeconds: facts.waitSeconds } : {}
  return new AuthError({ status, code, message: wordsFor(refused, facts), ...reasons, ...wait })
}

/** The error of a PKCE code: the client's protocol has codes for it that differ from those of a link. */
export function codeError(refusal: Refusal<IdentityRefusal>): AuthError {
  if (refusal.refused === 'link_not_found')
    return new AuthError({ status: 404, code: 'flow_state_not_found', message: 'Invalid flow state' })
  if (refusal.refused === 'link_expired')
    return new AuthError({ status: 422, code: 'flow_state_expired', message: 'Flow state has expired' })
  return refusalError(refusal)
}

export function answerAuthErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => send(reply, request, authError('not_found')))
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof AuthError) return send(reply, request, error)
    const { problem, retryAfterSeconds } =
      error instanceof ProblemError ? error : toProblemError(error, request)
    if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds)
    return send(reply, request, authErrorFromProblem(problem))
  })
}

function authErrorFromProblem({ type, status }: Problem): AuthError {
  if (type === problemType('impersonating')) return authError('impersonating')
  if (status === 413) return authError('request_entity_too_large')
  if (status === 503) return authError('busy')
  return authError(status < 500 ? 'validation_failed' : 'unexpected_failure')
}

function send(reply: FastifyReply, request: FastifyRequest, { problem }: AuthError): FastifyReply {
  const version = request.headers['x-supabase-api-version']
  const isVersioned = typeof version === 'string' && version >= protocolVersion
  if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
  if (isVersioned) reply.header('x-supabase-api-version', protocolVersion)
  return reply.code(problem.status).send(problemBody(problem, isVersioned))
}
