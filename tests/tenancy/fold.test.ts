import { afterAll, beforeAll, expect, test } from 'vitest'
import { fold } from '#kernel/text.ts'
import { type Db, openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { freshDatabase } from '#tests/support/database.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let owner: Db

beforeAll(async () => {
  database = await freshDatabase()
  owner = openDb(database.ownerUrl, { size: 1 })
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})

test.each([
  'Diseño de JARDÍN',
  'Àrids i Formigons, Cardedeu',
  'Pingüino Çelik',
  'DOC-001 año Ñandú',
  'São Tomé 2026',
])('the database folds «%s» as the program does, so that what is searched is what is found', async text => {
  const [row] = await owner.run<{ folded: string }>(sql`select fold(${text}) as folded`)
  expect(row?.folded).toBe(fold(text))
})
