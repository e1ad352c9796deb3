/** Who may call: the security schemes of the API's description, and those that suffice for each call. */
import { scopeLabel } from '#features/tokens/text/scopes.ts'
import { type TokenScope, tokenScopes } from '#kernel/token-scope.ts'
import type { Security } from '#server/openapi/operations.ts'

const scopes = tokenScopes.map(scope => `- \`${scope}\`: ${scopeLabel[scope]}.`).join('\n')

export const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a session: `access_token` of `POST /auth/v1/token?grant_type=password`. It lives for some minutes and is renewed with `grant_type=refresh_token`.',
  },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'vb_pat_… or vb_svc_…',
    description: `An API token, of a person or of a service, made on a screen (_Claves de API_). It needs the scope that the call names; answers carry \`RateLimit-Policy\` and \`RateLimit\`. A field that the call does not know is refused. Scopes:\n\n${scopes}`,
  },
} as const

export const bySession: Security = [{ session: [] }]

/** A call for a session, or for an API token with this scope; without a scope, for a session alone. */
export const bySessionOr = (scope: TokenScope | null): Security =>
  scope === null ? bySession : [...bySession, { apiToken: [scope] }]
