/** Mounts the slices: the only place that knows them all. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { product } from '#app/product.ts'
import { savedLists } from '#app/saved-lists.ts'
import { appointmentRoutes } from '#features/appointments/api.ts'
import { approvalRoutes } from '#features/approvals/api.ts'
import { certificateRoutes, mountCertificates } from '#features/audit/api/certificates.ts'
import { journalExport } from '#features/audit/api/exports.ts'
import { auditRoutes } from '#features/audit/api.ts'
import { certify, type Site } from '#features/audit/commands/certify.ts'
import { bankRoutes } from '#features/bank/api.ts'
import { clientExport } from '#features/clients/api/exports.ts'
import { clientRoutes } from '#features/clients/api.ts'
import { movementExport, withholdingExport } from '#features/closings/api/exports.ts'
import { mountArchives, packageRoutes } from '#features/closings/api/package.ts'
import { closingRoutes } from '#features/closings/api.ts'
import { companyRoutes, metaRoutes } from '#features/companies/api.ts'
import type { Meta } from '#features/companies/wire.ts'
import { contractExport } from '#features/contracts/api/exports.ts'
import { contractRoutes } from '#features/contracts/api.ts'
import { delegationRoutes } from '#features/delegations/api.ts'
import { documentExport } from '#features/documents/api/exports.ts'
import { projectExport } from '#features/documents/api/project-exports.ts'
import { documentRoutes } from '#features/documents/api.ts'
import { batchRoutes, mountBatches } from '#features/executions/api/batches.ts'
import { executionRoutes } from '#features/executions/api.ts'
import { fileRoutes, mountFiles } from '#features/files/api.ts'
import { maxFileBytes, storedMediaTypes } from '#features/files/wire.ts'
import { flowRoutes } from '#features/flows/api.ts'
import {
  type Identity,
  identityPlugin,
  identityRoutes,
  inviter,
  mayTryCode,
  openIdentity,
} from '#features/identity/api.ts'
import { removeFactors } from '#features/identity/commands/factors.ts'
import { signUp } from '#features/identity/commands/sign-up.ts'
import { strongPassword } from '#features/identity/commands/strong-password.ts'
import { receivedExport } from '#features/invoices/api/exports.ts'
import { sendingRoutes } from '#features/invoices/api/sending.ts'
import { invoiceRoutes } from '#features/invoices/api.ts'
import { keepIn } from '#features/invoices/commands/keep.ts'
import { openReadings, type Readings } from '#features/invoices/commands/readings.ts'
import { mountLive } from '#features/notifications/api/live.ts'
import { noticeRoutes } from '#features/notifications/api.ts'
import { offboardingRoutes } from '#features/offboarding/api.ts'
import { peopleExport } from '#features/people/api/exports.ts'
import { invitationRoutes } from '#features/people/api/invitations.ts'
import { peopleRoutes } from '#features/people/api.ts'
import { acceptByChoosing } from '#features/people/commands/acceptance.ts'
import { type CreateUserOptions, createUserPlugin } from '#features/platform/api/create-user.ts'
import { platformExports } from '#features/platform/api/exports.ts'
import { ownCompanyRoutes } from '#features/platform/api/own-company.ts'
import { platformRoutes } from '#features/platform/api.ts'
import { profilesPlugin } from '#features/profiles/api.ts'
import { projectRoutes } from '#features/projects/api.ts'
import { providerExport } from '#features/providers/api/exports.ts'
import { providerRoutes } from '#features/providers/api.ts'
import { recurrenceRoutes } from '#features/recurrences/api.ts'
import { reportRoutes } from '#features/reports/api.ts'
import { sampleRoutes } from '#features/samples/api.ts'
import { savedViewRoutes } from '#features/saved-views/api.ts'
import { simulationRoutes } from '#features/simulation/api.ts'
import { openLimits } from '#server/auth/limits.ts'
import { openPasswords, type Passwords } from '#server/auth/passwords.ts'
import { openRefreshTokens } from '#server/auth/refresh-token.ts'
import { openSeal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { authenticator, openTokens, type Tokens } from '#server/auth/tokens.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/database/db.ts'
import { type FileStore, fileStore } from '#server/files/file-store.ts'
import { type DevPages, mountDev } from '#server/http/dev.ts'
import { Draining } from '#server/http/draining.ts'
import { mountRoutes } from '#server/http/mount.ts'
import { openApi } from '#server/http/openapi.ts'
import type { Route } from '#server/http/route.ts'
import { RunningExports } from '#server/http/running-exports.ts'
import { mountSecurityTxt } from '#server/http/security-txt.ts'
import { mountHealth, newServer } from '#server/http/server.ts'
import { servePages } from '#server/http/static.ts'
import type { QueueLoad } from '#server/jobs/bounded-queue.ts'
import { openPubSub } from '#server/jobs/pubsub.ts'
import { openPost } from '#server/mail/post.ts'
import { mailSeal } from '#server/mail/queue.ts'
import { observeRequests } from '#server/metrics/requests.ts'
import { openPictures, type Pictures } from '#server/pictures/pictures.ts'

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
    | 'securityContact'
  >
>

export type App = {
  readonly http: FastifyInstance
  readonly files: FileStore
  readonly pictures: Pictures
  readonly passwords: Passwords
  readonly routes: readonly Route[]
  /** Work that waits in memory, by name. */
  readonly loads: Readonly<Record<string, () => QueueLoad>>
}

