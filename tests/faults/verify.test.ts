// `npm run verify` says of a live database what holds and what does not, or that it cannot see.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { inheritedEnvironment } from '#tests/support/environment.ts'

const plain = `plain_${randomBytes(4).toString('hex')}`
const auditor = `auditor_${randomBytes(4).toString('hex')}`
const lost = '0198d000-0000-7000-8000-000000000001'
let server: TestDatabase
/** Of a database that a plain role owns, and that this role has migrated. */
let mighty: string
beforeAll(async () => {
  server = await freshDatabase()
  mighty = at(server.ownerUrl, plain)
  await ask(server.ownerUrl, `create role ${plain} login password 'llana' nosuperuser nobypassrls`)
  await ask(server.ownerUrl, `create role ${auditor} login password 'mira' nosuperuser bypassrls`)
  await ask(server.ownerUrl, `grant pg_read_all_data to ${auditor}`)
  await ask(server.ownerUrl, `create database ${plain} owner ${plain}`)
  const logins = { appUrl: at(server.appUrl, plain), platformUrl: at(server.platformUrl, plain) }
  await prepareDatabase(as(plain, 'llana'), { throwaway: true, ...logins })
})
afterAll(async () => {
  await ask(server.ownerUrl, `drop database ${plain} with (force)`)
  await ask(server.ownerUrl, `drop role ${plain}, ${auditor}`)
  await server.drop()
})

test('as an owner that row level security binds, it says that it saw nothing, and fails', async () => {
  await breakATruth()
  const { code, output, error } = await verify(as(plain, 'llana'))
  expect([code, output]).toEqual([1, ''])
  expect(error).toMatch(/^Nothing was looked at: .*BYPASSRLS/)
})

test('as a role that sees everything and owns nothing, it names what is broken, and holds when it is mended', async () => {
  await breakATruth()
  const broken = await verify(as(auditor, 'mira'))
  expect([broken.code, broken.error]).toEqual([1, ''])
  expect(broken.output).toMatch(/^BROKEN {2}the journal of each company is one whole chain: .*\b1\b/m)
  expect(broken.output).toMatch(/^holds {3}an order is executed exactly when it has its execution$/m)
  await ask(mighty, 'delete from chain_head')
  const mended = await verify(as(auditor, 'mira'))
  expect([mended.code, mended.output.includes('BROKEN')]).toEqual([0, false])
})

test('a file whose bytes are not those that were uploaded is named, and one that is gone', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-verify-'))
  const files = path.join(folder, 'files', lost)
  fs.mkdirSync(files, { recursive: true })
  const [kept, changed, gone] = [newId(), newId(), newId()]
  await breakATruth()
  await ask(mighty, 'delete from chain_head')
  await ask(
    mighty,
    `insert into account (id, email, role, active, name, last_name, created_at, updated_at) values
     ('${kept}', '${kept}@r.example', 'admin', true, 'Rut', '', now(), now()) on conflict do nothing`,
  )
  for (const id of [kept, changed, gone]) {
    const sha256 = createHash('sha256').update(id).digest('hex')
    await ask(
      mighty,
      `insert into file (company_id, id, name, media_type, size, sha256, uploaded_by, created_at)
       values ('${lost}', '${id}', 'a.pdf', 'application/pdf', 36, '${sha256}', '${kept}', now())`,
    )
    if (id !== gone) fs.writeFileSync(path.join(files, id), id === changed ? 'otra cosa' : id)
  }
  for (const args of [[], ['--files']]) {
    const { code, output } = await verify(as(auditor, 'mira'), args, { DATA_DIR: folder })
    expect(code).toBe(1)
    const line = output.split('\n').find(text => text.includes('stored files')) ?? ''
    expect(line).toMatch(/^BROKEN .*\(3 looked at\)/)
    for (const said of [`${changed} changed`, `${gone} gone`]) expect(line).toContain(said)
    expect(line).not.toContain(kept)
  }
  fs.rmSync(folder, { recursive: true })
})

/** A chain whose head is there and whose links are gone: an invariant that needs no order to be broken. */
async function breakATruth(): Promise<void> {
  await ask(
    mighty,
    `insert into company (company_id, name, email, currency, time_zone, plan, status, created_at)
     values ('${lost}', 'Rota', 'r@r.example', 'EUR', 'Europe/Madrid', 'free', 'active', now()) on conflict do nothing`,
  )
  await ask(
    mighty,
    `insert into chain_head (company_id, sequence, hash) values ('${lost}', 1, repeat('a', 64)) on conflict do nothing`,
  )
}

async function verify(url: string, args: readonly string[] = [], env: object = {}) {
  const child = spawn(process.execPath, ['scripts/verify.ts', ...args], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...inheritedEnvironment(), DATABASE_URL: url, THROWAWAY_DATABASE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, output, error }
}

function at(url: string, database: string): string {
  const there = new URL(url)
  there.pathname = `/${database}`
  return there.href
}

function as(role: string, password: string): string {
  const there = new URL(mighty)
  there.username = role
  there.password = password
  return there.href
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
