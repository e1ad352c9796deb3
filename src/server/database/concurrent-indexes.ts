/** Migrations that begin with `-- no transaction`: indexes made or dropped while everybody reads and writes. */
import type pg from 'pg'
import type { Migration } from '#server/database/history.ts'
import { MigrationError } from '#server/database/migration-error.ts'
import { againWhileBlocked } from '#server/database/schema-change.ts'

type Step = { readonly index: string; readonly isMade: boolean; readonly text: string }

const made = /^create (?:unique )?index concurrently ([a-z0-9_]+) on /
const dropped = /^drop index concurrently if exists ([a-z0-9_]+)$/

/**
 * Does one statement after the other. What an earlier try has made stays; what one left unfinished is made again.
 * @throws MigrationError that names the file: nothing of it is in the history then.
 */
export async function changeIndexes(owner: pg.Client, { name, sql }: Migration): Promise<void> {
  for (const step of readSteps(name, sql))
    await againWhileBlocked(`migration ${name}`, () => takeStep(owner, step))
}

/** @throws MigrationError for a statement that needs a transaction, or could not be tried again. */
export function readSteps(name: string, sql: string): Step[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map(text => text.trim().replaceAll(/\s+/g, ' '))
    .filter(text => text !== '')
  return statements.map(text => {
    const index = (made.exec(text) ?? dropped.exec(text))?.[1]
    if (index === undefined)
      throw new MigrationError(
        `${name} is in no transaction, and does more than "create index concurrently <name> on …" and "drop index concurrently if exists <name>": ${text}`,
      )
    return { index, isMade: made.test(text), text }
  })
}

async function takeStep(owner: pg.Client, { index, isMade, text }: Step): Promise<void> {
  if (!isMade) return void (await owner.query(text))
  const { rows } = await owner.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  if (rows[0]?.isValid) return
  // One that failed, or was cut, stays behind: no query uses it, and every write keeps it.
  if (rows.length > 0) await owner.query(`drop index concurrently ${index}`)
  await owner.query(text)
}
