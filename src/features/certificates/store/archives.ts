/** Rows of `certificate_archive`, `r` in SQL, of its orders, `o`, and of the digests. */
import { type BegunArchive, type BegunLately, dayBefore } from '#features/certificates/rules/archives.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type NewArchive = BegunArchive & { readonly id: string; readonly documentIds: readonly string[] }

export async function insertArchive(
  tx: TenantTx,
  { id, madeBy, saysAccounts, documentIds }: NewArchive,
): Promise<void> {
  await tx.runOne(sql`
    insert into certificate_archive (company_id, id, made_by, says_accounts, begun_at)
    values (${tx.companyId}, ${id}, ${madeBy}, ${saysAccounts}, ${tx.now})`)
  await tx.insert(
    documentIds.map((documentId, index) => [tx.companyId, id, index + 1, documentId]),
    values =>
      sql`insert into certificate_archive_order (company_id, archive_id, position, document_id) values ${values}`,
  )
}

/** Archives that a person, and everybody of the company, has begun in the last 24 hours. Expects the company locked. */
export async function begunLately(
  tx: TenantTx,
  userId: string,
): Promise<{ person: BegunLately; company: BegunLately }> {
  const since = dayBefore(tx.now)
  const [person, company] = await Promise.all([
    tx.one<BegunLately>(sql`
      select count(*)::int as count, min(begun_at) as since from certificate_archive
      where company_id = ${tx.companyId} and made_by = ${userId} and begun_at > ${since}`),
    tx.one<BegunLately>(sql`
      select count(*)::int as count, min(begun_at) as since from certificate_archive
      where company_id = ${tx.companyId} and begun_at > ${since}`),
  ])
  const none = { count: 0, since: null }
  return { person: person ?? none, company: company ?? none }
}

export type FilledArchive = BegunArchive & { readonly isComplete: boolean }

/** Locks an archive, so that of two calls that fill it at once the second finds what the first has issued. */
export const lockArchive = (tx: TenantTx, id: string): Promise<FilledArchive | null> =>
  tx.one<FilledArchive>(sql`
    select made_by as "madeBy", says_accounts as "saysAccounts", made_at is not null as "isComplete"
    from certificate_archive where company_id = ${tx.companyId} and id = ${id} for update`)

/** First order of the archive that still needs its Constancia; null when none does. */
export async function nextOrder(tx: TenantTx, archiveId: string): Promise<string | null> {
  const found = await tx.one<{ id: string }>(sql`
    select document_id as id from certificate_archive_order
    where company_id = ${tx.companyId} and archive_id = ${archiveId} and file_id is null and not is_left_out
    order by position limit 1`)
  return found?.id ?? null
}

type Issued = { readonly archiveId: string; readonly documentId: string }

export async function saveIssued(
  tx: TenantTx,
  { archiveId, documentId, certificateId, fileId }: Issued & { certificateId: string; fileId: string },
): Promise<void> {
  await tx.runOne(sql`
    update certificate_archive_order set certificate_id = ${certificateId}, file_id = ${fileId}
    where company_id = ${tx.companyId} and archive_id = ${archiveId} and document_id = ${documentId}`)
}

export async function leaveOut(tx: TenantTx, { archiveId, documentId }: Issued): Promise<void> {
  await tx.runOne(sql`
    update certificate_archive_order set is_left_out = true
    where company_id = ${tx.companyId} and archive_id = ${archiveId} and document_id = ${documentId}`)
}

/** Gives an archive its manifest, once: it never changes afterwards. */
export async function completeArchive(
  tx: TenantTx,
  { id, manifest, digest }: { id: string; manifest: string; digest: string },
): Promise<void> {
  await Promise.all([
    tx.runOne(sql`
      update certificate_archive set manifest = ${manifest}, digest = ${digest}, made_at = ${tx.now}
      where company_id = ${tx.companyId} and id = ${id} and made_at is null`),
    tx.runOne(sql`
      insert into certificate_archive_digest (digest, company, archive) values (${digest}, ${tx.companyId}, ${id})`),
  ])
}

/** The archive that has a digest, and its company; null for a digest of none. */
export async function archiveWithDigest(
  db: Db,
  digest: string,
): Promise<{ readonly company: string; readonly archive: string } | null> {
  const [found] = await db.run<{ company: string; archive: string }>(sql`
    select company, archive from certificate_archive_digest where digest = ${digest}`)
  return found ?? null
}

export type CheckedArchive = {
  readonly companyName: string
  readonly isSample: boolean
  readonly madeAt: string
  readonly orders: number
}

/** Answer to anybody who has the digest: whose archive it is, when it was made, and of how many orders; nothing of them. */
export const checkedArchive = (tx: TenantTx, archiveId: string): Promise<CheckedArchive | null> =>
  tx.one<CheckedArchive>(sql`
    select co.name as "companyName", co.sample_of is not null as "isSample", r.made_at as "madeAt",
      (select count(*)::int from certificate_archive_order o
        where o.company_id = r.company_id and o.archive_id = r.id and o.file_id is not null) as orders
    from certificate_archive r join company co on co.company_id = r.company_id
    where r.company_id = ${tx.companyId} and r.id = ${archiveId} and r.made_at is not null`)
