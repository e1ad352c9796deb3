/** Rows of `closing`, `c` in its SQL, of its digests, and of the Constancias that were issued for it, `q`. */
import type { PackageFile } from '#features/closings/rules/package.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Waits for whoever closes months of this company: of two at once the second sees the version of the first. */
export async function lockClosings(tx: TenantTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:closings`}, 0))`)
}

/** `sheetSha256`: digest of its sheet, in hexadecimal digits. */
export type LastClosing = { readonly version: number; readonly keys: string; readonly sheetSha256: string }

/** The last version of a month, with the keys of its movements as a JSON array; null before the first. */
export const lastClosing = (
  tx: TenantTx,
  { clientId, month }: { clientId: string | null; month: string },
): Promise<LastClosing | null> =>
  tx.one<LastClosing>(sql`
    select c.version, c.movements::text as keys, encode(sha256(convert_to(c.sheet, 'UTF8')), 'hex') as "sheetSha256"
    from closing c
    where c.company_id = ${tx.companyId} and c.client_id is not distinct from ${clientId}::uuid and c.month = ${month}
    order by c.version desc limit 1`)

export type NewClosing = {
  readonly id: string
  readonly clientId: string | null
  readonly month: string
  readonly version: number
  readonly figures: unknown
  readonly keys: readonly string[]
  readonly sheet: string
  readonly files: readonly PackageFile[]
  readonly manifest: string
  readonly digest: string
  readonly closedBy: string
}

export async function insertClosing(tx: TenantTx, closing: NewClosing): Promise<void> {
  const { id, clientId, month, version, sheet, manifest, digest, closedBy } = closing
  const [figures, keys, files] = [closing.figures, closing.keys, closing.files].map(each =>
    JSON.stringify(each),
  )
  await Promise.all([
    tx.runOne(sql`
      insert into closing (company_id, id, client_id, month, version, figures, movements, sheet, files, manifest, digest,
        closed_by, closed_at)
      values (${tx.companyId}, ${id}, ${clientId}, ${month}, ${version}, ${figures}::jsonb, ${keys}::jsonb, ${sheet},
        ${files}::jsonb, ${manifest}, ${digest}, ${closedBy}, ${tx.now})`),
    tx.runOne(sql`
      insert into closing_digest (digest, company, closing) values (${digest}, ${tx.companyId}, ${id})`),
  ])
}

/** The close whose archive has a digest, and its company; null for a digest of none. */
export async function closingWithDigest(
  db: Db,
  digest: string,
): Promise<{ readonly company: string; readonly closing: string } | null> {
  const [found] = await db.run<{ company: string; closing: string }>(sql`
    select company, closing from closing_digest where digest = ${digest}`)
  return found ?? null
}

export type CheckedClosing = {
  readonly companyName: string
  readonly isSample: boolean
  readonly month: string
  readonly version: number
  readonly closedAt: string
  readonly isOfClient: boolean
  readonly isLast: boolean
}

/** Close as anybody who has the digest is told of it: no amount, no order and no client. */
export const checkedClosing = (tx: TenantTx, closingId: string): Promise<CheckedClosing | null> =>
  tx.one<CheckedClosing>(sql`
    select co.name as "companyName", co.sample_of is not null as "isSample", c.month, c.version,
      c.closed_at as "closedAt", c.client_id is not null as "isOfClient",
      not exists (select from closing n where n.company_id = c.company_id and n.month = c.month
        and n.client_id is not distinct from c.client_id and n.version > c.version) as "isLast"
    from closing c join company co on co.company_id = c.company_id
    where c.company_id = ${tx.companyId} and c.id = ${closingId}`)

export type NewPaper = {
  readonly certificateId: string
  readonly documentId: string
  readonly fileId: string
}

/** Keeps a Constancia that was issued for a close, with the number of the order's last event. */
export async function insertPaper(
  tx: TenantTx,
  { certificateId, documentId, fileId }: NewPaper,
): Promise<void> {
  const last = await tx.one<{ number: number }>(sql`
    select e.number from event e
    where e.company_id = ${tx.companyId} and e.object_type = 'document' and e.object_id = ${documentId}
    order by e.number desc limit 1`)
  await tx.runOne(sql`
    insert into closing_paper (company_id, certificate_id, document_id, file_id, event_number)
    values (${tx.companyId}, ${certificateId}, ${documentId}, ${fileId}, ${last?.number ?? 0})`)
}
