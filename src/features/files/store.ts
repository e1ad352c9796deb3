/** Rows of `file`, `f` in its SQL: uploads, some of which are not attached to anything yet. */
import type { UnattachedFiles } from '#features/companies/rules/paces.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Blob, Uploaded } from '#server/files/file-store.ts'

export type NewFile = Blob & {
  readonly id: string
  readonly name: string
  /** Null: it came by mail. */
  readonly uploadedBy: string | null
}

export async function insertFile(tx: TenantTx, file: NewFile): Promise<void> {
  await tx.runOne(sql`
    insert into file (company_id, id, name, media_type, size, sha256, uploaded_by, created_at)
    values (${tx.companyId}, ${file.id}, ${file.name}, ${file.mediaType}, ${file.size}, ${file.sha256},
      ${file.uploadedBy}, ${tx.now})`)
}

/**
 * Locks the uploads of a company until the transaction ends, so that concurrent ones are counted one after the
 * other.
 */
export async function lockUploads(tx: TenantTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:uploads`}, 0))`)
}

/** Unattached files: number and bytes of this person's, and bytes of the company's. */
export async function unattachedFiles(tx: TenantTx, userId: string): Promise<UnattachedFiles> {
  const found = await tx.one<UnattachedFiles>(sql`
    select count(*) filter (where f.uploaded_by = ${userId})::int as files,
      coalesce(sum(f.size) filter (where f.uploaded_by = ${userId}), 0)::float8 as bytes,
      coalesce(sum(f.size), 0)::float8 as "bytesOfCompany"
    from file f
    where f.company_id = ${tx.companyId} and f.created_at > ${tx.now}::timestamptz - interval '25 hours' and ${isUnattached}`)
  return found ?? { files: 0, bytes: 0, bytesOfCompany: 0 }
}

/** Condition that a file is attached to nothing: no order, comment, contract, execution, delivery, received invoice, import of the bank, close of a month, archive of Constancias or mail; expects `file` as `f`. */
const isUnattached = part`not exists (select from attachment a where a.company_id = f.company_id and a.file_id = f.id)
  and not exists (select from contract_attachment c where c.company_id = f.company_id and c.file_id = f.id)
  and not exists (select from execution e where e.company_id = f.company_id and e.proof_file_id = f.id)
  and not exists (select from comment_attachment ct where ct.company_id = f.company_id and ct.file_id = f.id)
  and not exists (select from received_invoice r where r.company_id = f.company_id and r.file_id = f.id)
  and not exists (select from bank_file b where b.company_id = f.company_id and b.file_id = f.id)
  and not exists (select from closing_paper q where q.company_id = f.company_id and q.file_id = f.id)
  and not exists (select from certificate_archive_order q where q.company_id = f.company_id and q.file_id = f.id)
  and not exists (select from mailbox_file i where i.company_id = f.company_id and i.file_id = f.id)
  and not exists (select from delivery v where v.company_id = f.company_id and v.file_id = f.id)`

/** Deletes the rows of unattached files uploaded before an instant. */
export async function deleteAbandoned(tx: TenantTx, before: Date): Promise<void> {
  await tx.run(sql`
    delete from file f where f.company_id = ${tx.companyId} and f.created_at < ${before} and ${isUnattached}`)
}

/** The ids among these that have a row. */
export async function idsWithRow(tx: TenantTx, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx.all<{ id: string }>(sql`
    select id from file where company_id = ${tx.companyId} and id = any (${ids}::uuid[])`)
  return new Set(found.map(row => row.id))
}

/** A page of the files of a company, after an id. */
export function filesAfter(
  tx: TenantTx,
  after: string | null,
  limit: number,
): Promise<(Uploaded & { id: string })[]> {
  return tx.all<Uploaded & { id: string }>(sql`
    select id, size, sha256 from file
    where company_id = ${tx.companyId} ${after === null ? nothing : part`and id > ${after}`}
    order by id limit ${limit}`)
}
