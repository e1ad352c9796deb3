/** Look at the code of a Constancia, for anybody who has it. */
import { canonicalCode } from '#features/certificates/rules/codes.ts'
import { certificateWithCode } from '#features/certificates/store.ts'
import { type Lapsed, lapsed } from '#features/certificates/views/certificate.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'
import { sha256 } from '#server/sha256.ts'

export type CheckedCode = { readonly fileSha256: string; readonly lapsed: Lapsed }

export const inForce: Lapsed = { cancelledOn: null, takenBackOn: null }

/** The file issued with a code, and whether it is still in force; null for a code that no Constancia has. */
export async function checkCode(db: Db, code: string): Promise<CheckedCode | null> {
  const issued = await certificateWithCode(db, sha256(canonicalCode(code)))
  if (issued === null) return null
  const { fileSha256, company, certificate } = issued
  if (company === null || certificate === null) return { fileSha256, lapsed: inForce }
  return { fileSha256, lapsed: await asSystem(db, company, tx => lapsed(tx, certificate)) }
}
