// Everything the environment may say, read once and checked whole. A wrong setting stops the start with
// one line that names the setting and never shows a value that could be a secret.
import path from 'node:path'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export type Config = {
  port: number
  host: string
  dataDir: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** Null: derived from `databaseUrl` (see `migrate.ts`). */
  databaseAppUrl: string | null
  /** What people type in their browser, without a final slash. */
  origin: string
  production: boolean
  demo: boolean
  /** Null: kept in the data folder (see `secret.ts`). Never null in production. */
  secret: string | null
  logLevel: LogLevel
  throwawayDatabase: boolean
}

export class ConfigError extends Error {
  override name = 'ConfigError'
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
  const secret = env.text('APP_SECRET')
  const config: Config = {
    ...{ host, port, production, databaseUrl, secret },
    dataDir: path.resolve(env.text('DATA_DIR') ?? (isRoot ? '/var/lib/visto-bueno' : 'data')),
    databaseAppUrl: env.databaseUrl('DATABASE_APP_URL'),
    origin: env.origin('PUBLIC_ORIGIN') ?? `http://${isLoopback(host) ? host : 'localhost'}:${port}`,
    demo: env.flag('DEMO') ?? (!databaseUrl && !production && isLoopback(host)),
    logLevel: env.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    throwawayDatabase: env.flag('THROWAWAY_DATABASE') ?? false,
  }
  const complaint = contradiction(config, env.origin('PUBLIC_ORIGIN'))
  if (complaint) throw new ConfigError(complaint)
  return config
}

function contradiction(config: Config, givenOrigin: string | null): string | null {
  if (config.production) {
    if (!config.databaseUrl) return 'NODE_ENV=production needs DATABASE_URL: the address of a PostgreSQL'
    if (!givenOrigin?.startsWith('https:')) return 'NODE_ENV=production needs PUBLIC_ORIGIN: https://…'
    if (!config.secret) return 'NODE_ENV=production needs APP_SECRET: at least 32 random characters'
    if (config.demo) return 'DEMO is not allowed with NODE_ENV=production'
    if (config.throwawayDatabase) return 'THROWAWAY_DATABASE is not allowed with NODE_ENV=production'
  }
  if (config.demo && !isLoopback(config.host)) return 'DEMO is only allowed when HOST is a loopback address'
  if (config.databaseAppUrl && !config.databaseUrl) return 'DATABASE_APP_URL needs DATABASE_URL'
  if (config.secret && config.secret.length < 32) return 'APP_SECRET must have at least 32 characters'
  return null
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Typed access to the environment. An empty value counts as unset, as in most process managers. */
class Settings {
  readonly #values: Record<string, string | undefined>

  constructor(values: Record<string, string | undefined>) {
    this.#values = values
  }

  text(name: string): string | null {
    return this.#values[name]?.trim() || null
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | null {
    const given = this.text(name)
    if (given === null) return null
    const found = allowed.find(option => option === given)
    if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}`)
    return found
  }

  flag(name: string): boolean | null {
    const given = this.oneOf(name, ['1', 'true', '0', 'false'])
    return given === null ? null : given === '1' || given === 'true'
  }

  port(name: string): number | null {
    const given = this.text(name)
    if (given === null) return null
    if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535)
      throw new ConfigError(`${name} must be a port number (0 to 65535)`)
    return Number(given)
  }

  origin(name: string): string | null {
    const given = this.text(name)?.replace(/\/$/, '') ?? null
    if (given === null) return null
    const url = URL.parse(given)
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.origin !== given.toLowerCase())
      throw new ConfigError(`${name} must be an origin such as https://visto-bueno.example, without a path`)
    return url.origin
  }

  databaseUrl(name: string): string | null {
    const given = this.text(name)
    if (given === null) return null
    const url = URL.parse(given)
    if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || !url.hostname || !url.username)
      throw new ConfigError(`${name} must look like postgres://user:password@host:5432/database`)
    return given
  }
}
