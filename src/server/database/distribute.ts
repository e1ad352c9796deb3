/**
 * Distribution: turns a migrated database of a Citus coordinator into a distributed one. Rows of companies are placed by
 * company, so that all of a company's rows lie on one node; accounts are copied to every node; all else stays on the
 * coordinator, in Citus's metadata, so that a transaction over both commits in two phases. Repeatable: after a
 * migration it places the new tables. All in one transaction: done whole, or not at all.
 */
import type pg from 'pg'

/** A line for the operator: why the database cannot be distributed. */
export class DistributionError extends Error {
  override name = 'DistributionError'
}

export type Distributed = {
  readonly kind: 'by company' | 'on every node' | 'local'
  readonly tables: readonly string[]
}

type Table = { readonly name: string; readonly column: string | null; readonly isKnown: boolean }

/** Queues without row level security, which name the company of each row. */
const queueTables = ['event_unsealed', 'journal_reader', 'outbox_message']
/** Small, rarely written, and joined with rows of companies. */
const copiedTables = [
  'account',
  'account_company',
  'account_invitation',
  'certificate_archive_digest',
  'certificate_code',
  'closing_digest',
]
/** Read and written by migrations alone. */
const undistributedTables = ['schema_migration']

/** @throws DistributionError for a database without Citus or workers, or with a table that breaks a rule of Citus. */
export async function distribute(owner: pg.Client): Promise<readonly Distributed[]> {
  await refuseWithoutWorkers(owner)
  await owner.query('begin')
  try {
    await owner.query(`set local client_min_messages = warning;
      set local citus.multi_shard_modify_mode = 'sequential';
      set local citus.enable_unsafe_triggers = on`)
    const tables = await readTables(owner)
    const missing = tables.filter(({ isKnown }) => !isKnown)
    await refuseBrokenRules(owner, tables)
    const grants = await columnGrants(owner)
    // Replaced by `listed_company`; only a program of release 0.2 asks it, which cannot run here.
    await owner.query('drop policy if exists own_company on company')
    if (missing.length > 0) await placeTables(owner, missing)
    await owner.query('commit')
    await grantColumns(owner, grants)
    return [
      { kind: 'by company', tables: missing.filter(isOfCompanies).map(({ name }) => name) },
      {
        kind: 'on every node',
        tables: missing.filter(({ name }) => copiedTables.includes(name)).map(({ name }) => name),
      },
      {
        kind: 'local',
        tables: missing
          .filter(table => !isOfCompanies(table) && !copiedTables.includes(table.name))
          .map(({ name }) => name),
      },
    ]
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** True when the database's companies are placed on nodes; false as long as it has no table of them. */
export async function isDistributed(owner: pg.Client): Promise<boolean> {
  const { rowCount } = await owner.query("select from pg_extension where extname = 'citus'")
  if (!rowCount) return false
  const { rowCount: isPlaced } = await owner.query(
    "select from pg_dist_partition where logicalrelid = to_regclass('company')",
  )
  return isPlaced === 1
}

const isOfCompanies = ({ column }: Table): boolean => column !== null

async function refuseWithoutWorkers(owner: pg.Client): Promise<void> {
  const { rowCount: isCitus } = await owner.query("select from pg_extension where extname = 'citus'")
  if (!isCitus)
    throw new DistributionError(
      'this database has no extension citus: DATABASE_URL must name the coordinator',
    )
  const { rowCount: workers } = await owner.query(
    "select from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards",
  )
  if (!workers)
    throw new DistributionError('this coordinator knows no node that may hold companies: citus_add_node')
}

async function readTables(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<{ name: string; column: string | null; isKnown: boolean }>(
    `select c.relname as name, a.attname as "column", p.logicalrelid is not null as "isKnown"
     from pg_class c
     left join pg_attribute a on a.attrelid = c.oid and a.attname = case
       when exists (select from pg_policy where polrelid = c.oid) then 'company_id'
       when c.relname = any ($1) then 'company' end
     left join pg_dist_partition p on p.logicalrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($2) order by c.relname <> 'company', c.relname`,
    [queueTables, undistributedTables],
  )
  return rows
}

/** Refuses a schema that Citus could not keep right: it would accept some of it, and fail when rows are written. */
async function refuseBrokenRules(owner: pg.Client, tables: readonly Table[]): Promise<void> {
  const placed = tables.filter(isOfCompanies)
  const { rows } = await owner.query<{ rule: string; object: string }>(
    `with placed as (
       select name::regclass as id, a.attnum from unnest($1::text[], $2::text[]) as t (name, "column")
       join pg_attribute a on a.attrelid = t.name::regclass and a.attname = t."column")
     select 'unique without the company' as rule, i.indexrelid::regclass::text as object
     from placed p join pg_index i on i.indrelid = p.id where i.indisunique and p.attnum <> all (i.indkey)
     union all
     select 'no primary key', id::text from placed p
     where not exists (select from pg_index i where i.indrelid = p.id and i.indisprimary)
     union all
     select 'foreign key between companies', k.conrelid::regclass || ' ' || k.conname
     from pg_constraint k join placed p on p.id = k.conrelid join placed r on r.id = k.confrelid
     where k.contype = 'f' and not exists (
       select from unnest(k.conkey, k.confkey) as pair (here, there) where here = p.attnum and there = r.attnum)
     union all
     select 'foreign key from outside companies', k.conrelid::regclass || ' ' || k.conname
     from pg_constraint k join placed r on r.id = k.confrelid
     where k.contype = 'f' and k.conparentid = 0 and k.conrelid <> all (select id from placed)
     order by 1, 2`,
    [placed.map(({ name }) => name), placed.map(({ column }) => column)],
  )
  if (rows.length > 0)
    throw new DistributionError(rows.map(({ rule, object }) => `${rule}: ${object}`).join('; '))
}

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/** Places tables with their foreign keys away: then neither the order of the tables nor cycles of keys matter. */
async function placeTables(owner: pg.Client, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => name)
  const { rows: keys } = await owner.query<ForeignKey>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
       and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1)) order by 1, 2`,
    [names],
  )
  for (const { table, name } of keys) await owner.query(`alter table ${table} drop constraint ${name}`)
  for (const { name, column } of tables) {
    if (copiedTables.includes(name)) await copyToNodes(owner, name)
    else if (column === null) await owner.query('select citus_add_local_table_to_metadata($1)', [name])
    else
      await owner.query('select create_distributed_table($1, $2, colocate_with => $3)', [
        name,
        column,
        name === 'company' ? 'none' : 'company',
      ])
  }
  for (const { table, name, definition } of keys)
    await owner.query(`alter table ${table} add constraint ${name} ${definition}`)
}

async function copyToNodes(owner: pg.Client, table: string): Promise<void> {
  await owner.query('select create_reference_table($1)', [table])
  // Citus lets a role write a table that has a copy on every node only if it may update or delete there as well.
  await owner.query(`grant update on ${table} to visto_bueno_app`)
}

type ColumnGrant = {
  readonly table: string
  readonly role: string
  readonly verb: string
  readonly columns: string
}

/** Rights on single columns. Read before tables are placed: a local table loses them when Citus takes it over. */
async function columnGrants(owner: pg.Client): Promise<readonly ColumnGrant[]> {
  const { rows } = await owner.query<ColumnGrant>(
    `select a.attrelid::regclass::text as "table", grantee::regrole::text as role, privilege_type as verb,
       string_agg(quote_ident(a.attname), ', ') as columns
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     cross join aclexplode(a.attacl)
     where a.attacl is not null group by 1, 2, 3`,
  )
  return rows
}

/** Citus knows no rights on columns: they are given to each placement, and to the table itself. */
async function grantColumns(owner: pg.Client, grants: readonly ColumnGrant[]): Promise<void> {
  for (const { table, role, verb, columns } of grants) {
    const grant = `grant ${verb} (${columns}) on %s to ${role}`
    await owner.query('set citus.enable_ddl_propagation = off')
    await owner.query(grant.replace('%s', table))
    await owner.query('set citus.enable_ddl_propagation = on')
    const { rows: failures } = await owner.query<{ result: string }>(
      'select result from run_command_on_placements($1, $2) where not success',
      [table, grant],
    )
    if (failures[0]) throw new DistributionError(`${table}: ${failures[0].result}`)
  }
}
