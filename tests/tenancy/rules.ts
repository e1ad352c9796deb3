// Requirements of a table, so that no company can see another's rows and the database can be split by
// company. Each rule is a query over the catalogue that returns its violations, and a statement that breaks it.

export type CatalogueRule = {
  promise: string
  violations: string
  bad: string[]
}

/** Tables that belong to no company. Everything else in schema public is a tenant table. */
export const globalTables = [
  'account',
  'account_company',
  'account_invitation',
  'attempt',
  'certificate_archive_digest',
  'certificate_code',
  'closing_digest',
  'company_request',
  'event_unsealed',
  'factor',
  'factor_challenge',
  'housekeeping_turn',
  'import_task',
  'journal_reader',
  'mail',
  'mailbox_lane',
  'one_time_token',
  'outbox',
  'outbox_message',
  'passkey',
  'passkey_challenge',
  'push_device',
  'push_message',
  'recovery_code',
  'schema_migration',
  'session',
  'sign_in_attempt',
  'sign_in_domain',
  'signing_key',
  'webhook_lane',
]

export const companyPolicy =
  "(company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid)"

const tenantTables = `
  tenant as (
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, a.attnum as company, a.atttypid, a.attnotnull
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname <> all ('{${globalTables.join(',')}}'))`

/** A table in perfect order, to be spoilt in one point. */
const good = `
  create table sample (company_id uuid not null, id uuid not null, note text, primary key (company_id, id));
  alter table sample enable row level security;
  alter table sample force row level security;
  create policy tenant on sample using ${companyPolicy} with check ${companyPolicy};
  grant select, insert, update, delete on sample to visto_bueno_app;`

export const goodTable = good

const partitioned = good.replace('(company_id, id));', '(company_id, id)) partition by range (id);')

