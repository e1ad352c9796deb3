// A database that is lost while the folder or the bucket of its files is not: what is whole there stays where it is.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyCompany } from '#features/companies/commands.ts'
import { insertFile } from '#features/files/store.ts'
import { newId } from '#kernel/ids.ts'
import { openDb } from '#server/database/db.ts'
import { prepareDatabase } from '#server/database/migrate.ts'
import { asSystem } from '#server/database/tenant.ts'
import { installedPrograms, startInstalled } from '#tests/support/installed-postgres.ts'
import { runOperator } from '#tests/support/run-operator.ts'
import { temporaryFolder } from '#tests/support/server.ts'

const programs = installedPrograms()
const folder = temporaryFolder()
const [data, backups] = [path.join(folder, 'data'), path.join(folder, 'backups')]
const companyId = newId()
const contents = { whole: newId(), gone: newId(), damaged: newId() }
const kept = path.join(data, 'files', companyId)
const placeOf = (id: string) => path.join(kept, id)
const read = (id: string) => fs.readFileSync(placeOf(id), 'utf8')

let server: Awaited<ReturnType<typeof startInstalled>> | undefined
const url = (database: string) => server?.superuserUrl(database) ?? ''
const operatorWith = (given: Record<string, string>, ...words: readonly string[]) =>
  runOperator({ PATH: `${programs}:${process.env.PATH}`, DATA_DIR: data, ...given }, ...words)
const operator = (...words: readonly string[]) =>
  operatorWith({ BACKUP_URL: url('before'), DATABASE_URL: url('after') }, ...words)
const backup = () => path.join(backups, fs.readdirSync(backups)[0] ?? '')

beforeAll(async () => {
  if (programs === null) return
  server = await startInstalled(programs, path.join(folder, 'postgres'))
  await server.ask('create database before')
  const { appUrl } = await prepareDatabase(url('before'), { throwaway: true })
  const db = openDb(appUrl, { size: 1 })
  fs.mkdirSync(kept, { recursive: true })
  await asSystem(db, companyId, async tx => {
    await createEmptyCompany(tx, null, {
      name: 'Sur',
      email: 'hola@sur.example',
      plan: 'free',
      currency: 'EUR',
      timeZone: 'Europe/Madrid',
    })
    for (const [content, id] of Object.entries(contents)) {
      fs.writeFileSync(placeOf(id), content)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const size = content.length
      await insertFile(tx, { id, name: 'a.txt', mediaType: 'text/plain', size, sha256, uploadedBy: null })
    }
  })
  await db.close()
  expect(await operator('backup', backups)).toMatchObject({ code: 0, error: '' })
  await server.ask('create database after')
}, 240_000)
afterAll(async () => {
  await server?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
})

test.skipIf(programs === null)(
  'a restore beside them brings what is gone or damaged, leaves what is whole or newer, and says how many (left out where pg_dump is not installed)',
  { timeout: 240_000 },
  async () => {
    const newer = newId()
    fs.writeFileSync(placeOf(newer), 'after the backup')
    fs.rmSync(placeOf(contents.gone))
    fs.writeFileSync(placeOf(contents.damaged), 'dam')
    const before = fs.statSync(placeOf(contents.whole)).ino

    const refused = await operator('restore', backup())
    expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/has files: .*--keep-files/)])
    await server?.ask(`create role stranger login createrole password 'x'`)
    const asStranger = { DATABASE_URL: server?.url('stranger', 'x', 'after') ?? '' }
    const failed = await operatorWith(asStranger, 'restore', backup(), '--keep-files')
    expect([failed.code, failed.error]).toEqual([1, expect.stringMatching(/permission denied/)])
    expect(fs.statSync(placeOf(contents.whole)).ino).toBe(before)

    const done = await operator('restore', backup(), '--keep-files')
    expect([done.code, done.error]).toEqual([0, ''])
    // The try that failed in the database has left what it brought.
    expect(done.output).toMatch(/with 3 files, 3 of which were there, whole/)
    expect(Object.values(contents).map(read)).toEqual(Object.keys(contents))
    expect(read(newer)).toBe('after the backup')
    expect(fs.statSync(placeOf(contents.whole)).ino).toBe(before)
    const rows = await server?.ask('select id from file', 'after')
    expect(rows?.rows.length).toBe(3)
  },
)
