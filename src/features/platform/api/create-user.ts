/** `/functions/v1/create-user`, on the wire of the official client: a failure is always `{error}`. */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityRefusal } from '#features/identity/rules.ts'
import { wordsFor } from '#features/identity/text.ts'
import {
  checkPassword,
  createAnywhere,
  createInCompany,
  type Identity,
  type Invite,
  type Newcomer,
  registerUser,
} from '#features/platform/commands/create-user.ts'
import { creatableBy } from '#features/platform/rules.ts'
import { platformWords } from '#features/platform/text.ts'
import { CreatedUserWire, type NewUser, NewUserWire } from '#features/platform/wire/create-user.ts'
import { commonProblems } from '#kernel/problem-titles.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { Passwords } from '#server/auth/passwords.ts'
import type { Authenticate, Claims } from '#server/auth/session.ts'
import { parseBearer } from '#server/auth/tokens.ts'
import type { Db } from '#server/database/db.ts'
import { livePerson } from '#server/database/person.ts'
import { withTenant } from '#server/database/tenant.ts'
import { allowOrigins, parseJsonAlone } from '#server/http/client-wire.ts'
import { toProblemError } from '#server/http/errors.ts'
import { recordImpersonatedRequest } from '#server/http/impersonation.ts'
import { answerInTime } from '#server/http/in-time.ts'
import { requestOrigin } from '#server/http/mount.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

type User = { readonly id: string; readonly email: string }

export type CreateUserOptions = {
  readonly db: Db
  readonly authenticate: Authenticate
  readonly origins: readonly string[]
  readonly identity: Identity
  readonly passwords: Passwords
  readonly invite: Invite
}

/** Failure as the official client reads it: its message, and its status. */
class CreateUserError extends Error {
  readonly status: number
  readonly retryAfterSeconds: number | null
  constructor(status: number, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Mounts `/functions/v1`: register it without a prefix. */
export const createUserPlugin: FastifyPluginAsync<CreateUserOptions> = async (app, options) => {
  await app.register(async scope => mount(scope, options), { prefix: '/functions/v1' })
}

async function mount(app: FastifyInstance, options: CreateUserOptions): Promise<void> {
  answerInTime(app, () => 'requests')
  await allowOrigins(app, options.origins)
  parseJsonAlone(app, () => new CreateUserError(400, commonProblems.bad_request.title))
  app.setNotFoundHandler((_request, reply) =>
    sendError(reply, new CreateUserError(404, commonProblems.not_found.title)),
  )
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof CreateUserError) return sendError(reply, error)
    const { problem, retryAfterSeconds } =
      error instanceof ProblemError ? error : toProblemError(error, request)
    return sendError(reply, new CreateUserError(problem.status, problem.title, retryAfterSeconds))
  })
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.post('/create-user', async request => {
    const user = await createUser(options, request)
    return CreatedUserWire.parse({ user })
  })
}

async function createUser(options: CreateUserOptions, request: FastifyRequest): Promise<User> {
  const { authorization } = request.headers
  // With the public key alone, the request is a registration.
  if (parseBearer(authorization) === null)
    return unlessRefused(
      await registerUser(options.identity, parseNewUser(request.body), requestOrigin(request)),
    )
  const claims = await options.authenticate(authorization)
  await recordImpersonatedRequest(options.db, claims, request)
  if (claims.impersonator !== null) throw commonProblem('impersonating')
  return claims.companyId === null
    ? createByPlatform(options, claims, request)
    : createByCompany(options, claims, request)
}

async function createByPlatform(
  options: CreateUserOptions,
  claims: Claims,
  request: FastifyRequest,
): Promise<User> {
  const { db } = options
  const self = await livePerson(db, claims, request.id, true)
  return userUnlessRefused(
    await createAnywhere(db, self, await hashedNewcomer(options, request), options.invite),
  )
}

/**
 * The creator's role is checked before the costly hash of the password, and again in the transaction that
 * creates.
 */
async function createByCompany(
  options: CreateUserOptions,
  claims: Claims,
  request: FastifyRequest,
): Promise<User> {
  const asked = { claims, requestId: request.id }
  const role = await withTenant(options.db, { ...asked, mode: 'read' }, async (_tx, actor) => actor.role)
  if (creatableBy(role).length === 0) throw commonProblem('forbidden')
  const someone = await hashedNewcomer(options, request)
  return userUnlessRefused(
    await withTenant(options.db, { ...asked, mode: 'write' }, (tx, actor) =>
      createInCompany(tx, actor, someone, options.invite),
    ),
  )
}

async function hashedNewcomer(options: CreateUserOptions, request: FastifyRequest): Promise<Newcomer> {
  const user = parseNewUser(request.body)
  unlessRefused(await checkPassword(options.identity, user))
  const { password, ...hashedNewcomer } = user
  return { ...hashedNewcomer, passwordHash: await options.passwords.hash(password) }
}

function parseNewUser(body: unknown): NewUser {
  const read = NewUserWire.safeParse(body)
  if (read.success) return read.data
  const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isRecord) throw new CreateUserError(400, commonProblems.bad_request.title)
  throw new CreateUserError(422, read.error.issues[0]?.message ?? commonProblems.invalid.title)
}

function unlessRefused<T>(answer: T | Refusal<IdentityRefusal>): T {
  if (!isRefused(answer)) return answer
  const { refused, facts } = answer
  const seconds = typeof facts?.waitSeconds === 'number' ? facts.waitSeconds : null
  throw new CreateUserError(seconds === null ? 422 : 429, wordsFor(refused, facts), seconds)
}

const isRefused = <T>(answer: T | Refusal<IdentityRefusal>): answer is Refusal<IdentityRefusal> =>
  isRefusal(answer)

function userUnlessRefused(created: { user: User } | Refusal): User {
  if (!isRefusal(created)) return created.user
  throw new CreateUserError(created.refused === 'forbidden' ? 403 : 422, platformWords(created))
}

function sendError(
  reply: FastifyReply,
  { status, message, retryAfterSeconds }: CreateUserError,
): FastifyReply {
  if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ error: message })
}
