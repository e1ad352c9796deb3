// The configuration, read once from the environment and checked as a whole. A wrong setting stops the start with one
// line that names the setting and never shows a value that could be a secret.
import path from 'node:path'
import type { PrivateJwk } from '#server/auth/private-jwk.ts'
import { type FileSettings, readFileSettings } from '#server/files/file-settings.ts'
import type { ReachSettings } from '#server/http/reach.ts'
import { isLoopback } from '#server/loopback.ts'
import { isPushKey, type PushSettings } from '#server/push/push-keys.ts'
import { withSecretFiles } from '#server/secret-files.ts'
import { ConfigError, Settings } from '#server/settings.ts'
import { isReadOnTheWay, readTraceSettings, type TraceSettings } from '#server/traces/trace-settings.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Role of a node: it answers, works behind the answers, or both. */
const roles = ['all', 'web', 'worker'] as const

export type Config = {
  role: (typeof roles)[number]
  port: number
  host: string
  dataDir: string
  /** Owner of the database. Null: the embedded PostgreSQL or, with `databaseAppUrl`, a database that is only served. */
  databaseUrl: string | null
  /** Null: derived from `databaseUrl` (see `logins.ts`). */
  databaseAppUrl: string | null
  /** Connection of the platform's screens. Null: derived from `databaseUrl`. */
  databasePlatformUrl: string | null
  /** Connection that hears what other nodes announce, with no pooler in front. Null: `databaseAppUrl`. */
  databaseListenUrl: string | null
  /** Passwords that the program's roles are about to have (see `next-passwords.ts`). */
  databaseNextPasswords: readonly string[]
  /** False behind a pooler that does not carry prepared statements along. */
  preparesStatements: boolean
  /** The public origin of the pages, without a final slash. */
  origin: string
  production: boolean
  /** NODE_ENV=test, on loopback alone: allows moving the clock, setting the signing key and relaxing the limits. */
  testMode: boolean
  demo: boolean
  /** The secret and, while it is rotated, others that still open. Empty: stored in the data folder (see `secret.ts`). */
  secrets: readonly string[]
  logLevel: LogLevel
  throwawayDatabase: boolean
  /** Address at which metrics are served. Null: nowhere. */
  metrics: { readonly host: string; readonly port: number } | null
  /** Collector to which traces are sent. Null: none are made. */
  traces: TraceSettings | null
  /** Seconds for which the program says that it is not ready before it ends. */
  drainSeconds: number
  /** Null: mails only appear on the outbox page. Never null in production. */
  smtpUrl: string | null
  mailFrom: string | null
  /** True when /dev/outbox shows the mails. */
  outboxPage: boolean
  /** True when a new account's address must be confirmed from a mail before the first sign-in. */
  emailConfirmation: boolean
  /** True when the program makes pictures of photos in HEIC for browsers that cannot show them. */
  drawsPhotos: boolean
  /** Number of our own proxies in front; 0: X-Forwarded-* headers are ignored. */
  trustedProxyHops: number
  /** Contact of /.well-known/security.txt. Null: there is no such page. */
  securityContact: string | null
  /** Whom people turn to who cannot work; shown on the help and the accessibility statement. */
  supportContact: string | null
  /** Allowed targets of the links in mails, besides `origin`: absolute URLs with which a target must begin. */
  redirects: readonly string[]
  /** Origins, besides `origin`, whose pages may call the identity endpoints (CORS). */
  origins: readonly string[]
  adminsNeedSecondFactor: boolean
  /** Networks in which receivers of webhooks, and mailboxes, may stand besides the public internet. */
  webhookReach: ReachSettings
  /** Keys with which notices are sent to devices, and whom push services write to. Null: none are sent. */
  push: PushSettings | null
  /** Seconds between two visits to a mailbox from which invoices are collected. */
  mailboxSeconds: number
  /** Companies that people make for themselves, and how many within 24 hours. Null: nobody may. */
  selfSignup: { readonly perDay: number } | null
  /** Test mode only: the key that signs tokens, instead of the keys in the database. */
  signingJwk: PrivateJwk | null
  /** Test mode only: no limits on attempts from one address. */
  relaxedLimits: boolean
  /** Test mode only: passwords are hashed with as little work as can be. */
  quickPasswords: boolean
} & FileSettings

