/**
 * SCIM 2.0 (RFC 7643, RFC 7644) under `/scim/v2`: the directory of the company whose service calls, and no other company.
 * It has bodies, errors and a description of its own.
 */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { answerScimErrors, parseScim, sendScim } from '#features/scim/api/answers.ts'
import { chosenIn, filterIn, pageIn, type Query, queryFrom, queryIn } from '#features/scim/api/query.ts'
import { addPerson } from '#features/scim/commands/add.ts'
import { changePerson, removePerson, type Target } from '#features/scim/commands/change.ts'
import type { Invite } from '#features/scim/commands/link.ts'
import { orThrow } from '#features/scim/commands/refusals.ts'
import { currentVersion, toResource } from '#features/scim/commands/resource.ts'
import { userSchema } from '#features/scim/rules/attributes.ts'
import { type Change, changeFromPatch } from '#features/scim/rules/patch.ts'
import { ScimError, unknownPerson } from '#features/scim/rules/scim-error.ts'
import { mayProvision } from '#features/scim/rules.ts'
import { saveRefusal } from '#features/scim/store.ts'
import { type DirectoryPerson, findPerson, listDirectory } from '#features/scim/views/people.ts'
import { readProvisioning } from '#features/scim/views.ts'
import { serviceProviderConfig, toList, userDescription, userType } from '#features/scim/wire/discovery.ts'
import { changeFromPut, newcomerFrom } from '#features/scim/wire/newcomer.ts'
import { getProvisioning, scimPath } from '#features/scim/wire.ts'
import { isUuid } from '#kernel/ids.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem, type Mode, type Work, withTenant } from '#server/database/tenant.ts'
import { answerInTime } from '#server/http/in-time.ts'
import { type Route, read } from '#server/http/route.ts'
import { commonProblem } from '#server/problems.ts'

export type ScimOptions = {
  readonly db: Db
  readonly invite: Invite
  /** Address of the program. */
  readonly origin: string
}

/** Route of the settings. */
export const scimRoutes = (origin: string): readonly Route[] => [
  read(getProvisioning, (tx, actor) => readProvisioning(tx, actor, origin)),
]

/** A person in one request, with a little room: nobody sends more. */
const longestBody = 256 * 1024

/** Searches that say in their body what they look for. */
const searches = ['/Users/.search', '/.search']

const guarded = { config: { scope: 'people:provision' }, bodyLimit: longestBody } as const

/** Mounts `/scim/v2`: register it without a prefix. */
export const scimPlugin: FastifyPluginAsync<ScimOptions> = async (app, options) => {
  await app.register(async scope => mount(scope, options), { prefix: scimPath })
}

function mount(app: FastifyInstance, options: ScimOptions): void {
  answerInTime(app, () => 'requests')
  parseScim(app)
  answerScimErrors(app, (request, error) => noteRefusal(options, request, error))
  mountDiscovery(app, options)
  mountUsers(app, options)
  for (const url of ['/Groups', '/Bulk', '/Me'])
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      ...guarded,
      handler: async request => {
        mustBeService(request)
        throw new ScimError(501, null, `No hay ${url}: el directorio de la empresa lleva personas (/Users).`)
      },
    })
}

function mountDiscovery(app: FastifyInstance, { origin }: ScimOptions): void {
  const base = `${origin}${scimPath}`
  const documents: { readonly [path: string]: object } = {
    '/ServiceProviderConfig': serviceProviderConfig(base),
    '/ResourceTypes': toList([userType(base)]),
    '/ResourceTypes/User': userType(base),
    '/Schemas': toList([userDescription(base)]),
    [`/Schemas/${userSchema.replaceAll(':', '::')}`]: userDescription(base),
  }
  for (const [path, document] of Object.entries(documents))
    app.get(path, guarded, async (request, reply) => {
      mustBeService(request)
      // Section 4: these are no lists to search in.
      if (queryIn(request.url).has('filter')) throw new ScimError(403, null, 'Aquí no se filtra.')
      return sendScim(reply, 200, document)
    })
}

type WithId = { readonly Params: { readonly id: string } }

