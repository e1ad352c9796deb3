// A program that serves without the owner: it looks at what the owner prepared, and changes nothing.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { prepareDatabase } from '#server/database/migrate.ts'
import { checkDatabase, reachDatabase } from '#server/database/serve.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let roles: { appUrl: string; platformUrl: string; throwaway: boolean }
beforeAll(async () => {
  database = await freshDatabase()
  const { appUrl, platformUrl } = await prepareDatabase(database.ownerUrl, { throwaway: true })
  roles = { appUrl, platformUrl, throwaway: true }
})
afterAll(() => database.drop())

const ask = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}

test('a prepared database is served by its two roles, with no address of the owner', async () => {
  const { appUrl, platformUrl } = roles
  const given = { databaseAppUrl: appUrl, databasePlatformUrl: platformUrl, throwawayDatabase: true }
  const reached = await reachDatabase(null, given)
  expect(reached).toMatchObject({ appUrl, platformUrl, yearsAbsent: [] })
  await expect(reachDatabase(null, { ...given, databasePlatformUrl: null })).rejects.toThrow(
    /DATABASE_PLATFORM_URL/,
  )
})

test('a newer database is served where it says that this program works with it, and its migrations are named', async () => {
  await ask(
    database.ownerUrl,
    `insert into schema_migration
      select max(version) + 1, '9999_x.sql', 'x', now(), max(version) from schema_migration`,
  )
  onTestFinished(
    async () => void (await ask(database.ownerUrl, `delete from schema_migration where name = '9999_x.sql'`)),
  )
  expect(await checkDatabase(roles)).toMatchObject({ newer: ['9999_x.sql'] })
})

describe('refused, with what to do', () => {
  test('where migrations are missing, which are named', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-migrations-'))
    onTestFinished(() => fs.rmSync(folder, { recursive: true }))
    const own = new URL('../../../db/migrations/', import.meta.url)
    fs.cpSync(own, folder, { recursive: true })
    const last = fs.readdirSync(folder).length
    const next = (number: number) => `${String(last + number).padStart(4, '0')}_del_futuro.sql`
    for (const number of [1, 2]) fs.writeFileSync(path.join(folder, next(number)), 'select')
    await expect(checkDatabase({ ...roles, migrations: folder })).rejects.toThrow(
      `the database lacks 2 of this program's migrations (${next(1)}, ${next(2)}): npm run operator -- migrate`,
    )
  })

  test('where the database is newer', async () => {
    await ask(
      database.ownerUrl,
      `insert into schema_migration select max(version) + 1, '9999_x.sql', 'x', now() from schema_migration`,
    )
    onTestFinished(
      async () =>
        void (await ask(database.ownerUrl, `delete from schema_migration where name = '9999_x.sql'`)),
    )
    await expect(checkDatabase(roles)).rejects.toThrow(/newer than this program \(it has 9999_x.sql\)/)
  })

  test('where nothing has been prepared', async () => {
    await ask(database.ownerUrl, 'create schema hidden; alter table schema_migration set schema hidden')
    onTestFinished(
      async () =>
        void (await ask(
          database.ownerUrl,
          'alter table hidden.schema_migration set schema public; drop schema hidden',
        )),
    )
    await expect(checkDatabase(roles)).rejects.toThrow(/the database is empty: npm run operator -- migrate/)
  })

  test('where a role stands above row level security', async () => {
    for (const name of ['appUrl', 'platformUrl'] as const)
      await expect(checkDatabase({ ...roles, [name]: database.ownerUrl })).rejects.toThrow(
        /must name a role that owns no table, is no superuser/,
      )
  })

  test('where a role lost its rights', async () => {
    await ask(database.ownerUrl, 'revoke all on account from visto_bueno_app')
    onTestFinished(
      async () =>
        void (await ask(
          database.ownerUrl,
          'grant select, insert, update, delete on account to visto_bueno_app',
        )),
    )
    await expect(checkDatabase(roles)).rejects.toThrow(/visto_bueno_app may not read the table account/)
  })

  test('on a server that may lose what it acknowledged', async () => {
    await expect(checkDatabase({ ...roles, throwaway: false })).rejects.toThrow(/fsync/)
  })
})

test('years that only the owner makes are named', async () => {
  const inTenYears = new Date(Date.now() + 10 * 365.25 * 86_400_000)
  const { yearsAbsent } = await checkDatabase({ ...roles, now: inTenYears })
  expect(yearsAbsent).toEqual([inTenYears.getUTCFullYear(), inTenYears.getUTCFullYear() + 1])
})
