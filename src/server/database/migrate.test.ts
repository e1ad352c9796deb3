import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { prepareDatabase } from '#server/database/migrate.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

const unsafe = { throwaway: true }
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('a prepared database needs nothing more, however many nodes ask at once', async () => {
  const results = await Promise.all([1, 2, 3].map(() => prepareDatabase(database.ownerUrl, unsafe)))
  for (const { applied, appUrl } of results) {
    expect(applied).toEqual([])
    expect(appUrl).toBe(database.appUrl)
  }
})

test('several nodes that start together on an empty database apply each migration once', async () => {
  const empty = await emptyDatabase()
  const results = await Promise.all([1, 2, 3].map(() => prepareDatabase(empty, unsafe)))
  const applied = results.flatMap(result => result.applied)
  expect(applied.length).toBeGreaterThan(3)
  expect(new Set(applied).size).toBe(applied.length)
})

test('the application connects as a role that owns nothing and is bound by row level security', async () => {
  const [role] = await ask(
    database.appUrl,
    `select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
       (select count(*)::int from pg_class where relowner = r.oid) as owned
     from pg_roles r where rolname = current_user`,
  )
  expect(role).toEqual({
    rolname: 'visto_bueno_app',
    rolsuper: false,
    rolbypassrls: false,
    rolcreatedb: false,
    rolcreaterole: false,
    owned: 0,
  })
})

test('the platform’s screens read with a role that owns nothing, writes nothing and sees no password and no word of an order', async () => {
  const may = (table: string, column: string, privilege: string) =>
    `has_column_privilege('${table}', '${column}', '${privilege}')`
  const [role] = await ask(
    database.platformUrl,
    `select current_user as name, rolsuper or rolbypassrls or rolcreatedb or rolcreaterole as mighty,
       ${may('company', 'name', 'select')} as reads, ${may('account', 'password_hash', 'select')} as passwords,
       ${may('document', 'name', 'select')} as words, ${may('company', 'name', 'update')} as writes
     from pg_roles where rolname = current_user`,
  )
  expect(role).toEqual({
    name: 'visto_bueno_platform',
    mighty: false,
    reads: true,
    passwords: false,
    words: false,
    writes: false,
  })
})

test('an application role above row level security is refused', async () => {
  const asOwner = prepareDatabase(database.ownerUrl, { ...unsafe, appUrl: database.ownerUrl })
  await expect(asOwner).rejects.toThrow(/^DATABASE_APP_URL must name a role that owns no table/)
  const asMighty = prepareDatabase(database.ownerUrl, { ...unsafe, platformUrl: database.ownerUrl })
  await expect(asMighty).rejects.toThrow(/^DATABASE_PLATFORM_URL must name a role that owns no table/)
})

test('connections of both roles open with limits, and the owner’s without', async () => {
  for (const url of [database.appUrl, database.platformUrl])
    expect(await limits(url)).toEqual({ statement: '4s', lock: '1100ms', idle: '10s' })
  expect(await limits(database.ownerUrl)).toEqual({ statement: '0', lock: '0', idle: '0' })
})

test('where the owner may not change the roles, they give themselves their limits', async () => {
  const name = `plain_${randomBytes(4).toString('hex')}`
  const at = (url: string, as = {}) => Object.assign(new URL(url), { pathname: `/${name}`, ...as }).href
  await ask(database.ownerUrl, `create role ${name} login password 'llana'`)
  await ask(database.ownerUrl, `create database ${name} owner ${name}`)
  onTestFinished(async () => {
    await ask(database.ownerUrl, `drop database ${name} with (force)`)
    await ask(database.ownerUrl, `drop role ${name}`)
  })
  const [appUrl, platformUrl] = [at(database.appUrl), at(database.platformUrl)]
  const ownerUrl = at(database.ownerUrl, { username: name, password: 'llana' })
  await prepareDatabase(ownerUrl, { ...unsafe, appUrl, platformUrl })
  for (const url of [appUrl, platformUrl]) expect(await limits(url)).toMatchObject({ statement: '4s' })
})

test('a server that may lose acknowledged writes is refused unless it is thrown away', async () => {
  await expect(prepareDatabase(database.ownerUrl)).rejects.toThrow(/off: fsync, full_page_writes/)
})

