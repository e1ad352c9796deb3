/** Mounts the slices: the only place that knows them all. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Slices } from '#app/description/describe.ts'
import { mountDescription } from '#app/description/mount.ts'
import { product } from '#app/product.ts'
import { listExports, routesBySlice } from '#app/slice-routes.ts'
import { routeScopes } from '#app/token-scopes.ts'
import { mountCertificateArchives } from '#features/certificates/api/archives.ts'
import { mountCertificates } from '#features/certificates/api/certificates.ts'
import { mountArchives } from '#features/closings/api/package.ts'
import type { Meta } from '#features/companies/wire.ts'
import { mustUseCompany } from '#features/company-sign-in/commands/required.ts'
import { mountBatches } from '#features/executions/api/batches.ts'
import { mountFiles } from '#features/files/api.ts'
import { maxFileBytes, storedMediaTypes } from '#features/files/wire.ts'
import { identityPlugin, inviter, openIdentity } from '#features/identity/api.ts'
import { mountInvoiceArchives } from '#features/invoices/api/archives.ts'
import { keepIn } from '#features/invoices/commands/keep.ts'
import { openReadings } from '#features/invoices/commands/readings.ts'
import { mountLive } from '#features/notices/api/live.ts'
import { acceptByChoosing } from '#features/people/commands/acceptance.ts'
import { type CreateUserOptions, createUserPlugin } from '#features/platform/api/create-user.ts'
import { platformExports } from '#features/platform/api/exports.ts'
import { profilesPlugin } from '#features/profiles/api.ts'
import { scimPlugin } from '#features/scim/api.ts'
import type { TokenScope } from '#kernel/token-scope.ts'
import { openApiTokens } from '#server/auth/api-tokens.ts'
import { openLimits } from '#server/auth/limits.ts'
import { openPasswords, type Passwords, quickCost } from '#server/auth/passwords.ts'
import { openRefreshTokens } from '#server/auth/refresh-token.ts'
import { openSeal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { authenticator, openTokens, type Tokens } from '#server/auth/tokens.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { type FileStore, openFileStore } from '#server/files/file-store.ts'
import { openBlobs } from '#server/files/open-blobs.ts'
import { openScanner } from '#server/files/scanner.ts'
import { acceptApiTokens } from '#server/http/api-token-calls.ts'
import { type DevPages, mountDev } from '#server/http/dev.ts'
import { Draining } from '#server/http/draining.ts'
import { mountRoutes } from '#server/http/mount.ts'
import { openOutward } from '#server/http/outward.ts'
import { openReach } from '#server/http/reach.ts'
import type { Route } from '#server/http/route.ts'
import { RunningExports } from '#server/http/running-exports.ts'
import { mountSecurityTxt } from '#server/http/security-txt.ts'
import { mountHealth, newServer } from '#server/http/server.ts'
import { servePages } from '#server/http/static.ts'
import type { QueueLoad } from '#server/jobs/bounded-queue.ts'
import { openPubSub } from '#server/jobs/pubsub.ts'
import { openImap } from '#server/mail/imap.ts'
import { openPost } from '#server/mail/post.ts'
import { mailSeal } from '#server/mail/queue.ts'
import { countFiles } from '#server/metrics/files.ts'
import { observeRequests } from '#server/metrics/requests.ts'
import { openPictures, type Pictures } from '#server/pictures/pictures.ts'
import { openPushService } from '#server/push/web-push.ts'
import { traceRequests } from '#server/traces/requests.ts'

export type AppOptions = {
  readonly db: Db
  /** Connection of the platform's role, which reads a few columns of every company. */
  readonly platformDb: Db
  /** Connection that hears what other nodes announce; `db` where no pooler stands in front of it. */
  readonly listenDb?: Db
  /** Says when the end begins. */
  readonly draining?: Draining
  /** Metrics, where somebody collects them. */
  readonly metrics?: Registry | null
  /** True when each request is a span for the operator's collector. */
  readonly isTraced?: boolean
  readonly log: Logger
  readonly secret: Secret
  readonly origin: string
  readonly dataDir: string
  readonly pages: string
  readonly meta: () => Meta
  /** Pages for development and demo; none when undefined. */
  readonly dev?: DevPages
} & Partial<
  Pick<
    Config,
    | 'trustedProxyHops'
    | 'signingJwk'
    | 'redirects'
    | 'origins'
    | 'emailConfirmation'
    | 'adminsNeedSecondFactor'
    | 'selfSignup'
    | 'relaxedLimits'
    | 'quickPasswords'
    | 'securityContact'
    | 'webhookReach'
    | 'push'
    | 'bucket'
    | 'scanner'
    | 'drawsPhotos'
  >
>

export type App = {
  readonly http: FastifyInstance
  readonly files: FileStore
  readonly pictures: Pictures
  readonly passwords: Passwords
  readonly invite: ReturnType<typeof inviter>
  readonly routes: readonly Route[]
  /** Scope that an API token needs, by endpoint; null where only a session may call. */
  readonly tokenScopes: ReadonlyMap<string, TokenScope | null>
  /** Work that waits in memory, by name. */
  readonly loads: Readonly<Record<string, () => QueueLoad>>
}

