// Promises about closed months: each query returns the rows that break its promise.
import { sql } from '#server/database/sql.ts'

export const closingInvariants = {
  'a closed month is what its digest and its fact say, and anybody who has the digest finds it': sql`
    select c.id::text as id from closing c where c.digest <> encode(sha256(convert_to(c.manifest, 'UTF8')), 'hex')
    union all
    select c.id::text from closing c
    left join closing_digest k on k.digest = c.digest and k.company = c.company_id and k.closing = c.id
    where k.digest is null
    union all
    select k.closing::text from closing_digest k
    left join closing c on c.company_id = k.company and c.id = k.closing and c.digest = k.digest
    where c.id is null
    union all
    select c.id::text from closing c where not exists (select from event e where e.company_id = c.company_id
      and e.object_type = 'closing' and e.object_id = c.id::text and e.action = 'closing.made'
      and e.after ->> 'digest' = c.digest and e.after ->> 'month' = c.month
      and (e.after ->> 'version')::int = c.version)`,
  'versions of a closed month follow one another': sql`
    select c.month as id from closing c group by c.company_id, c.client_id, c.month having max(c.version) <> count(*)`,
  'the manifest of a closed month names its files, and those are kept as they were': sql`
    select c.id::text as id from closing c where (
      select jsonb_agg(jsonb_build_object('ruta', f ->> 'path', 'sha256', f ->> 'sha256') order by n)
        from jsonb_array_elements(c.files) with ordinality as all_files (f, n))
      is distinct from (select jsonb_agg(jsonb_build_object('ruta', f ->> 'ruta', 'sha256', f ->> 'sha256') order by n)
        from jsonb_array_elements(c.manifest::jsonb -> 'archivos') with ordinality as named (f, n))
    union all
    select c.id::text from closing c cross join jsonb_array_elements(c.files) as k (f)
    left join file s on s.company_id = c.company_id and s.id = (k.f ->> 'fileId')::uuid
    where k.f ->> 'sha256' is distinct from coalesce(s.sha256,
      encode(sha256(convert_to(case when k.f ->> 'fileId' is null then c.sheet end, 'UTF8')), 'hex'))`,
}
