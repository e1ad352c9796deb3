/**
 * Store of all that a company or a person has: the tables with rows of companies, and those that name an account, are
 * found in the catalog, so that none is forgotten.
 */
import type pg from 'pg'
import type { Reference } from '#privacy/removal-steps.ts'
import { mustBeId } from '#server/files/blobs.ts'

/** A table with rows of companies. `key` is the column with the company's id; `company` in queues, which are of all. */
export type CompanyTable = {
  readonly name: string
  readonly key: 'company_id' | 'company'
  /** Columns without secrets: sealed ones, and digests of tokens. */
  readonly columns: readonly string[]
}

/** Tables that only sign people in, repeat a request or wait to be worked off: nothing that a company would miss. */
const passing =
  /^(session|sign_in_attempt|one_time_token|decision_link|idempotency_key|webhook_(secret|lane)|mailbox_lane|push_message|event_unsealed|outbox.*|.*_task|journal_reader)$/

/** Columns of a passkey that say nothing to its person: bytes of the device. */
const keyColumns = /^(credential_id|public_key|counter)$/

const isSecret = (table: string, column: string): boolean =>
  /^(sealed|password_hash$|hmac_key$)/.test(column) ||
  (table === 'api_token' && column === 'digest') ||
  (table === 'passkey' && keyColumns.test(column)) ||
  (table === 'push_device' && column === 'digest')

export async function readCompanyTables(client: pg.ClientBase): Promise<CompanyTable[]> {
  const { rows } = await client.query<{ name: string; key: CompanyTable['key']; columns: string[] }>(`
    select c.relname as name, case when 'company_id' = any (a.names) then 'company_id' else 'company' end as key,
      a.names as columns
    from pg_class c
    cross join lateral (select array_agg(attname::text order by attnum) as names from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped) a
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.names && '{company_id,company}' order by 1`)
  return rows.map(({ name, key, columns }) => ({
    name,
    key,
    columns: columns.filter(column => !isSecret(name, column)),
  }))
}

/** True for a table whose rows a company takes along. */
export const isTakenAlong = ({ name }: CompanyTable): boolean => !passing.test(name)

export async function readReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`)
  return rows
}

/** Tables, and their columns that name an account: by a foreign key, or as who did something in the journal. */
export type PersonTable = Pick<CompanyTable, 'name' | 'columns'> & { readonly keys: readonly string[] }

export async function readPersonTables(client: pg.ClientBase): Promise<PersonTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; keys: string[] }>(`
    with named as (
      select conrelid as of, attname::text as key from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[cardinality(k.conkey)]
      where contype = 'f' and confrelid in ('account'::regclass, 'member'::regclass)
      union select attrelid, attname::text from pg_attribute
      where attrelid in ('event'::regclass, 'viewed_request'::regclass) and attname in ('actor_id', 'on_behalf_of', 'acting_user_id')
      union select 'account'::regclass, 'id')
    select c.relname as name, array_agg(distinct n.key) as keys,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
    from pg_class c join named n on n.of = c.oid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition group by c.oid, c.relname order by 1`)
  return rows
    .filter(({ name }) => name !== 'recovery_code' && (name === 'session' || !passing.test(name)))
    .map(({ name, keys, columns }) => ({
      name,
      keys,
      columns: columns.filter(column => !isSecret(name, column)),
    }))
}

/** Every row of a table that a company has, as JSON text, in pages. */
export const readRows = (client: pg.ClientBase, { name, key, columns }: CompanyTable, companyId: string) =>
  readWhere(client, { name, columns }, [key], companyId)

/** Rows of a table, that this transaction sees, with the id in one of the columns, as JSON text, in pages. */
export async function* readWhere(
  client: pg.ClientBase,
  { name, columns }: Pick<CompanyTable, 'name' | 'columns'>,
  keys: readonly string[],
  id: string,
): AsyncGenerator<string[]> {
  const list = columns.map(column => `"${column}"`).join(', ')
  const isTheirs = keys.map(key => `"${key}" = '${mustBeId(id)}'`).join(' or ')
  await client.query(
    `declare kept_rows cursor for select to_json(r)::text as row from (select ${list} from "${name}" where ${isTheirs}) r`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>('fetch 1000 from kept_rows')
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close kept_rows')
}

/** Removes a company's rows from tables in one statement, and returns how many of each. */
export async function removeRows(
  client: pg.ClientBase,
  tables: readonly CompanyTable[],
  companyId: string,
): Promise<{ readonly [table: string]: number }> {
  const removals = tables.map(
    ({ name, key }, n) => `gone${n} as (delete from "${name}" where "${key}" = $1 returning 1)`,
  )
  const counts = tables.map(({ name }, n) => `(select count(*)::int from gone${n}) as "${name}"`)
  const { rows } = await client.query<{ [table: string]: number }>(
    `with ${removals.join(', ')} select ${counts.join(', ')}`,
    [companyId],
  )
  return rows[0] ?? {}
}