export function buildApp(options: AppOptions): App {
  const { db, platformDb, log, secret, origin, trustedProxyHops = 0, signingJwk = null } = options
  const draining = options.draining ?? new Draining()
  const http = newServer(log, { trustedProxyHops, draining })
  if (options.metrics) observeRequests(http, options.metrics)
  if (options.isTraced) traceRequests(http)
  const isStrict = options.adminsNeedSecondFactor ?? false
  const tokens = openTokens(db, { secret, issuer: `${origin}/auth/v1`, signingJwk, isStrict })
  const authenticate = authenticator(tokens)
  const passwords = openPasswords(secret, options.quickPasswords ? { cost: quickCost } : {})
  const origins = [origin, ...(options.origins ?? [])]
  const identity = openAppIdentity(options, tokens, passwords)
  const invite = inviter(identity)
  const files = openAppFiles(options)
  const pictures = openAppPictures(options, files)
  const readings = openReadings({ keep: keepIn(db), readsPhotos: options.drawsPhotos ?? false })
  const limits = openLimits(db, secret, { isRelaxed: options.relaxedLimits ?? false })
  const certificates = { db, secret, limits, site: { origin, product } }
  const reach = openReach(options.webhookReach ?? { privateNetworks: [], allowsLoopback: false })
  const slices = routesBySlice({
    ...options,
    reach,
    imap: openImap({ reach }),
    push: openPushService(options.push ?? null, openOutward({ reach })),
    identity,
    invite,
    files,
    pictures,
    readings,
    certificates,
  })
  const routes: readonly Route[] = Object.values(slices).flat()
  const tokenScopes = routeScopes(slices)
  mountPublicPages(http, { ...options, draining }, slices)
  acceptApiTokens(http, { apiTokens: openApiTokens(db, { isStrict }), limits })
  mountRoutes(http, routes, {
    db,
    authenticate,
    secret,
    limits,
    scopeOf: ({ endpoint }) => tokenScopes.get(endpoint.id) ?? null,
  })
  mountDownloads(http, certificates, { db, platformDb, secret, origin, files })
  mountFiles(http, { db, files, pictures, authenticate, secret, limits })
  mountInvoiceArchives(http, { db, files, authenticate, limits })
  mountLive(http, { db, authenticate, pubsub: openPubSub(options.listenDb ?? db, log) })
  http.register(scimPlugin, { db, invite, origin })
  mountOfficialClient(http, { db, authenticate, passwords, invite, identity, origins })
  if (options.dev) mountDev(http, options.dev, { db, seal: mailSeal(secret) })
  servePages(http, options.pages)
  const loads = {
    requests: () => http.turns.requests.load,
    sessions: () => http.turns.sessions.load,
    tokens: () => http.turns.tokens.load,
    token_counts: () => http.turns.tokenCounts.load,
    passwords: passwords.load,
    readings: readings.load,
    pictures: pictures.load,
  }
  return { http, files, pictures, passwords, invite, routes, tokenScopes, loads }
}

/** The wire of the official sign-in client, with bodies and errors of its own. */
function mountOfficialClient(
  http: FastifyInstance,
  options: CreateUserOptions & { readonly identity: ReturnType<typeof openIdentity> },
): void {
  const { identity, authenticate, origins } = options
  http.register(identityPlugin, { identity, origins })
  http.register(profilesPlugin, { ...identity, authenticate, origins })
  http.register(createUserPlugin, options)
}

/** Public pages: health, the API's description, the kinds of problems and the security contact. */
function mountPublicPages(
  http: FastifyInstance,
  options: AppOptions & { readonly draining: Draining },
  slices: Slices,
): void {
  const { db, origin, securityContact = null, draining } = options
  mountHealth(http, db, draining)
  mountSecurityTxt(http, { contact: securityContact, origin })
  mountDescription(http, slices)
}

/** Downloads, by a link that was requested before. */
function mountDownloads(
  http: FastifyInstance,
  certificates: Parameters<typeof mountCertificates>[1],
  given: Pick<AppOptions, 'db' | 'platformDb' | 'secret' | 'origin'> & Pick<App, 'files'>,
): void {
  const running = new RunningExports()
  for (const list of [...listExports, ...platformExports]) list.mount(http, { ...given, running })
  mountCertificates(http, certificates)
  mountBatches(http, given)
  mountArchives(http, { ...given, running })
  mountCertificateArchives(http, { ...given, running })
}

function openAppFiles({ dataDir, metrics, bucket = null, scanner = null }: AppOptions): FileStore {
  return openFileStore({
    blobs: openBlobs({ dataDir, bucket }),
    limits: { maxBytes: maxFileBytes, mediaTypes: storedMediaTypes },
    scan: scanner && openScanner(scanner),
    ...(metrics ? { count: countFiles(metrics) } : {}),
  })
}

function openAppPictures({ dataDir, log, drawsPhotos = false }: AppOptions, files: FileStore): Pictures {
  const onFailure = ({ id }: { id: string }, why: unknown) =>
    log.info({ err: why, fileId: id }, 'no picture can be made of a file')
  return openPictures({ folder: join(dataDir, 'pictures'), files, onFailure, drawsPhotos })
}

function openAppIdentity(options: AppOptions, tokens: Tokens, passwords: Passwords) {
  const { db, log, secret, origin, redirects = [], emailConfirmation = true } = options
  const { demo, demoAccounts } = options.meta()
  return openIdentity({
    db,
    log,
    tokens,
    passwords,
    confirmsEmail: emailConfirmation,
    isStrict: options.adminsNeedSecondFactor ?? false,
    accept: acceptByChoosing(db),
    mustUseCompany: mustUseCompany(db),
    refreshTokens: openRefreshTokens(secret),
    limits: openLimits(db, secret, { isRelaxed: options.relaxedLimits ?? false }),
    seal: openSeal(secret, 'factors'),
    post: openPost(secret, { product, origin }),
    site: { origin, redirects, product },
    // The demo listens on loopback alone, and refuses to start in production.
    openTo: new Set(demo ? demoAccounts.map(({ email }) => email) : []),
  })
}
