/** Check of a Constancia, by anybody who has it. */
import { canonicalCode } from '#features/audit/rules/codes.ts'
import { certificateWithCode, type IssuedCode } from '#features/audit/store.ts'
import { type Lapsed, lapsed } from '#features/audit/views/certificate.ts'
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
 * Checks a Constancia, for anybody: whether the code, and the file's digest if sent, are genuine. Of the certified content
 * it reveals only the day on which the order was cancelled or its approval taken back, if it was.
 */
export async function check(
  { db, limits }: Dependencies,
  { code, fileSha256 }: BodyOf<typeof checkCertificate>,
  ip: string,
): Promise<ResponseOf<typeof checkCertificate>> {
  const [stopped] = await limits.take([{ limit: checksFrom, subject: ip }])
  if (stopped) throw commonProblem('too_many_requests', {}, stopped.waitSeconds)
  const issued = await certificateWithCode(db, sha256(canonicalCode(code)))
  const isFileGenuine =
    fileSha256 === undefined ? null : issued !== null && issued.fileSha256 === fileSha256.toLowerCase()
  const { cancelledOn, takenBackOn } = issued === null ? inForce : await readLapsed(db, issued)
  return { isGenuine: issued !== null, isFileGenuine, cancelledOn, takenBackOn }
}

const inForce: Lapsed = { cancelledOn: null, takenBackOn: null }

async function readLapsed(db: Db, { company, certificate }: IssuedCode): Promise<Lapsed> {
  if (company === null || certificate === null) return inForce
  return asSystem(db, company, tx => lapsed(tx, certificate))
}
