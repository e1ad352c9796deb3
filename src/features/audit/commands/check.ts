import { codeTyped } from '#features/audit/rules/codes.ts'
import { fileOfCode } from '#features/audit/store.ts'
import type { checkCertificate } from '#features/audit/wire/certificate.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import type { Limit } from '#kernel/limit.ts'
import type { Db } from '#server/db.ts'
import type { Limits } from '#server/limits.ts'
import { commonProblem } from '#server/problems.ts'
import { sha256 } from '#server/sha256.ts'

const checksFrom: Limit = {
  ...{ name: 'Constancias checked from an address', most: 60, windowSeconds: 300, isOfAddress: true },
}

type Given = { readonly db: Db; readonly limits: Limits }

/** Says whether a code is genuine, to anybody, and of what it certifies nothing. */
export async function check(
  { db, limits }: Given,
  { code, fileSha256 }: BodyOf<typeof checkCertificate>,
  ip: string,
): Promise<ResponseOf<typeof checkCertificate>> {
  const [stopped] = await limits.take([{ limit: checksFrom, subject: ip }])
  if (stopped) throw commonProblem('too_many_requests', {}, stopped.waitSeconds)
  const issued = await fileOfCode(db, sha256(codeTyped(code)))
  const isFileGenuine =
    fileSha256 === undefined ? null : issued !== null && issued === fileSha256.toLowerCase()
  return { isGenuine: issued !== null, isFileGenuine }
}