test('a database restored without its roles is refused with what to do', async () => {
  const lost = await freshDatabase()
  onTestFinished(() => lost.drop())
  await ask(lost.ownerUrl, 'revoke all on account from visto_bueno_app')
  await expect(prepareDatabase(lost.ownerUrl, unsafe)).rejects.toThrow(
    /visto_bueno_app may not read the table account.*restore again/,
  )
})

describe('history', () => {
  test('an edited migration is refused', async () => {
    const { url, folder } = await withMigrations({ '0001_a.sql': 'create table a ()' })
    fs.writeFileSync(path.join(folder, '0001_a.sql'), 'create table a (b int)')
    await expect(prepareDatabase(url, { ...unsafe, migrations: folder })).rejects.toThrow(
      /^0001_a.sql is not the 0001_a.sql that this database applied/,
    )
  })

  test('a database of a newer version is refused', async () => {
    const { url, folder } = await withMigrations({ '0001_a.sql': 'select', '0002_b.sql': 'select' })
    fs.rmSync(path.join(folder, '0002_b.sql'))
    await expect(prepareDatabase(url, { ...unsafe, migrations: folder })).rejects.toThrow(
      /^the database is newer than this program \(it has 0002_b.sql\)/,
    )
  })

  test('a program works with a newer database of which every further migration says so, and changes nothing', async () => {
    const { url, folder } = await withMigrations({ '0001_a.sql': 'create table a ()' })
    const newer = { '0002_b.sql': fits(1), '0003_c.sql': fits(1) }
    expect(await addAndRemove(url, folder, newer)).toMatchObject({ applied: [], newer: Object.keys(newer) })
  })

  test('a program is refused by a migration that works with newer ones alone, which is named', async () => {
    const { url, folder } = await withMigrations({ '0001_a.sql': 'create table a ()' })
    await expect(
      addAndRemove(url, folder, { '0002_b.sql': 'select', '0003_c.sql': fits(2) }),
    ).rejects.toThrow(
      /^the database is newer than this program \(it has 0002_b.sql\): start the newer version/,
    )
    await ask(url, "update schema_migration set works_from = 1 where name = '0002_b.sql'")
    await expect(prepareDatabase(url, { ...unsafe, migrations: folder })).rejects.toThrow(
      /\(it has 0003_c.sql\), which works with programs that have migration 2 at least/,
    )
  })

  test('rows of a program that does not know works_from stand, and work with no older program', async () => {
    const { url, folder } = await withMigrations({ '0001_a.sql': 'create table a ()' })
    await ask(url, 'alter table schema_migration drop column works_from')
    await ask(url, "insert into schema_migration values (2, '0002_b.sql', 'x', now())")
    await expect(prepareDatabase(url, { ...unsafe, migrations: folder })).rejects.toThrow(
      /\(it has 0002_b.sql\):/,
    )
    // As a program of release 0.2.0 writes them, with the column there.
    await ask(url, "insert into schema_migration values (3, '0003_c.sql', 'x', now())")
    expect(await ask(url, 'select version, works_from from schema_migration order by version')).toEqual(
      [1, 2, 3].map(version => ({ version, works_from: null })),
    )
  })

  test('a migration that fails leaves nothing behind, and those before it stay', async () => {
    const { url, folder } = await withMigrations({ '0001_a.sql': 'create table a ()' })
    fs.writeFileSync(path.join(folder, '0002_b.sql'), 'create table b (); select 1 / 0')
    await expect(prepareDatabase(url, { ...unsafe, migrations: folder })).rejects.toThrow(
      'migration 0002_b.sql failed: division by zero',
    )
    const tables = await ask(url, "select to_regclass('a') is not null as a, to_regclass('b') as b")
    expect(tables).toEqual([{ a: true, b: null }])
  })

  test('a gap in the numbers is refused', async () => {
    await expect(withMigrations({ '0001_a.sql': 'select', '0003_c.sql': 'select' })).rejects.toThrow(
      /without gaps: 0003_c.sql/,
    )
  })
})