export type DatabaseConfig = Pick<
  Config,
  | 'production'
  | 'dataDir'
  | 'databaseUrl'
  | 'databaseAppUrl'
  | 'databasePlatformUrl'
  | 'databaseListenUrl'
  | 'databaseNextPasswords'
  | 'preparesStatements'
  | 'throwawayDatabase'
>

/** Settings of the operator's steps on the database. */
export type OperatorConfig = DatabaseConfig &
  FileSettings & {
    /** The database, with a role that sees every row. */
    readonly backupUrl: string | null
    /** A server on which a role that sees every row may make a database. */
    readonly drillUrl: string | null
  }

type Environment = Record<string, string | undefined>
type Machine = { isRoot?: boolean }

/**
 * Configuration of a step on the database alone, which neither serves nor seals: migration, backup, restore. @throws
 * ConfigError with one line, safe to print.
 */
export function readDatabaseConfig(environment: Environment, machine: Machine = {}): OperatorConfig {
  const env = new Settings(withSecretFiles(environment))
  const addresses = { backupUrl: env.databaseUrl('BACKUP_URL'), drillUrl: env.databaseUrl('DRILL_URL') }
  const database = readDatabase(env, machine)
  const config = { ...database, ...addresses, ...readFileSettings(env, database) }
  const complaint = databaseContradiction(config, env.flag('DATABASE_TRUSTED_NETWORK') ?? false)
  if (complaint) throw new ConfigError(complaint)
  return config
}

function readDatabase(env: Settings, { isRoot = process.getuid?.() === 0 }: Machine): DatabaseConfig {
  return {
    production: env.text('NODE_ENV') === 'production',
    dataDir: path.resolve(env.text('DATA_DIR') ?? (isRoot ? '/var/lib/visto-bueno' : 'data')),
    databaseUrl: env.databaseUrl('DATABASE_URL'),
    databaseAppUrl: env.databaseUrl('DATABASE_APP_URL'),
    databasePlatformUrl: env.databaseUrl('DATABASE_PLATFORM_URL'),
    databaseListenUrl: env.databaseUrl('DATABASE_LISTEN_URL'),
    databaseNextPasswords: env.passwords('DATABASE_NEXT_PASSWORDS'),
    preparesStatements: env.flag('DATABASE_PREPARED_STATEMENTS') ?? true,
    throwawayDatabase: env.flag('THROWAWAY_DATABASE') ?? false,
  }
}

/** @throws ConfigError with one line, safe to print. */
export function readConfig(environment: Environment, machine: Machine = {}): Config {
  const env = new Settings(withSecretFiles(environment))
  const database = readDatabase(env, machine)
  const { production } = database
  const host = env.text('HOST') ?? '127.0.0.1'
  const port = env.port('PORT') ?? 3000
  const isEmbedded = !database.databaseUrl && !database.databaseAppUrl
  const demo = env.flag('DEMO') ?? (isEmbedded && !production && isLoopback(host))
  const config: Config = {
    ...database,
    role: env.choice('ROLE', roles) ?? 'all',
    host,
    port,
    demo,
    origin: env.origin('PUBLIC_ORIGIN') ?? `http://${isLoopback(host) ? host : 'localhost'}:${port}`,
    secrets: env.secrets('APP_SECRETS', 'APP_SECRET'),
    logLevel: env.choice('LOG_LEVEL', logLevels) ?? 'info',
    metrics: readMetrics(env),
    traces: readTraceSettings(env),
    drainSeconds: env.upTo('DRAIN_SECONDS', 300) ?? (production ? 5 : 0),
    ...readMail(env, { production, demo, host }),
    ...readSignIn(env, { production, demo }),
    ...readFileSettings(env, database),
    webhookReach: readReach(env, { production, demo, host }),
    push: readPush(env),
    mailboxSeconds: Math.max(env.upTo('MAILBOX_SECONDS', 3600) ?? 120, 10),
    drawsPhotos: env.flag('HEIC_PICTURES') ?? false,
    testMode: env.text('NODE_ENV') === 'test',
    trustedProxyHops: env.upTo('TRUSTED_PROXY_HOPS', 5) ?? 0,
    securityContact: env.contact('SECURITY_CONTACT'),
    supportContact: env.contact('SUPPORT_CONTACT'),
  }
  const isTrustedNetwork = env.flag('DATABASE_TRUSTED_NETWORK') ?? false
  const complaint =
    contradiction(config, env.origin('PUBLIC_ORIGIN')) ?? databaseContradiction(config, isTrustedNetwork)
  if (complaint) throw new ConfigError(complaint)
  return config
}

