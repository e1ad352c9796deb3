import fs from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { schemaText } from '../../scripts/schema-text.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('db/schema.sql says what the migrations make (npm run db:schema writes it)', async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const made = await schemaText(client)
  await client.end()
  expect(fs.readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8')).toBe(made)
})
