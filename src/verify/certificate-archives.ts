// Promises about archives of Constancias: each query returns the rows that break its promise.
import { sql } from '#server/database/sql.ts'

export const archiveInvariants = {
  'an archive of Constancias is what its digest and its fact say, and anybody who has the digest finds it': sql`
    select r.id::text as id from certificate_archive r
    left join certificate_archive_digest k
      on k.digest = r.digest and k.company = r.company_id and k.archive = r.id
    where r.made_at is not null
      and (r.digest <> encode(sha256(convert_to(r.manifest, 'UTF8')), 'hex') or k.digest is null)
    union all
    select k.archive::text from certificate_archive_digest k
    left join certificate_archive r on r.company_id = k.company and r.id = k.archive and r.digest = k.digest
    where r.id is null
    union all
    select r.id::text from certificate_archive r where r.made_at is not null and not exists (
      select from event e where e.company_id = r.company_id and e.object_type = 'certificate_archive'
        and e.object_id = r.id::text and e.action = 'certificate_archive.made' and e.after ->> 'digest' = r.digest)`,
  'the manifest of an archive of Constancias names each of them, as it was issued and is kept': sql`
    select r.id::text as id from certificate_archive r where r.made_at is not null and (
      select jsonb_agg(jsonb_build_object('ruta', f.name, 'sha256', f.sha256, 'pedido', o.document_id) order by o.position)
        from certificate_archive_order o join file f on f.company_id = o.company_id and f.id = o.file_id
        where o.company_id = r.company_id and o.archive_id = r.id)
      is distinct from (select jsonb_agg(jsonb_build_object('ruta', f ->> 'ruta', 'sha256', f ->> 'sha256',
        'pedido', f ->> 'pedido') order by n)
        from jsonb_array_elements(r.manifest::jsonb -> 'archivos') with ordinality as named (f, n))
    union all
    select o.archive_id::text from certificate_archive_order o
    join file f on f.company_id = o.company_id and f.id = o.file_id
    join certificate c on c.company_id = o.company_id and c.id = o.certificate_id
    where c.file_sha256 <> f.sha256 or c.document_id <> o.document_id`,
}
