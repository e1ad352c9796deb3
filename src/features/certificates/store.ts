/** Store of Constancias, whose rows never change, and of their codes. */
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewCertificate = {
  readonly id: string
  readonly documentId: string
  /** The certified content, as JSON. */
  readonly facts: string
  readonly fileSha256: string
  readonly codeSha256: string
  readonly issuedBy: string
}

export async function saveCertificate(tx: TenantTx, certificate: NewCertificate): Promise<void> {
  const { id, documentId, facts, fileSha256, codeSha256, issuedBy } = certificate
  await Promise.all([
    tx.runOne(sql`
      insert into certificate (company_id, id, document_id, facts, file_sha256, issued_by, issued_at)
      values (${tx.companyId}, ${id}, ${documentId}, ${facts}, ${fileSha256}, ${issuedBy}, ${tx.now})`),
    tx.runOne(
      sql`insert into certificate_code (code_sha256, file_sha256, company, certificate)
        values (${codeSha256}, ${fileSha256}, ${tx.companyId}, ${id})`,
    ),
  ])
}

/** The Constancia that was issued with a code, and the SHA-256 of its file. */
export type IssuedCode = {
  readonly fileSha256: string
  readonly company: string | null
  readonly certificate: string | null
}

/** The Constancia issued with the code; null for a code that no Constancia has. */
export async function certificateWithCode(db: Db, codeSha256: string): Promise<IssuedCode | null> {
  const [found] = await db.run<IssuedCode>(sql`
    select file_sha256 as "fileSha256", company, certificate from certificate_code
    where code_sha256 = ${codeSha256}`)
  return found ?? null
}