/** Routes of orders: their content, their decisions, their flows and their execution. */
const orderRoutes: readonly Route[] = [
  ...documentRoutes,
  ...flowRoutes,
  ...approvalRoutes,
  ...sendingRoutes,
  ...appointmentRoutes,
  ...offboardingRoutes,
  ...simulationRoutes,
  ...recurrenceRoutes,
  ...executionRoutes,
]

/** Routes that read files: of suppliers, and of the bank. */
const readerRoutes = (readings: Readings, files: FileStore): readonly Route[] => [
  ...invoiceRoutes({ readings, files }),
  ...bankRoutes({ files, product }),
]

/** Routes of months that are closed; the journal's slice issues their Constancias. */
const monthRoutes = (secret: Secret, files: FileStore, site: Site): readonly Route[] => [
  ...closingRoutes,
  ...packageRoutes(secret, {
    files,
    issue: (tx, actor, documentId) => certify(tx, actor, documentId, site),
  }),
]

/** Exports of lists as files. */
const listExports = [
  clientExport,
  providerExport,
  contractExport,
  projectExport,
  documentExport,
  journalExport,
  peopleExport,
  receivedExport,
  movementExport,
  withholdingExport,
]

export function buildApp(options: AppOptions): App {
  const { db, platformDb, log, secret, origin, dataDir, trustedProxyHops = 0, signingJwk = null } = options
  const draining = options.draining ?? new Draining()
  const http = newServer(log, { trustedProxyHops, draining })
  if (options.metrics) observeRequests(http, options.metrics)
  const isStrict = options.adminsNeedSecondFactor ?? false
  const tokens = openTokens(db, { secret, issuer: `${origin}/auth/v1`, signingJwk, isStrict })
  const authenticate = authenticator(tokens)
  const passwords = openPasswords(secret)
  const origins = [origin, ...(options.origins ?? [])]
  const identity = openAppIdentity(options, tokens, passwords)
  const invite = inviter(identity)
  const files = fileStore(join(dataDir, 'files'), { maxBytes: maxFileBytes, mediaTypes: storedMediaTypes })
  const pictures = openAppPictures(options, files)
  const readings = openReadings({ keep: keepIn(db) })
  const limits = openLimits(db, secret, { isRelaxed: options.relaxedLimits ?? false })
  const certificates = { db, secret, limits, site: { origin, product } }
  const routes = [
    ...metaRoutes(options.meta),
    ...companyRoutes,
    ...identityRoutes(identity),
    ...peopleRoutes(invite),
    ...invitationRoutes({ db, invite, mayTry: from => mayTryCode(identity, from) }),
    ...savedViewRoutes(savedLists),
    ...clientRoutes(invite),
    ...providerRoutes,
    ...contractRoutes,
    ...projectRoutes,
    ...delegationRoutes,
    ...orderRoutes,
    ...batchRoutes(secret),
    ...fileRoutes(secret, pictures),
    ...readerRoutes(readings, files),
    ...monthRoutes(secret, files, certificates.site),
    ...noticeRoutes,
    ...auditRoutes,
    ...listExports.map(list => list.route(secret)),
    ...certificateRoutes(certificates),
    ...reportRoutes,
    ...platformRoutes({
      db,
      platformDb,
      invite,
      removeFactors: (userId, by) => removeFactors(identity, userId, by),
    }),
    ...(options.selfSignup ? ownCompanyRoutes({ identity, perDay: options.selfSignup.perDay }) : []),
    ...sampleRoutes({ db, files }),
    ...platformExports.map(list => list.route({ db, platformDb, secret })),
  ]
  mountPublicPages(http, { ...options, draining }, routes)
  mountRoutes(http, routes, { db, authenticate, secret, limits })
  mountDownloads(http, certificates, { db, platformDb, secret, origin, files })
  mountFiles(http, { db, files, pictures, authenticate, secret, limits })
  mountLive(http, { db, authenticate, pubsub: openPubSub(options.listenDb ?? db, log) })
  mountOfficialClient(http, { db, authenticate, passwords, invite, identity, origins })
  if (options.dev) mountDev(http, options.dev, { db, seal: mailSeal(secret) })
  servePages(http, options.pages)
  const loads = { passwords: passwords.load, readings: readings.load, pictures: pictures.load }
  return { http, files, pictures, passwords, routes, loads }
}

