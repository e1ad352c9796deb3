/**
 * The wire of the official client, `/auth/v1`: a plugin with a parser and an error handler of its own, because its
 * bodies, errors and headers differ from the rest of the API.
 */
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { confirmationRoutes } from '#features/identity/api/confirmation-routes.ts'
import { factorPolicyRoutes } from '#features/identity/api/factor-policy-routes.ts'
import { mountFactors } from '#features/identity/api/factor-routes.ts'
import { mountLinks } from '#features/identity/api/link-routes.ts'
import { ownRoutes } from '#features/identity/api/own-routes.ts'
import { mountPasskeyStep, passkeyRoutes } from '#features/identity/api/passkey-routes.ts'
import { answerAuthErrors, authError } from '#features/identity/api/problems.ts'
import { mountTokens } from '#features/identity/api/token-routes.ts'
import { mountUser } from '#features/identity/api/user-routes.ts'
import type { Identity } from '#features/identity/commands/identity.ts'
import { allowOrigins, parseJsonAlone } from '#server/http/client-wire.ts'
import type { Route } from '#server/http/route.ts'

export { type Identity, openIdentity } from '#features/identity/commands/identity.ts'
export { inviter } from '#features/identity/commands/invite.ts'

import { answerInTime } from '#server/http/in-time.ts'

/** Routes of our own API: about a person's account, and about the company's second-factor policy. */
export const identityRoutes = (identity: Identity): readonly Route[] => [
  ...ownRoutes(identity),
  ...factorPolicyRoutes(identity),
  ...passkeyRoutes(identity),
  ...confirmationRoutes(identity),
]

export type IdentityOptions = {
  readonly identity: Identity & { settle(): Promise<void> }
  /** Foreign origins that may call (CORS): one that is not among them, letter by letter, is answered no header. */
  readonly origins: readonly string[]
}

/** Mounts `/auth/v1`: register it without a prefix. */
export const identityPlugin: FastifyPluginAsync<IdentityOptions> = async (app, { identity, origins }) => {
  app.addHook('onClose', () => identity.settle())
  await app.register(async scope => mount(scope, identity, origins), { prefix: '/auth/v1' })
}

async function mount(app: FastifyInstance, identity: Identity, origins: readonly string[]): Promise<void> {
  answerInTime(app, turnFor)
  await allowOrigins(app, origins)
  parseJsonAlone(app, () => authError('bad_json'))
  answerAuthErrors(app)
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  mountTokens(app, identity)
  mountUser(app, identity)
  mountFactors(app, identity)
  mountPasskeyStep(app, identity)
  mountLinks(app, identity)
  mountServerInfo(app, identity)
}

/** Turn of a request: passwords are hashed, which takes long; reads and renewals of sessions do not stand behind that. */
function turnFor({ method, routeOptions, query }: FastifyRequest): 'requests' | 'sessions' {
  const isRenewal = routeOptions.url === '/auth/v1/token' && Object(query).grant_type === 'refresh_token'
  return method === 'GET' || isRenewal ? 'requests' : 'sessions'
}

function mountServerInfo(app: FastifyInstance, { tokens, confirmsEmail, site }: Identity): void {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return { keys: await tokens.publicKeys() }
  })
  app.get('/health', async () => ({ name: site.product, version: '1', description: 'Identidad' }))
  app.get('/settings', async () => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: !confirmsEmail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    // The client's own calls for passkeys are not served: ours stand in `api/passkey-routes.ts`.
    passkeys_enabled: false,
  }))
}