export const catalogueRules: CatalogueRule[] = [
  {
    promise: 'company_id is a uuid and never null',
    violations: `with ${tenantTables}
      select relname from tenant where company is null or atttypid <> 'uuid'::regtype or not attnotnull`,
    bad: [
      'create table sample (id uuid primary key)',
      'create table sample (company_id text not null)',
      'create table sample (company_id uuid)',
    ],
  },
  {
    promise: 'there is a primary key, and it, every unique constraint and every index start with company_id',
    violations: `with ${tenantTables}
      select relname from tenant where not exists (select from pg_index where indrelid = tenant.oid and indisprimary)
      union all
      select i.indexrelid::regclass::text from tenant join pg_index i on i.indrelid = tenant.oid
      where i.indkey[0] is distinct from tenant.company`,
    bad: [
      'create table sample (company_id uuid not null)',
      'create table sample (id uuid primary key, company_id uuid not null)',
      'create table sample (company_id uuid, id uuid, primary key (id, company_id))',
      `${good} alter table sample add unique (note, company_id)`,
      `${good} create index on sample (id)`,
      `${good} create unique index on sample (lower(note), company_id)`,
    ],
  },
  {
    promise:
      'a foreign key between tenant tables pairs company_id; no global table points into a tenant table',
    violations: `with ${tenantTables}
      select k.conname from pg_constraint k
      join tenant target on target.oid = k.confrelid left join tenant source on source.oid = k.conrelid
      where k.contype = 'f' and k.conparentid = 0 and not exists (
        select from unnest(k.conkey, k.confkey) as pair (a, b) where a = source.company and b = target.company)`,
    bad: [
      'create table sample (company_id uuid not null, other uuid references company (company_id))',
      `${good} alter table sample add unique (id);
       create table other (company_id uuid, sample_id uuid references sample (id))`,
      'alter table session add foreign key (company_id) references company (company_id)',
    ],
  },
  {
    promise: 'no foreign key empties or rewrites a column by itself',
    violations: `with ${tenantTables}
      select conname from pg_constraint join tenant on tenant.oid = conrelid
      where contype = 'f' and (confdeltype in ('n', 'd') or confupdtype in ('n', 'd', 'c'))`,
    bad: ['on delete set null', 'on delete set default', 'on update cascade'].map(
      action =>
        `${good} alter table sample add foreign key (company_id) references company (company_id) ${action}`,
    ),
  },
  {
    promise: 'row level security is enabled and forced',
    violations: `with ${tenantTables}
      select relname from tenant where not relrowsecurity or not relforcerowsecurity`,
    bad: [
      `${good} alter table sample disable row level security`,
      `${good} alter table sample no force row level security`,
    ],
  },
  {
    promise: 'one policy binds reading and writing to the company; any other only lets somebody read',
    violations: `with ${tenantTables}, policy as (
        select polrelid, polcmd, pg_get_expr(polqual, polrelid) as sees, pg_get_expr(polwithcheck, polrelid) as writes
        from pg_policy where polpermissive)
      select relname from tenant where not exists (
        select from policy where polrelid = tenant.oid and polcmd = '*'
          and sees = $$${companyPolicy}$$ and writes = $$${companyPolicy}$$)
      union all
      select relname from tenant join policy on polrelid = tenant.oid
      where polcmd <> 'r' and (sees is distinct from $$${companyPolicy}$$ or writes is distinct from $$${companyPolicy}$$)`,
    bad: [
      `${good} drop policy tenant on sample`,
      `${good} alter policy tenant on sample using (true)`,
      `${good} alter policy tenant on sample with check (true)`,
      `${good} create policy more on sample for insert with check (true)`,
      `${good} create policy more on sample using (note = 'public')`,
    ],
  },
  {
    // But for the two of orders: they read and write no other row.
    promise:
      'there are no triggers, rules or inheritance, but for those that refuse an order’s move and keep when it was approved',
    violations: `with ${tenantTables}
      select tgname from pg_trigger join tenant on tenant.oid = tgrelid where not tgisinternal
        and tgname not in ('document_moves', 'document_approved')
      union all select rulename from pg_rewrite join tenant on tenant.oid = ev_class
      union all select child.relname from pg_inherits join tenant on tenant.oid in (inhrelid, inhparent)
        join pg_class child on child.oid = inhrelid
        where not child.relispartition or child.relnamespace <> 'years'::regnamespace`,
    bad: [
      `${good} create function f() returns trigger language plpgsql as 'begin return new; end';
       create trigger t before insert on sample for each row execute function f()`,
      `${good} create rule r as on delete to sample do instead nothing`,
      `${good} create table child () inherits (sample)`,
      `${partitioned} create table child partition of sample default`,
    ],
  },
  {
    promise:
      'a year of a table is reached by the table alone: in its schema neither role looks, on it none has rights',
    violations: `
      select relname from pg_class c where relnamespace = 'years'::regnamespace and relkind in ('r', 'p')
        and (relacl is not null and exists (select from aclexplode(relacl) where grantee <> relowner) or not relispartition)
      union all select relname from pg_class c join pg_attribute on attrelid = c.oid
        where relnamespace = 'years'::regnamespace and attacl is not null and cardinality(attacl) > 0
      union all select role from unnest('{visto_bueno_app,visto_bueno_platform}'::text[]) role
        where has_schema_privilege(role, 'years', 'usage') or has_schema_privilege(role, 'years', 'create')`,
    bad: [
      `${partitioned} create table years.sample_2030 partition of sample default; grant select on years.sample_2030 to visto_bueno_app`,
      `${partitioned} create table years.sample_2030 partition of sample default; grant select (note) on years.sample_2030 to visto_bueno_platform`,
      'create table years.sample (company_id uuid)',
      'grant usage on schema years to visto_bueno_app',
    ],
  },
  {
    promise:
      'views ask with the rights of the asker, and nothing keeps a copy of rows outside row level security',
    violations: `
      select relname from pg_class where relnamespace = 'public'::regnamespace and (relkind = 'm' or relkind = 'v'
        and not coalesce(reloptions && '{security_invoker=true,security_invoker=on,security_invoker=1}', false))`,
    bad: ['create view sample as select 1', 'create materialized view sample as select 1'],
  },
  {
    promise: 'no function runs with the rights of its owner',
    violations: `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
    bad: ["create function sample() returns int language sql security definer as 'select 1'"],
  },
]

export const roleRules: CatalogueRule[] = [
  {
    promise: 'the application role has no power over the server and belongs to no other role',
    violations: `
      select rolname from pg_roles where rolname in ('visto_bueno_app', 'visto_bueno_platform')
        and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication)
      union all
      select member::regrole::text from pg_auth_members
      where member in ('visto_bueno_app'::regrole, 'visto_bueno_platform'::regrole)`,
    bad: [
      'alter role visto_bueno_app bypassrls',
      'alter role visto_bueno_app superuser',
      'grant pg_read_all_data to visto_bueno_app',
    ],
  },
  {
    promise: 'the application role owns nothing and can make nothing',
    violations: `
      select relname from pg_class where relowner in ('visto_bueno_app'::regrole, 'visto_bueno_platform'::regrole)
      union all
      select 'schema public' where has_schema_privilege('visto_bueno_app', 'public', 'create')`,
    bad: [
      `${good} grant create on schema public to visto_bueno_app; alter table sample owner to visto_bueno_app`,
      'grant create on schema public to public',
    ],
  },
  {
    promise: 'rights on tables are to read and to write rows, never to truncate or to hang something on them',
    violations: `
      select c.relname from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner
        and (a.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE') or a.is_grantable)`,
    bad: ['truncate', 'references', 'trigger', 'all'].map(
      right => `${good} grant ${right} on sample to visto_bueno_app`,
    ),
  },
  {
    promise: 'nobody but the two roles has rights, and the platform only reads',
    violations: `
      select c.relname from pg_class c, aclexplode(c.relacl) a
      where c.relnamespace = 'public'::regnamespace and a.grantee <> c.relowner
        and (a.grantee not in ('visto_bueno_app'::regrole, 'visto_bueno_platform'::regrole)
          or a.grantee = 'visto_bueno_platform'::regrole and a.privilege_type <> 'SELECT')`,
    bad: [
      `${good} grant select on sample to public`,
      `${good} grant insert on sample to visto_bueno_platform`,
    ],
  },
  {
    promise:
      'journal, ledger, revisions, amendments and published flows can be read and added to, never changed',
    violations: `
      with kept as (select unnest('{event,event_seal,budget_entry,cost_centre_entry,document_revision,contract_amendment,flow,execution}'::text[]) as name)
      select name || ' ' || privilege from kept, unnest('{UPDATE,DELETE,TRUNCATE}'::text[]) as privilege
      where has_table_privilege('visto_bueno_app', name, privilege)
      union all select name || ' UPDATE of a column' from kept
      where name <> 'execution' and has_any_column_privilege('visto_bueno_app', name, 'UPDATE')
      union all select 'execution UPDATE of ' || attname from pg_attribute
      where attrelid = 'execution'::regclass and attnum > 0 and not attisdropped
        and attname not in ('is_last', 'returned_at', 'returned_by', 'returned_on', 'return_reason',
          'told_paid_at', 'told_returned_at')
        and has_column_privilege('visto_bueno_app', 'execution', attnum, 'UPDATE')
      union all select name || ' no ' || privilege from kept, unnest('{SELECT,INSERT}'::text[]) as privilege
      where not has_table_privilege('visto_bueno_app', name, privilege)`,
    bad: [
      'grant update on event to visto_bueno_app',
      'grant delete on budget_entry to public',
      'grant update (reason) on event to visto_bueno_app',
      'grant update on flow to visto_bueno_app',
      'grant update (executed_on) on execution to visto_bueno_app',
      'revoke insert on document_revision from visto_bueno_app',
    ],
  },
]
