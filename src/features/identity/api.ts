/**
 * The wire of the official client, `/auth/v1`. Its bodies, errors and headers are its own and not those of
 * the rest of the API, so it lives in a plugin with its own parser and its own error handler.
 */
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { answerAuthErrors, authError, refusalError } from '#features/identity/api/problems.ts'
import { mountSession } from '#features/identity/api/session-routes.ts'
import type { Identity, Origin } from '#features/identity/commands/issue.ts'
import { refresh } from '#features/identity/commands/refresh.ts'
import { type LiveSession, liveSession } from '#features/identity/commands/session.ts'
import { signIn } from '#features/identity/commands/sign-in.ts'
import { signOut } from '#features/identity/commands/sign-out.ts'
import { updateUser } from '#features/identity/commands/update-user.ts'
import { type IdentityRefusal, signOutScopes } from '#features/identity/rules.ts'
import { userWire } from '#features/identity/views.ts'
import {
  PasswordGrantWire,
  RefreshGrantWire,
  type SessionWire,
  UserUpdateWire,
  type UserWire,
} from '#features/identity/wire.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { allowOrigins, parseJsonAlone } from '#server/http/client-wire.ts'
import { authenticator } from '#server/tokens.ts'

export type IdentityOptions = Omit<Identity, 'log' | 'inBackground'> & {
  /** Origins besides our own pages' that may call: exact, never reflected. */
  readonly origins: readonly string[]
}

/** Mounts `/auth/v1` and the calls about the session by itself: register it without a prefix. */
export const identityPlugin: FastifyPluginAsync<IdentityOptions> = async (app, options) => {
  const identity = { ...options, log: app.log, inBackground: backgroundOf(app) }
  mountSession(app, { db: options.db, authenticate: authenticator(options.tokens) })
  await app.register(async scope => mount(scope, identity, options.origins), { prefix: '/auth/v1' })
}

function backgroundOf(app: FastifyInstance): Identity['inBackground'] {
  const pending = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(pending)
  })
  return work => {
    const settled = work
      .catch(error => app.log.error({ err: error }, 'identity: background work failed'))
      .finally(() => pending.delete(settled))
    pending.add(settled)
  }
}

async function mount(app: FastifyInstance, identity: Identity, origins: readonly string[]): Promise<void> {
  await allowOrigins(app, origins)
  parseJsonAlone(app, () => authError('bad_json'))
  answerAuthErrors(app)
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  mountTokens(app, identity)
  mountUser(app, identity)
  mountFacts(app, identity)
}

function mountTokens(app: FastifyInstance, identity: Identity): void {
  app.post('/token', async request => {
    switch (queryOf(request).get('grant_type')) {
      case 'password':
        return allowed(await signIn(identity, parse(PasswordGrantWire, request.body), originOf(request)))
      case 'refresh_token':
        return allowed(await refresh(identity, parse(RefreshGrantWire, request.body).refresh_token))
      default:
        throw authError('unsupported_grant_type')
    }
  })
  app.post('/logout', async (request, reply) => {
    const live = await required(identity, request)
    const asked = queryOf(request).get('scope') ?? 'global'
    const scope = signOutScopes.find(known => known === asked)
    if (!scope) throw authError('validation_failed', `Unsupported logout scope`)
    await signOut(identity, live, scope)
    return reply.code(204).send()
  })
}

function mountUser(app: FastifyInstance, identity: Identity): void {
  app.get('/user', async request => {
    const { person, company } = await required(identity, request)
    return userWire(person, company)
  })
  app.put('/user', async request => {
    const live = await required(identity, request)
    if (isRecord(request.body) && 'app_metadata' in request.body) throw authError('not_admin')
    return allowed(await updateUser(identity, live, parse(UserUpdateWire, request.body)))
  })
}

function mountFacts(app: FastifyInstance, { tokens }: Identity): void {
  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return { keys: await tokens.publicKeys() }
  })
  app.get('/health', async () => ({ name: 'Visto Bueno', version: '1', description: 'Identidad' }))
  app.get('/settings', async () => settings)
}

const settings = {
  external: { email: true, phone: false, anonymous_users: false },
  ...{ disable_signup: true, mailer_autoconfirm: false, phone_autoconfirm: false },
  ...{ sms_provider: '', saml_enabled: false, passkeys_enabled: false },
}

function parse<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  if (!isRecord(body)) throw authError('bad_json')
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(issue => issue.path.join('.')).join(', ')
  throw authError('validation_failed', `Invalid or missing: ${fields}`)
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function required(identity: Identity, request: FastifyRequest): Promise<LiveSession> {
  const live = await liveSession(identity, request.headers.authorization)
  if (typeof live === 'string') throw authError(live)
  return live
}

function allowed(value: SessionWire | UserWire | Refusal<IdentityRefusal>): object {
  if (isRefusal(value)) throw refusalError(value)
  return value
}

/** By hand, so that a parameter given twice is the first of the two and never a list. */
function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?')[1] ?? '')
}

function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) ?? null }
}
