import { codeTyped } from '#features/audit/rules/codes.ts'
import { type IssuedCode, issuedWith } from '#features/audit/store.ts'
import { findCancelledDay } from '#features/audit/views/certificate.ts'
import type { checkCertificate } from '#features/audit/wire/certificate.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import type { Limit } from '#kernel/limit.ts'
import type { Limits } from '#server/auth/limits.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'
import { sha256 } from '#server/sha256.ts'

const checksFrom: Limit = {
  name: 'Constancias checked from an address',
  most: 60,
  windowSeconds: 300,
  isOfAddress: true,
}

type Dependencies = { readonly db: Db; readonly limits: Limits }

/**
 * Checks a Constancia, for anybody: whether the code, and the file's digest if sent, are genuine. Of the certified facts
 * it reveals only the day on which the order was cancelled, if it was.
 */
export async function check(
  { db, limits }: Dependencies,
  { code, fileSha256 }: BodyOf<typeof checkCertificate>,
  ip: string,
): Promise<ResponseOf<typeof checkCertificate>> {
  const [stopped] = await limits.take([{ limit: checksFrom, subject: ip }])
  if (stopped) throw commonProblem('too_many_requests', {}, stopped.waitSeconds)
  const issued = await issuedWith(db, sha256(codeTyped(code)))
  const isFileGenuine =
    fileSha256 === undefined ? null : issued !== null && issued.fileSha256 === fileSha256.toLowerCase()
  const cancelledOn = issued === null ? null : await cancelledOnOfCode(db, issued)
  return { isGenuine: issued !== null, isFileGenuine, cancelledOn }
}

async function cancelledOnOfCode(db: Db, { company, certificate }: IssuedCode): Promise<string | null> {
  if (company === null || certificate === null) return null
  return asSystem(db, company, tx => findCancelledDay(tx, certificate))
}
