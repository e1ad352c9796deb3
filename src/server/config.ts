// The configuration, read once from the environment and checked as a whole. A wrong setting stops the start with one
// line that names the setting and never shows a value that could be a secret.
import path from 'node:path'
import type { PrivateJwk } from '#server/auth/private-jwk.ts'
import { ConfigError, Settings } from '#server/settings.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Config = {
  port: number
  host: string
  dataDir: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** Null: derived from `databaseUrl` (see `migrate.ts`). */
  databaseAppUrl: string | null
  /** Connection of the platform's screens. Null: derived from `databaseUrl`. */
  databasePlatformUrl: string | null
  /** Connection that hears what other nodes announce, with no pooler in front. Null: `databaseAppUrl`. */
  databaseListenUrl: string | null
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
  /** Null: mails only appear on the outbox page. Never null in production. */
  smtpUrl: string | null
  mailFrom: string | null
  /** True when /dev/outbox shows the mails. */
  outboxPage: boolean
  /** True when a new account's address must be confirmed from a mail before the first sign-in. */
  emailConfirmation: boolean
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
  /** Companies that people make for themselves, and how many within 24 hours. Null: nobody may. */
  selfSignup: { readonly perDay: number } | null
  /** Test mode only: the key that signs tokens, instead of the keys in the database. */
  signingJwk: PrivateJwk | null
  /** Test mode only: no limits on attempts from one address. */
  relaxedLimits: boolean
}

/** @throws ConfigError with one line, safe to print. */
export function readConfig(
  environment: Record<string, string | undefined>,
  { isRoot = process.getuid?.() === 0 }: { isRoot?: boolean } = {},
): Config {
  const env = new Settings(environment)
  const production = env.text('NODE_ENV') === 'production'
  const host = env.text('HOST') ?? '127.0.0.1'
  const port = env.port('PORT') ?? 3000
  const databaseUrl = env.databaseUrl('DATABASE_URL')
  const demo = env.flag('DEMO') ?? (!databaseUrl && !production && isLoopback(host))
  const config: Config = {
    host,
    port,
    production,
    demo,
    databaseUrl,
    dataDir: path.resolve(env.text('DATA_DIR') ?? (isRoot ? '/var/lib/visto-bueno' : 'data')),
    databaseAppUrl: env.databaseUrl('DATABASE_APP_URL'),
    databasePlatformUrl: env.databaseUrl('DATABASE_PLATFORM_URL'),
    databaseListenUrl: env.databaseUrl('DATABASE_LISTEN_URL'),
    preparesStatements: env.flag('DATABASE_PREPARED_STATEMENTS') ?? true,
    origin: env.origin('PUBLIC_ORIGIN') ?? `http://${isLoopback(host) ? host : 'localhost'}:${port}`,
    secrets: env.secrets('APP_SECRETS', 'APP_SECRET'),
    logLevel: env.choice('LOG_LEVEL', logLevels) ?? 'info',
    throwawayDatabase: env.flag('THROWAWAY_DATABASE') ?? false,
    ...readMail(env, { production, demo, host }),
    ...readSignIn(env, { production, demo }),
    testMode: env.text('NODE_ENV') === 'test',
    trustedProxyHops: env.upTo('TRUSTED_PROXY_HOPS', 5) ?? 0,
    securityContact: env.contact('SECURITY_CONTACT'),
    supportContact: env.contact('SUPPORT_CONTACT'),
  }
  const complaint = contradiction(config, env.origin('PUBLIC_ORIGIN'))
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

function readSignIn(env: Settings, { production, demo }: Omit<Mode, 'host'>) {
  return {
    emailConfirmation: env.flag('EMAIL_CONFIRMATION') ?? !demo,
    redirects: env.addresses('AUTH_REDIRECTS'),
    origins: env.origins('AUTH_ORIGINS'),
    selfSignup: env.flag('SELF_SIGNUP') ? { perDay: env.upTo('SELF_SIGNUP_PER_DAY', 10_000) ?? 20 } : null,
    adminsNeedSecondFactor: env.flag('MFA_REQUIRED') ?? production,
    signingJwk: env.privateJwk('AUTH_SIGNING_JWK'),
    relaxedLimits: env.choice('AUTH_LIMITS', ['relaxed']) !== null,
  }
}

/** The first contradiction between settings, as a line for the operator; null when there is none. */
function contradiction(config: Config, publicOrigin: string | null): string | null {
  if (config.production) {
    if (!config.databaseUrl) return 'NODE_ENV=production needs DATABASE_URL: the address of a PostgreSQL'
    if (!publicOrigin?.startsWith('https:')) return 'NODE_ENV=production needs PUBLIC_ORIGIN: https://…'
    if (config.secrets.length === 0)
      return 'NODE_ENV=production needs APP_SECRET: at least 32 random characters'
    if (!config.smtpUrl || !config.mailFrom)
      return 'NODE_ENV=production needs SMTP_URL and MAIL_FROM: how mails leave, and from whom'
    if (config.demo) return 'DEMO is not allowed with NODE_ENV=production'
    if (config.throwawayDatabase) return 'THROWAWAY_DATABASE is not allowed with NODE_ENV=production'
  }
  if (config.testMode) {
    if (!isLoopback(config.host)) return 'NODE_ENV=test is only allowed when HOST is a loopback address'
  } else {
    if (config.signingJwk) return 'AUTH_SIGNING_JWK is only allowed with NODE_ENV=test'
    if (config.relaxedLimits) return 'AUTH_LIMITS is only allowed with NODE_ENV=test'
  }
  if (config.demo && !isLoopback(config.host)) return 'DEMO is only allowed when HOST is a loopback address'
  if (config.databaseAppUrl && !config.databaseUrl) return 'DATABASE_APP_URL needs DATABASE_URL'
  if (config.databasePlatformUrl && !config.databaseUrl) return 'DATABASE_PLATFORM_URL needs DATABASE_URL'
  if (config.databaseListenUrl && !config.databaseUrl) return 'DATABASE_LISTEN_URL needs DATABASE_URL'
  if (config.smtpUrl && !config.mailFrom) return 'SMTP_URL needs MAIL_FROM: from whom mails come'
  if (config.secrets.some(secret => secret.length < 32))
    return 'APP_SECRET must have at least 32 characters, and so must each of APP_SECRETS'
  return null
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
