// Message to an operator when the program must not start: one line, which never shows a secret.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { inheritedEnvironment } from '#tests/support/environment.ts'

// Programs that start on a machine that does other things besides.
vi.setConfig({ testTimeout: 90_000, maxConcurrency: 2 })

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-start-'))
fs.chmodSync(folder, 0o755)
const taken = net.createServer()
let database: TestDatabase
let takenPort: string

beforeAll(async () => {
  database = await freshDatabase()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  takenPort = typeof address === 'object' && address ? String(address.port) : ''
})
afterAll(async () => {
  taken.close()
  await database.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

type Environment = { readonly [name: string]: string | undefined }
type Refusal = { readonly code: number | null; readonly error: string; readonly output: string }

/** Runs the program until it ends by itself: one that starts after all is ended, and has no code. */
async function refusal(env: Environment): Promise<Refusal> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...inheritedEnvironment(), PORT: '0', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  child.stdout.on('data', chunk => String(chunk).includes('está listo') && child.kill())
  const [output, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, error, output }
}

const secrets = ['hunter2', 'una-clave-de-verdad-secreta-y-larga']
const [password = '', appSecret = ''] = secrets
const withPassword = (given: string) => given.replace(/:[^:@/]+@/, `:${password}@`)

function expectOneLine({ code, error, output }: Refusal, says: RegExp): void {
  expect(error).toMatch(/^No se puede arrancar: [^\n]+\n$/)
  expect(error).toMatch(says)
  expect([code, output]).toEqual([1, ''])
  for (const secret of secrets) expect(error).not.toContain(secret)
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://vb.example',
  APP_SECRET: appSecret,
  DATABASE_URL: `postgres://owner:${password}@127.0.0.1:1/visto`,
  SMTP_URL: `smtp://mailer:${password}@127.0.0.1:1`,
  MAIL_FROM: 'avisos@vb.example',
}

const jwk = JSON.stringify({ kty: 'EC', crv: 'P-256', x: 'eA', y: 'eQ', d: password })

describe('the program does not start, and says why in one line without a secret', () => {
  it.concurrent.each<[string, Environment, RegExp]>([
    ['in production without a database', { ...production, DATABASE_URL: undefined }, /DATABASE_URL/],
    ['in production without its address', { ...production, PUBLIC_ORIGIN: undefined }, /PUBLIC_ORIGIN/],
    ['in production without a secret', { ...production, APP_SECRET: undefined }, /APP_SECRET/],
    ['in production with a short secret', { ...production, APP_SECRET: password }, /APP_SECRET/],
    ['in production without a mail server', { ...production, SMTP_URL: undefined }, /SMTP_URL/],
    ['in production without a sender of mails', { ...production, MAIL_FROM: undefined }, /MAIL_FROM/],
    ['in production with a key for tests', { ...production, AUTH_SIGNING_JWK: jwk }, /AUTH_SIGNING_JWK/],
    ['in production without limits', { ...production, AUTH_LIMITS: 'relaxed' }, /AUTH_LIMITS/],
    ['in production with quick passwords', { ...production, PASSWORD_HASH: 'quick' }, /PASSWORD_HASH/],
    ['as a test that everybody can reach', { NODE_ENV: 'test', HOST: '0.0.0.0' }, /NODE_ENV=test.*HOST/],
    ['with a key for tests outside a test', { AUTH_SIGNING_JWK: jwk }, /AUTH_SIGNING_JWK/],
    ['in production as a demo', { ...production, DEMO: '1' }, /DEMO/],
    ['as a demo that everybody can reach', { DEMO: '1', HOST: '0.0.0.0' }, /DEMO.*HOST/],
    ['with an address of no database', { DATABASE_URL: `mysql://a:${password}@h/d` }, /DATABASE_URL/],
    ['where no database answers', production, /127\.0\.0\.1:1\b/],
    [
      'with a host that does not exist',
      { DATABASE_URL: `postgres://a:${password}@no.invalid/d` },
      /no\.invalid/,
    ],
    ['with a data folder that is a file', { DATA_DIR: path.join(folder, 'file', 'in it') }, /ENOTDIR/],
  ])('%s', async (_, env, says) => {
    fs.writeFileSync(path.join(folder, 'file'), '')
    expectOneLine(await refusal(env), says)
  })

  it('with a password that the database refuses', async () => {
    expectOneLine(await refusal({ DATABASE_URL: withPassword(database.ownerUrl) }), /password authentication/)
  })

  it('with a database that does not exist', async () => {
    const url = new URL(database.ownerUrl)
    url.pathname = '/ninguna'
    const refused = await refusal({ DATABASE_URL: url.href, THROWAWAY_DATABASE: '1' })
    expectOneLine(refused, /ninguna/)
    expect(refused.error).not.toContain(url.password)
  })

  it('with a database that may lose what it acknowledged', async () => {
    expectOneLine(await refusal({ DATABASE_URL: database.ownerUrl }), /fsync/)
  })

  it('with a database that a newer program has changed', async () => {
    const owner = openDb(database.ownerUrl, { size: 1 })
    await owner.run(sql`insert into schema_migration (version, name, sha256, applied_at)
      select max(version) + 1, '9999_del_futuro.sql', 'x', now() from schema_migration`)
    const refused = await refusal({ DATABASE_URL: database.ownerUrl, THROWAWAY_DATABASE: '1' })
    await owner.run(sql`delete from schema_migration where name = '9999_del_futuro.sql'`)
    await owner.close()
    expectOneLine(refused, /newer than this program/)
  })

  it('on a port that is taken, and takes its own database down again', async () => {
    const dataDir = path.join(folder, 'own')
    const env = {
      PORT: takenPort,
      DATA_DIR: dataDir,
      DEMO: '0',
      THROWAWAY_DATABASE: '1',
      LOG_LEVEL: 'silent',
    }
    expectOneLine(await refusal(env), new RegExp(`${takenPort}`))
    expect(fs.existsSync(path.join(dataDir, 'postgres', 'data', 'PG_VERSION'))).toBe(true)
    expect(fs.existsSync(path.join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  })
})
