// A new version starts beside nodes of the version before that are busy: its migrations pass, and they serve on.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '#server/database/migrate.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const shipped = fileURLToPath(new URL('../../db/migrations/', import.meta.url))
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-migrations-'))
let app: TestApp
let cast: Cast
beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
})
afterAll(async () => {
  await app.stop()
  fs.rmSync(folder, { recursive: true })
})

test('a migration that changes what every request asks passes beside busy nodes, which answer 200 or 503', async () => {
  fs.cpSync(shipped, folder, { recursive: true })
  const next = String(fs.readdirSync(folder).length + 1).padStart(4, '0')
  // Holds one table and asks for the other, as a request does the other way round.
  const migration = `alter table document add column tried int;
    alter table member add column tried int;`
  fs.writeFileSync(path.join(folder, `${next}_tried.sql`), migration)
  // Whoever migrates looks for a deadlock first, and so would be the one to lose.
  const name = new URL(app.owner.pool.options.connectionString ?? '').pathname.slice(1)
  await app.owner.run({
    text: `alter role current_user in database ${name} set deadlock_timeout = '20ms'`,
    values: [],
  })
  const orders = ordersOf(app, cast)
  let isOver = false
  const answers: number[] = []
  const busy = async (work: () => Promise<{ status: number }>) => {
    while (!isOver) answers.push((await work()).status)
  }
  const writers = Array.from({ length: 8 }, () =>
    busy(() => orders.post('/api/documents', cast.client, cast.order)),
  )
  const readers = Array.from({ length: 2 }, () => busy(() => app.ask('/api/projects', { as: cast.client })))
  await expect.poll(() => answers.length).toBeGreaterThan(20)
  const prepared = await prepareDatabase(app.owner.pool.options.connectionString ?? '', {
    throwaway: true,
    migrations: folder,
  }).finally(() => {
    isOver = true
    return Promise.all([...writers, ...readers])
  })
  expect(prepared.applied).toEqual([`${next}_tried.sql`])
  expect([...new Set(answers)].filter(status => ![200, 503].includes(status))).toEqual([])
  expect((await orders.post('/api/documents', cast.client, cast.order)).status).toBe(200)
  expect(await brokenInvariants(app)).toEqual({})
})
