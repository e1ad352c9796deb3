// Where the program's secret comes from. In production it comes from the environment; elsewhere it is
// made once and stored beside the data, so that sessions survive a restart.
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { makeSecret, type Secret } from '#server/auth/secret-keys.ts'
import type { Config } from '#server/config.ts'

/** The secret. Outside production, nodes that share a database derive an equal secret from its URL. */
export function resolveSecret(config: Pick<Config, 'secrets' | 'dataDir' | 'databaseUrl'>): Secret {
  const [first, ...others] = config.secrets
  return first === undefined ? makeSecret(ownSecret(config)) : makeSecret(first, ...others)
}

function ownSecret(config: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
  if (config.databaseUrl)
    return createHash('sha256').update(`secret ${config.databaseUrl}`).digest('base64url')
  const file = path.join(config.dataDir, 'secret')
  fs.mkdirSync(config.dataDir, { recursive: true })
  if (!fs.existsSync(file)) writeOnce(file)
  return fs.readFileSync(file, 'utf8')
}

/** Writes a draft and links it into place: of two processes that start together one wins, and both read a whole file. */
function writeOnce(file: string): void {
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    fs.linkSync(draft, file)
  } catch (error) {
    if (!fs.existsSync(file)) throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}
