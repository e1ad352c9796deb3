// Comparison of every revision's content and files with the digest that was sealed with its submission.
import { canonicalContent, type RevisionContent } from '#features/documents/rules/content.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { sha256 } from '#server/sha256.ts'

type Sealed = {
  company_id: string
  document_id: string
  revision: number
  content: RevisionContent
  digest: string
  current: string | null
  files: readonly string[]
}

const pageSize = 1000

/** Revisions whose content, or the digest on which decisions are taken, differs from the submitted one. */
export async function changedContents(owner: Pick<Db, 'run'>): Promise<string[]> {
  const found: string[] = []
  let after = { company_id: '00000000-0000-0000-0000-000000000000', document_id: '', revision: 0 }
  for (;;) {
    const page = await sealedRevisions(owner, after)
    const last = page.at(-1)
    if (!last) return found
    after = last
    for (const { document_id, revision, content, digest, current, files } of page) {
      const isAsSubmitted = sha256(canonicalContent(content, files)) === digest
      if (!isAsSubmitted || (current !== null && current !== digest)) found.push(`${document_id} ${revision}`)
    }
  }
}

/** A page of sealed revisions, by company, order and revision, with the SHA-256 of their attachments; older ones, without a sealed content, are skipped. */
function sealedRevisions(
  owner: Pick<Db, 'run'>,
  after: Pick<Sealed, 'company_id' | 'document_id' | 'revision'>,
): Promise<Sealed[]> {
  return owner.run<Sealed>(sql`
    select r.company_id, r.document_id, r.revision, r.content, s.digest,
      case when d.revision = r.revision then coalesce(d.content_digest, '') end as current,
      coalesce((select json_agg(f.sha256 order by a.position) from attachment a
        join file f on f.company_id = a.company_id and f.id = a.file_id
        where a.company_id = r.company_id and a.document_id = r.document_id and a.revision = r.revision), '[]') as files
    from document_revision r
    join document d on d.company_id = r.company_id and d.id = r.document_id
    cross join lateral (select e.after ->> 'content' as digest from event e where e.company_id = r.company_id
      and e.object_type = 'document' and e.object_id = r.document_id
      and e.action in ('document.submitted', 'document.resubmitted')
      and (e.after ->> 'revision')::int = r.revision order by e.number limit 1) s
    where s.digest is not null and (r.company_id, r.document_id, r.revision)
      > (${after.company_id}::uuid, ${after.document_id}::text, ${after.revision}::int)
    order by r.company_id, r.document_id, r.revision limit ${pageSize}`)
}