describe('indexes in no transaction', () => {
  const making = '-- no transaction\ncreate unique index concurrently a_by_b on a (b);\n'
  const tableWithTwice = 'create table a (b int); insert into a values (1), (1)'
  const indexes = (url: string) =>
    ask(url, "select indisvalid as valid from pg_index where indexrelid = to_regclass('a_by_b')")

  test('one that failed is made again at the next try, and nothing stands in the history until then', async () => {
    const { url, folder } = await withMigrations({ '0001_a.sql': tableWithTwice })
    fs.writeFileSync(path.join(folder, '0002_b.sql'), making)
    const prepare = () => prepareDatabase(url, { ...unsafe, migrations: folder })
    await expect(prepare()).rejects.toThrow(/^migration 0002_b.sql failed: could not create unique index/)
    expect(await indexes(url)).toEqual([{ valid: false }])
    await ask(url, 'delete from a where ctid = (select min(ctid) from a)')
    expect((await prepare()).applied).toEqual(['0002_b.sql'])
    expect(await indexes(url)).toEqual([{ valid: true }])
  })

  test('one that was made before its row was written is kept; nodes that wait meanwhile do not stop it', async () => {
    const { url, folder } = await withMigrations({ '0001_a.sql': 'create table a (b int)' })
    const made = "select to_regclass('a_by_b')::oid as id"
    fs.writeFileSync(path.join(folder, '0002_b.sql'), making)
    const start = () => prepareDatabase(url, { ...unsafe, migrations: folder })
    const applied = (await Promise.all([1, 2, 3].map(start))).map(each => each.applied.length)
    expect(applied.toSorted()).toEqual([0, 0, 1])
    const before = await ask(url, made)
    await ask(url, 'delete from schema_migration where version = 2')
    await start()
    expect(await ask(url, made)).toEqual(before)
  })

  test('whatever cannot be tried again is refused before anything is done', async () => {
    const { url, folder } = await withMigrations({ '0001_a.sql': 'create table a (b int)' })
    fs.writeFileSync(path.join(folder, '0002_b.sql'), `${making}alter table a add column c int;`)
    await expect(prepareDatabase(url, { ...unsafe, migrations: folder })).rejects.toThrow(
      /^0002_b.sql is in no transaction, and does more than .*alter table a add column c int$/,
    )
    expect(await indexes(url)).toEqual([])
  })
})

test('a dump that keeps the gate open holds nobody up for long, and the migration waits for its end', async () => {
  const { url, folder } = await withMigrations({ '0001_a.sql': 'create table member (a int)' })
  fs.writeFileSync(path.join(folder, '0002_b.sql'), 'alter table member add column b int')
  const dump = new pg.Client({ connectionString: url })
  await dump.connect()
  await dump.query('begin; lock table member in access share mode')
  const migrated = prepareDatabase(url, { ...unsafe, migrations: folder })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await ask(url, waiting)).length).toBe(1)
  // As long as the program's connections wait for a lock.
  await ask(url, "set lock_timeout = '1100ms'; select from member")
  await dump.end()
  expect((await migrated).applied).toEqual(['0002_b.sql'])
})

const fits = (version: number) => `-- works from ${String(version).padStart(4, '0')}: nothing changes\nselect`

/** A newer program migrates, and one of before starts again. */
async function addAndRemove(url: string, folder: string, files: Record<string, string>) {
  for (const [name, sql] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), sql)
  await prepareDatabase(url, { ...unsafe, migrations: folder })
  for (const name of Object.keys(files)) fs.rmSync(path.join(folder, name))
  return prepareDatabase(url, { ...unsafe, migrations: folder })
}

async function withMigrations(files: Record<string, string>): Promise<{ url: string; folder: string }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-migrations-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  for (const [name, sql] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), sql)
  const url = await emptyDatabase()
  await prepareDatabase(url, { ...unsafe, migrations: folder })
  return { url, folder }
}

async function emptyDatabase(): Promise<string> {
  const name = `empty_${Math.random().toString(36).slice(2)}`
  await ask(database.ownerUrl, `create database ${name} template template0`)
  onTestFinished(async () => void (await ask(database.ownerUrl, `drop database ${name} with (force)`)))
  const url = new URL(database.ownerUrl)
  url.pathname = `/${name}`
  return url.href
}

async function limits(url: string): Promise<unknown> {
  const [row] = await ask(
    url,
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  )
  return row
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
