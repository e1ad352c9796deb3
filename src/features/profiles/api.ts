/** `/rest/v1/profiles`, on the wire of the official client, with its bodies, errors and headers. */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { answerRestErrors } from '#features/profiles/api/rest-problems.ts'
import {
  changeProfiles,
  type LiveAsker,
  maxChanged,
  type ProfileRow,
} from '#features/profiles/commands/change-profiles.ts'
import type { ChangeParts } from '#features/profiles/commands/save-profile.ts'
import { profileWords } from '#features/profiles/text.ts'
import { profileCount, profileRows } from '#features/profiles/views.ts'
import {
  type ProfileQuery,
  parseProfileChange,
  parseProfileQuery,
  RestError,
} from '#features/profiles/wire.ts'
import { isRefusal } from '#kernel/refusal.ts'
import type { Authenticate, Claims } from '#server/auth/session.ts'
import { parseBearer } from '#server/auth/tokens.ts'
import { livePerson } from '#server/database/person.ts'
import type { Sql } from '#server/database/sql.ts'
import { withTenant } from '#server/database/tenant.ts'
import { allowOrigins, parseJsonAlone } from '#server/http/client-wire.ts'
import { recordImpersonatedRequest } from '#server/http/impersonation.ts'
import { answerInTime } from '#server/http/in-time.ts'
import { commonProblem } from '#server/problems.ts'

export type ProfilesOptions = ChangeParts & {
  readonly authenticate: Authenticate
  /** Foreign origins that may call (CORS): compared whole, never reflected. */
  readonly origins: readonly string[]
}

/** Mounts `/rest/v1`: register it without a prefix. */
export const profilesPlugin: FastifyPluginAsync<ProfilesOptions> = async (app, options) => {
  await app.register(async scope => mount(scope, options), { prefix: '/rest/v1' })
}

async function mount(app: FastifyInstance, options: ProfilesOptions): Promise<void> {
  answerInTime(app, () => 'requests')
  await allowOrigins(app, options.origins)
  parseJsonAlone(app, () => new RestError(400, 'PGRST102', 'Empty or invalid json'))
  answerRestErrors(app)
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.get('/profiles', (request, reply) => answerProfiles(options, request, reply))
  app.patch('/profiles', (request, reply) => answerChange(options, request, reply))
  app.route({
    method: ['POST', 'PUT', 'DELETE'],
    url: '/profiles',
    handler: async request => {
      await authenticated(options, request)
      throw new RestError(405, '42501', 'profiles are made by create-user and never deleted')
    },
  })
}

/** Answers a GET: the profiles that the filters find, as a list or as a single object. */
async function answerProfiles(options: ProfilesOptions, request: FastifyRequest, reply: FastifyReply) {
  const claims = await authenticated(options, request)
  const isSingle = requestedShape(request, 'accept-profile') === 'object'
  const query = parseProfileQuery(parseQuery(request), rangeIn(request))
  const isCounted = /(^|[,\s])count=(exact|planned|estimated)/.test(preferIn(request))
  const answered = await withLiveAsker(options, claims, request.id, async (asker, all) => {
    const rows = all<ProfileRow>(profileRows(asker, query))
    const counted = isCounted ? all<{ count: number }>(profileCount(asker, query)) : null
    return { rows: await rows, total: (await counted)?.[0]?.count ?? null }
  })
  return send(reply, answered.rows, { ...query, total: answered.total, isSingle })
}

type All = <R extends { [column: string]: unknown }>(query: Sql) => Promise<R[]>

/** Runs `work` with the live asker. It must send its statements at once, because a read's commit is sent behind them. */
async function withLiveAsker<T>(
  { db }: ProfilesOptions,
  claims: Claims,
  requestId: string,
  work: (asker: LiveAsker, all: All) => Promise<T>,
): Promise<T> {
  if (claims.companyId !== null)
    return withTenant(db, { claims, requestId, mode: 'read' }, (tx, actor) =>
      work({ ...actor, requestId }, query => tx.all(query)),
    )
  const self = await livePerson(db, claims, requestId, claims.role === 'admin_saas')
  if (self.role !== claims.role) throw commonProblem('unauthenticated')
  return work(self, query => db.run(query))
}

/** Answers a PATCH: changes every profile that the filters find. */
async function answerChange(options: ProfilesOptions, request: FastifyRequest, reply: FastifyReply) {
  const claims = await authenticated(options, request)
  if (claims.impersonator !== null) throw commonProblem('impersonating')
  const isSingle = requestedShape(request, 'content-profile') === 'object'
  const parameters = parseQuery(request)
  const query = parseProfileQuery(parameters, undefined)
  if (query.filters.length === 0) throw new RestError(400, '21000', 'UPDATE requires a WHERE clause')
  if (parameters.has('limit') || parameters.has('offset') || parameters.has('order'))
    throw new RestError(400, 'PGRST100', 'an update takes filters alone')
  const wanted = parseProfileChange(request.body)
  const asker = await withLiveAsker(options, claims, request.id, async live => live)
  const changed = await changeProfiles(options, asker, query.filters, wanted, query.columns)
  if (changed === 'too_many')
    throw new RestError(400, 'PGRST100', `an update changes ${maxChanged} profiles at most`)
  if (isRefusal(changed)) throw new RestError(403, '42501', profileWords(changed))
  if (!/(^|[,\s])return=representation/.test(preferIn(request))) return reply.code(204).send()
  return send(reply, changed, { offset: 0, total: null, isSingle })
}

async function authenticated(options: ProfilesOptions, request: FastifyRequest): Promise<Claims> {
  if (parseBearer(request.headers.authorization) === null)
    throw new RestError(401, '42501', 'permission denied for table profiles')
  const claims = await options.authenticate(request.headers.authorization)
  await recordImpersonatedRequest(options.db, claims, request)
  return claims
}

/** @throws RestError for a schema that is not the public one, or a shape that is not ours. */
function requestedShape({ headers }: FastifyRequest, schema: 'accept-profile' | 'content-profile') {
  if ((headers[schema] ?? 'public') !== 'public')
    throw new RestError(406, 'PGRST106', 'The schema must be one of the following: public')
  const { accept = '*/*' } = headers
  if (accept.includes('application/vnd.pgrst.object')) return 'object'
  if (/\*\/\*|application\/(json|\*|vnd\.pgrst\.array)/.test(accept)) return 'array'
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${accept.slice(0, 100)}`)
}

type Shape = Pick<ProfileQuery, 'offset'> & { readonly total: number | null; readonly isSingle: boolean }

function send(reply: FastifyReply, rows: readonly ProfileRow[], { offset, total, isSingle }: Shape) {
  const range = rows.length === 0 ? '*' : `${offset}-${offset + rows.length - 1}`
  reply.header('content-range', `${range}/${total ?? '*'}`)
  reply.header('content-type', 'application/json; charset=utf-8')
  if (isSingle) {
    if (rows.length === 1) return reply.send(JSON.stringify(rows[0]))
    const found = `The result contains ${rows.length} rows`
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', found)
  }
  const isPart = total !== null && rows.length < total
  return reply.code(isPart ? 206 : 200).send(JSON.stringify(rows))
}

const parseQuery = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?')[1] ?? '')
const preferIn = ({ headers }: FastifyRequest) => String(headers.prefer ?? '')
const rangeIn = ({ headers }: FastifyRequest) => headers.range?.replace(/^items=/, '')
