// Tenancy, proved on the catalogue and on every table there is, those of later migrations included.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { catalogueRules, globalTables, goodTable, roleRules } from './rules.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

describe.each([...catalogueRules, ...roleRules])('$promise', ({ violations, bad }) => {
  test('in every table', async () => {
    expect(await names(violations)).toEqual([])
  })

  test.each(bad)('and this is caught: %s', async statement => {
    const before = await names(violations)
    await undone(async () => {
      await owner.query(statement)
      expect((await names(violations)).length).toBeGreaterThan(before.length)
    })
  })

  test('and a table in order passes', async () => {
    const before = await names(violations)
    await undone(async () => {
      await owner.query(goodTable)
      expect(await names(violations)).toEqual(before)
    })
  })
})

test('the list of global tables is closed and exact', async () => {
  const withoutCompany = await names(`
    select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_index where indrelid = c.oid and indisprimary and indkey[0] =
        (select attnum from pg_attribute where attrelid = c.oid and attname = 'company_id'))`)
  expect(withoutCompany.sort()).toEqual(globalTables)
})

const mine = '00000000-0000-4000-8000-00000000000a'
const other = '00000000-0000-4000-8000-00000000000b'

describe('as the application, in each tenant table', () => {
  test('rows are visible to their company alone, and to nobody when none is set', async () => {
    const tables = await tenantTables()
    expect(tables.length).toBeGreaterThan(15)
    for (const table of tables) {
      await undone(async () => {
        await fill(table)
        const seen: Record<string, unknown> = {}
        for (const company of [null, '', mine, other])
          seen[company ?? 'unset'] = await visible(table, company)
        expect({ table, seen }).toEqual({
          table,
          seen: { unset: [], '': [], [mine]: [mine], [other]: [other] },
        })
      })
    }
  })

  test('writing for another company, or for none, is refused', async () => {
    for (const table of await tenantTables()) {
      for (const company of [null, '', other]) {
        await undone(async () => {
          await fill(table)
          await become(company)
          const insert = owner.query(`insert into ${table} (company_id) values ('${mine}')`)
          await expect(insert, `${table} with company ${company}`).rejects.toThrow(
            /row-level security policy/,
          )
        })
        await undone(async () => {
          await fill(table)
          await become(company)
          const { rowCount } = await owner.query(`delete from ${table} where company_id = '${mine}'`)
          expect(rowCount, `${table} with company ${company}`).toBe(0)
        })
      }
    }
  })

  test('the same proof sees through a table that leaks', async () => {
    await undone(async () => {
      await owner.query(`${goodTable} create policy leak on sample for select using (note is null)`)
      await fill('sample')
      expect(await visible('sample', null)).toEqual([mine, other])
    })
  })
})

/** One row of each company, whatever the table's columns ask for: their constraints are not the point here. */
async function fill(table: string): Promise<void> {
  const { rows: constraints } = await owner.query<{ conname: string }>(
    // A table that refers to itself loses that with its key.
    `select conname from pg_constraint where conrelid = $1::regclass and contype <> 'n' and conparentid = 0
      order by contype <> 'f'`,
    [table],
  )
  for (const { conname } of constraints)
    await owner.query(`alter table ${table} drop constraint "${conname}" cascade`)
  const { rows: columns } = await owner.query<{ attname: string }>(
    "select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and attnotnull and attidentity = ''",
    [table],
  )
  for (const { attname } of columns)
    await owner.query(`alter table ${table} alter "${attname}" drop not null`)
  await owner.query(`insert into ${table} (company_id) values ('${mine}'), ('${other}')`)
  await owner.query(`grant select, insert, delete on ${table} to visto_bueno_app`)
}

async function visible(table: string, company: string | null): Promise<string[]> {
  await owner.query('savepoint look')
  await become(company)
  const { rows } = await owner.query<{ company_id: string }>(`select company_id from ${table} order by 1`)
  await owner.query('rollback to savepoint look')
  return rows.map(row => row.company_id)
}

/** The application's role with `set local app.company_id`; null: without it, as a bug would. */
async function become(company: string | null): Promise<void> {
  await owner.query('set local role visto_bueno_app')
  if (company !== null) await owner.query(`set local app.company_id = '${company}'`)
}

async function tenantTables(): Promise<string[]> {
  return names(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname <> all ('{${globalTables.join(',')}}') order by 1`)
}

async function names(sql: string): Promise<string[]> {
  const { rows } = await owner.query<string[]>({ text: sql, rowMode: 'array' })
  return rows.map(row => row[0] ?? '')
}

async function undone(experiment: () => Promise<void>): Promise<void> {
  await owner.query('begin')
  try {
    await experiment()
  } finally {
    await owner.query('rollback')
  }
}