type Mode = Pick<Config, 'production' | 'demo' | 'host'>

function readMail(
  env: Settings,
  { production, demo, host }: Mode,
): Pick<Config, 'smtpUrl' | 'mailFrom' | 'outboxPage'> {
  const smtpUrl = env.smtpUrl('SMTP_URL')
  const isForEyes = demo || env.text('NODE_ENV') === 'test' || smtpUrl === null
  const outboxPage = isForEyes && !production && isLoopback(host)
  return { smtpUrl, mailFrom: env.mailbox('MAIL_FROM'), outboxPage }
}

function readMetrics(env: Settings): Config['metrics'] {
  const port = env.port('METRICS_PORT')
  return port === null ? null : { port, host: env.text('METRICS_HOST') ?? '127.0.0.1' }
}

/** This machine is within reach where nothing is in earnest: in the demo, and in tests. */
function readReach(env: Settings, { production, demo, host }: Mode): ReachSettings {
  const isForTrial = demo || env.text('NODE_ENV') === 'test'
  return {
    privateNetworks: env.networks('WEBHOOK_PRIVATE_NETWORKS'),
    allowsLoopback: isForTrial && !production && isLoopback(host),
  }
}

function readPush(env: Settings): PushSettings | null {
  const keys = env.secrets('PUSH_KEYS', 'PUSH_KEY')
  if (keys.length === 0) return null
  const origin = env.origin('PUBLIC_ORIGIN')
  const site = origin?.startsWith('https:') ? origin : null
  const contact = env.contact('SUPPORT_CONTACT') ?? env.contact('SECURITY_CONTACT') ?? site
  if (contact === null)
    throw new ConfigError('PUSH_KEY needs SUPPORT_CONTACT or SECURITY_CONTACT: whom push services write to')
  if (!keys.every(isPushKey))
    throw new ConfigError(
      'PUSH_KEY must be a key of npm run operator -- push-key, and so must each of PUSH_KEYS',
    )
  return { keys, contact }
}

function readSignIn(env: Settings, { production, demo }: Omit<Mode, 'host'>) {
  return {
    emailConfirmation: env.flag('EMAIL_CONFIRMATION') ?? !demo,
    redirects: env.addresses('AUTH_REDIRECTS'),
    origins: env.origins('AUTH_ORIGINS'),
    selfSignup: env.flag('SELF_SIGNUP') ? { perDay: env.upTo('SELF_SIGNUP_PER_DAY', 10_000) ?? 20 } : null,
    adminsNeedSecondFactor: env.flag('MFA_REQUIRED') ?? production,
    signingJwk: env.privateJwk('AUTH_SIGNING_JWK'),
    relaxedLimits: env.choice('AUTH_LIMITS', ['relaxed']) !== null,
    quickPasswords: env.choice('PASSWORD_HASH', ['quick']) !== null,
  }
}