/** The wire of the official sign-in client, with bodies and errors of its own. */
function mountOfficialClient(
  http: FastifyInstance,
  {
    identity,
    ...given
  }: Omit<CreateUserOptions, 'register' | 'strength'> & {
    readonly identity: ReturnType<typeof openIdentity>
  },
): void {
  const { authenticate, origins } = given
  http.register(identityPlugin, { identity, origins })
  http.register(profilesPlugin, { ...identity, authenticate, origins })
  http.register(createUserPlugin, { ...given, ...registrationCalls(identity) })
}

/** Public pages: health, the API's description and the security contact. */
function mountPublicPages(
  http: FastifyInstance,
  options: AppOptions & { readonly draining: Draining },
  routes: readonly Route[],
): void {
  const { db, origin, securityContact = null, draining } = options
  mountHealth(http, db, draining)
  mountSecurityTxt(http, { contact: securityContact, origin })
  const document = openApi(routes, product)
  http.get('/api/openapi.json', async () => document)
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
}

function openAppPictures({ dataDir, log }: AppOptions, files: FileStore): Pictures {
  const onFailure = ({ id }: { id: string }, why: unknown) =>
    log.info({ err: why, fileId: id }, 'no picture can be made of a file')
  return openPictures({ folder: join(dataDir, 'pictures'), files, onFailure })
}

/** Calls of identity that making a user needs. */
const registrationCalls = (identity: Identity): Pick<CreateUserOptions, 'register' | 'strength'> => ({
  register: async ({ email, password, name, lastName, role }, from) =>
    signUp(identity, { email, password, data: { name, lastName, role } }, from),
  strength: user => strongPassword(identity, user.password, 'account', user),
})

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
    refreshTokens: openRefreshTokens(secret),
    limits: openLimits(db, secret, { isRelaxed: options.relaxedLimits ?? false }),
    seal: openSeal(secret, 'factors'),
    post: openPost(secret, { product, origin }),
    site: { origin, redirects, product },
    // The demo listens on loopback alone, and refuses to start in production.
    openTo: new Set(demo ? demoAccounts.map(({ email }) => email) : []),
  })
}
