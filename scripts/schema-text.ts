// The database as a reader wants it: each table with its columns, constraints, indexes, policies and grants,
// in order of name. Written from the catalogue because the embedded PostgreSQL has no pg_dump.
import type pg from 'pg'

export async function schemaText(client: pg.Client): Promise<string> {
  // A fixed search path: names are printed without a schema wherever the dump is made.
  await client.query('set search_path = public')
  const tables = await rows(client, TABLES)
  const columns = await rows(client, COLUMNS)
  const constraints = await rows(client, CONSTRAINTS)
  const partitions = await rows(client, PARTITIONS)
  const indexes = await rows(client, INDEXES)
  const policies = await rows(client, POLICIES)
  const triggers = await rows(client, TRIGGERS)
  const grants = await rows(client, GRANTS)
  const blocks = tables.map(({ owner: table, line: security }) => {
    const of = (lines: Line[]) => lines.filter(({ owner }) => owner === table).map(({ line }) => line)
    const body = [...of(columns), ...of(constraints)].map(line => `  ${line}`).join(',\n')
    const after = [...of(indexes), security, ...of(policies), ...of(triggers), ...of(grants)].filter(Boolean)
    const [partition = ''] = of(partitions)
    return [`create table ${table} (\n${body}\n)${partition};`, ...after].join('\n')
  })
  const others = (await rows(client, OTHERS)).map(({ line }) => line.trim())
  const head =
    '-- Made by `npm run db:schema` from the migrations, for reading. Change db/migrations instead.'
  return `${[head, ...blocks, ...others].join('\n\n')}\n`
}

type Line = { owner: string; line: string }

async function rows(client: pg.Client, sql: string): Promise<Line[]> {
  return (await client.query<Line>(sql)).rows
}

const TABLES = `
  select relname as owner, concat_ws(E'\\n',
    case when relrowsecurity then format('alter table %I enable row level security;', relname) end,
    case when relforcerowsecurity then format('alter table %I force row level security;', relname) end) as line
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
  order by relname collate "C"`

const COLUMNS = `
  select c.relname as owner, concat_ws(' ',
    quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
    case when a.attcollation <> t.typcollation then format('collate %I', n.collname) end,
    case when a.attnotnull then 'not null' end,
    case when a.attidentity <> '' then 'generated as identity' end,
    case when a.attgenerated <> '' then format('generated always as (%s)', pg_get_expr(d.adbin, d.adrelid))
      else 'default ' || pg_get_expr(d.adbin, d.adrelid) end) as line
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  join pg_type t on t.oid = a.atttypid
  left join pg_collation n on n.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
  order by a.attnum`

// Not-null constraints stand beside their columns; those that PostgreSQL keeps for each partition are not ours.
const CONSTRAINTS = `
  select c.relname as owner, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.connamespace = 'public'::regnamespace and k.contype <> 'n' and k.conparentid = 0
  order by array_position('{p,u,x,f,c}', k.contype::text), k.conname collate "C"`

const PARTITIONS = `
  select c.relname as owner, ' partition by ' || pg_get_partkeydef(c.oid) as line
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'p'`

const INDEXES = `
  select t.relname as owner, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') || ';' as line
  from pg_index i join pg_class t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
  where t.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.relname collate "C"`

const POLICIES = `
  select tablename as owner, concat_ws(E'\\n  ',
    format('create policy %I on %I as %s for %s to %s', policyname, tablename, lower(permissive), lower(cmd),
      array_to_string(roles, ', ')),
    'using (' || qual || ')',
    'with check (' || with_check || ')') || ';' as line
  from pg_policies where schemaname = 'public' order by policyname collate "C"`

const TRIGGERS = `
  select c.relname as owner, pg_get_triggerdef(t.oid) || ';' as line
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  order by t.tgname collate "C"`

// The owner's own rights are not news; default rights (no list at all) are the owner's alone.
const GRANTS = `
  select c.relname as owner,
    format('grant %s on %I to %s;', string_agg(lower(a.privilege_type), ', ' order by a.privilege_type),
      c.relname, case a.grantee when 0 then 'public' else a.grantee::regrole::text end) as line
  from pg_class c, aclexplode(c.relacl) a
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.grantee <> c.relowner
  group by c.relname, a.grantee
  union all
  select c.relname, format('grant %s (%s) on %I to %s;', lower(a.privilege_type),
      string_agg(quote_ident(t.attname), ', ' order by t.attnum), c.relname,
      case a.grantee when 0 then 'public' else a.grantee::regrole::text end)
  from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
  where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner
  group by c.relname, a.grantee, a.privilege_type
  order by owner, line`

const OTHERS = `
  select relname as owner, format('create view %I%s as%s', relname,
    ' with (' || array_to_string(reloptions, ', ') || ')', E'\\n' || pg_get_viewdef(oid)) as line
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
  union all
  select proname, pg_get_functiondef(p.oid) || ';'
  from pg_proc p where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by owner, line`