/** The first contradiction between settings, as a line for the operator; null when there is none. */
function contradiction(config: Config, publicOrigin: string | null): string | null {
  if (config.production) {
    if (!config.databaseUrl && !config.databaseAppUrl)
      return 'NODE_ENV=production needs DATABASE_APP_URL and DATABASE_PLATFORM_URL, or DATABASE_URL: the address of a PostgreSQL'
    if (!publicOrigin?.startsWith('https:')) return 'NODE_ENV=production needs PUBLIC_ORIGIN: https://…'
    if (config.secrets.length === 0)
      return 'NODE_ENV=production needs APP_SECRET: at least 32 random characters'
    if (!config.smtpUrl || !config.mailFrom)
      return 'NODE_ENV=production needs SMTP_URL and MAIL_FROM: how mails leave, and from whom'
    if (config.demo) return 'DEMO is not allowed with NODE_ENV=production'
  }
  if (config.testMode) {
    if (!isLoopback(config.host)) return 'NODE_ENV=test is only allowed when HOST is a loopback address'
  } else {
    if (config.signingJwk) return 'AUTH_SIGNING_JWK is only allowed with NODE_ENV=test'
    if (config.relaxedLimits) return 'AUTH_LIMITS is only allowed with NODE_ENV=test'
    if (config.quickPasswords) return 'PASSWORD_HASH is only allowed with NODE_ENV=test'
  }
  if (config.demo && !isLoopback(config.host)) return 'DEMO is only allowed when HOST is a loopback address'
  if (config.databaseAppUrl && !config.databaseUrl && config.secrets.length === 0)
    return 'DATABASE_APP_URL without DATABASE_URL needs APP_SECRET: at least 32 random characters'
  if (config.metrics && config.metrics.port === config.port && config.port !== 0)
    return 'METRICS_PORT must be another port than PORT'
  if (config.traces && config.production && isReadOnTheWay(config.traces))
    return 'OTEL_EXPORTER_OTLP_HEADERS go through a network: OTEL_EXPORTER_OTLP_ENDPOINT must be https'
  if (config.smtpUrl && !config.mailFrom) return 'SMTP_URL needs MAIL_FROM: from whom mails come'
  if (config.secrets.some(secret => secret.length < 32))
    return 'APP_SECRET must have at least 32 characters, and so must each of APP_SECRETS'
  return null
}

/** The first contradiction between settings of the database. */
function databaseContradiction(
  config: DatabaseConfig & Partial<OperatorConfig>,
  isTrustedNetwork: boolean,
): string | null {
  const { production, databaseUrl, databaseAppUrl, databasePlatformUrl, databaseListenUrl } = config
  if (production && config.throwawayDatabase)
    return 'THROWAWAY_DATABASE is not allowed with NODE_ENV=production'
  if (!databaseUrl && Boolean(databaseAppUrl) !== Boolean(databasePlatformUrl))
    return 'without DATABASE_URL both are needed: DATABASE_APP_URL and DATABASE_PLATFORM_URL'
  if (databaseListenUrl && !databaseUrl && !databaseAppUrl)
    return 'DATABASE_LISTEN_URL needs DATABASE_APP_URL or DATABASE_URL'
  const addresses = Object.entries({
    DATABASE_URL: databaseUrl,
    DATABASE_APP_URL: databaseAppUrl,
    DATABASE_PLATFORM_URL: databasePlatformUrl,
    DATABASE_LISTEN_URL: databaseListenUrl,
    BACKUP_URL: config.backupUrl ?? null,
    DRILL_URL: config.drillUrl ?? null,
  })
  const [open] = addresses.find(([, url]) => url !== null && isOpenToOthers(url)) ?? []
  return production && open !== undefined && !isTrustedNetwork
    ? `${open} goes through a network: add sslmode=verify-full to it, or set DATABASE_TRUSTED_NETWORK=1 where nobody else is on that network`
    : null
}

/** True for a connection to another machine whose server is not checked: others may read along, or answer in its place. */
export function isOpenToOthers(databaseUrl: string): boolean {
  const url = new URL(databaseUrl)
  // The driver takes the last of several, and a host among the parameters before the one in front of them.
  const host = url.searchParams.getAll('host').at(-1) || url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isHere = isLoopback(host) || host.startsWith('/') || /^%2f/i.test(host)
  return !isHere && url.searchParams.getAll('sslmode').at(-1) !== 'verify-full'
}
