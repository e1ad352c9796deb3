// A migration that is sent statement by statement is the same migration.
import { expect, test } from 'vitest'
import { MIGRATIONS, readMigrations } from '#server/database/history.ts'
import { readStatements } from '#server/database/statements.ts'

test('a semicolon ends a statement outside of strings, bodies and comments', () => {
  const body = 'do $body$ begin perform 1; end $body$'
  const sql = `-- One; of two.\nselect ';--' as a, 2 - 1; ${body};\n-- The end.\n`
  expect(readStatements(sql)).toEqual(["select ';--' as a, 2 - 1", body])
})

test('of each migration nothing but comments, white space and semicolons is lost', () => {
  for (const { name, sql } of readMigrations(MIGRATIONS)) {
    const bare = (text: string) => text.replaceAll(/--[^\n]*/g, '').replaceAll(/[;\s]/g, '')
    expect([name, bare(readStatements(sql).join(' '))]).toEqual([name, bare(sql)])
    for (const text of readStatements(sql))
      expect([name, text]).toEqual([name, expect.stringMatching(/^[a-z]/)])
  }
})
