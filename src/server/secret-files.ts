/** Secrets from files: `NAME_FILE` names a file that holds what `NAME` would, as container engines and systemd hand secrets over. */
import fs from 'node:fs'
import { ConfigError } from '#server/settings.ts'

type Environment = Record<string, string | undefined>

/** Settings that are secret, have a password in them, or belong to one that is. */
export const secretSettings = [
  'APP_SECRET',
  'APP_SECRETS',
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_PLATFORM_URL',
  'DATABASE_LISTEN_URL',
  'DATABASE_NEXT_PASSWORDS',
  'BACKUP_URL',
  'DRILL_URL',
  'SMTP_URL',
  'S3_BUCKET_URL',
  'S3_REGION',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PUSH_KEY',
  'PUSH_KEYS',
  'AUTH_SIGNING_JWK',
] as const

const maxBytes = 64 * 1024

/**
 * The environment with the contents of those files in the place of their names.
 * @throws ConfigError for a setting given both ways, and for a file that cannot be read or is empty.
 */
export function withSecretFiles(environment: Environment): Environment {
  const read = { ...environment }
  for (const name of secretSettings) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (environment[name]?.trim()) throw new ConfigError(`set ${name} or ${name}_FILE, not both`)
    read[name] = readSecret(`${name}_FILE`, file)
  }
  return read
}

function readSecret(setting: string, file: string): string {
  const text = readText(setting, file).trim()
  if (text === '') throw new ConfigError(`${setting} names an empty file`)
  if (text.includes('\0')) throw new ConfigError(`${setting} names a file that is no text`)
  return text
}

function readText(setting: string, file: string): string {
  try {
    if (fs.statSync(file).size > maxBytes) throw new ConfigError(`${setting} names a file of more than 64 KB`)
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code = 'unknown' }: { code?: string } = Object(error)
    throw new ConfigError(`${setting} names a file that cannot be read (${code})`)
  }
}