function mountUsers(app: FastifyInstance, options: ScimOptions): void {
  const { invite } = options
  app.get('/Users', guarded, (request, reply) => answerList(options, request, reply, queryIn(request.url)))
  // The same without filters in an address, which logs keep: of people, and of all there is, which are people.
  for (const url of searches)
    app.post(url, guarded, (request, reply) => answerList(options, request, reply, queryFrom(request.body)))
  app.get<WithId>('/Users/:id', guarded, (request, reply) => answerPerson(options, request, reply))
  app.post('/Users', guarded, async (request, reply) => {
    const added = await inCompany(options, request, 'write', async (tx, actor) =>
      addPerson(tx, actor, newcomerFrom(request.body), invite),
    )
    return sendPerson(options, request, reply, added, 201)
  })
  const changed = async (request: FastifyRequest<WithId>, reply: FastifyReply, read: () => Change) => {
    const person = await inCompany(options, request, 'write', async (tx, actor) =>
      changePerson(tx, actor, targetIn(request), read(), invite),
    )
    return sendPerson(options, request, reply, person)
  }
  app.put<WithId>('/Users/:id', guarded, (request, reply) =>
    changed(request, reply, () => changeFromPut(request.body)),
  )
  app.patch<WithId>('/Users/:id', guarded, (request, reply) =>
    changed(request, reply, () => changeFromPatch(request.body)),
  )
  app.delete<WithId>('/Users/:id', guarded, async (request, reply) => {
    await inCompany(options, request, 'write', (tx, actor) => removePerson(tx, actor, targetIn(request)))
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

async function answerList(options: ScimOptions, request: FastifyRequest, reply: FastifyReply, query: Query) {
  const [filter, { startIndex, count }] = [filterIn(query), pageIn(query)]
  const found = await inCompany(options, request, 'read', (tx, actor) => {
    orThrow(mayProvision(actor), null)
    return listDirectory(tx, filter, { from: startIndex - 1, count })
  })
  const resources = found.people.map(person => chosenIn(query, toResource(serviceAddress(options), person)))
  return sendScim(reply, 200, toList(resources, found.total, startIndex))
}

async function answerPerson(options: ScimOptions, request: FastifyRequest<WithId>, reply: FastifyReply) {
  const id = request.params.id.toLowerCase()
  const person = await inCompany(options, request, 'read', async (tx, actor) => {
    orThrow(mayProvision(actor), null)
    return isUuid(id) ? findPerson(tx, id) : null
  })
  if (!person) throw unknownPerson()
  const header = request.headers['if-none-match']
  if (header?.trim() === '*' || versionsIn(header)?.includes(currentVersion(person)))
    return reply.code(304).header('etag', currentVersion(person)).send()
  return sendPerson(options, request, reply, person)
}

const serviceAddress = ({ origin }: ScimOptions): string => `${origin}${scimPath}`

function sendPerson(
  options: ScimOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  person: DirectoryPerson,
  status = 200,
): FastifyReply {
  const resource = toResource(serviceAddress(options), person)
  reply.header('etag', resource.meta.version)
  if (status === 201) reply.header('location', resource.meta.location)
  return sendScim(reply, status, chosenIn(queryIn(request.url), resource))
}

const targetIn = ({ params, headers }: FastifyRequest<WithId>): Target => ({
  id: params.id,
  versions: versionsIn(headers['if-match']),
})

/** Versions that a header names; null for none and for any (`*`). */
function versionsIn(header: string | undefined): readonly string[] | null {
  if (header === undefined || header.trim() === '*') return null
  return header.split(',').map(each => each.trim().replace(/^(?!W\/)/, 'W/'))
}

/** The claims of the service that calls. @throws for nobody, for a person and for a session. */
function mustBeService({ grant }: FastifyRequest) {
  if (grant === null) throw commonProblem('unauthenticated', { title: 'Falta la clave de un servicio.' })
  if (grant.kind !== 'service') orThrow({ refused: 'services_alone' }, null)
  return grant.claims
}

/** Runs `work` in a transaction of the company whose service calls. */
function inCompany<T>({ db }: ScimOptions, request: FastifyRequest, mode: Mode, work: Work<T>): Promise<T> {
  return withTenant(db, { claims: mustBeService(request), requestId: request.id, mode }, work)
}

/** Statuses of a change that administrators are shown: what the directory's owner or they can mend. */
const shownStatuses: ReadonlySet<number> = new Set([400, 409])

async function noteRefusal({ db }: ScimOptions, request: FastifyRequest, error: ScimError): Promise<void> {
  const { grant, method, routeOptions } = request
  const isRead = method === 'GET' || routeOptions.url?.endsWith('/.search')
  if (isRead || grant?.kind !== 'service' || !shownStatuses.has(error.status)) return
  const refusal = { subject: error.subject, detail: error.message.slice(0, 500) }
  await asSystem(db, grant.claims.companyId, tx => saveRefusal(tx, refusal)).catch(why =>
    request.log.warn({ err: why }, 'a refusal of provisioning was not kept'),
  )
}
