/** Check of a Constancia, of an archive of them, or of that of a closed month, by anybody who has it. */
import type { checkCertificate } from '#features/audit/wire/check.ts'
import { checkCode, inForce } from '#features/certificates/commands/check-code.ts'
import { archiveWithDigest, checkedArchive } from '#features/certificates/store/archives.ts'
import { checkedClosing, closingWithDigest } from '#features/closings/store.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import type { Limit } from '#kernel/limit.ts'
import type { Limits } from '#server/auth/limits.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

const checksFrom: Limit = {
  name: 'Constancias checked from an address',
  most: 60,
  windowSeconds: 300,
  isOfAddress: true,
}

type Dependencies = { readonly db: Db; readonly limits: Limits }

/**
 * Checks a Constancia, for anybody: whether the code, and the file's digest if sent, are genuine. Of the certified content
 * it reveals only the day on which the order was rejected or cancelled, or its approval taken back, if it was; of a closed
 * month whose it is, which one and when it was closed.
 */
export async function check(
  { db, limits }: Dependencies,
  { code, fileSha256 }: BodyOf<typeof checkCertificate>,
  ip: string,
): Promise<ResponseOf<typeof checkCertificate>> {
  const [stopped] = await limits.take([{ limit: checksFrom, subject: ip }])
  if (stopped) throw commonProblem('too_many_requests', {}, stopped.waitSeconds)
  const digest = code.replaceAll(/\s/g, '').toLowerCase()
  if (isDigest(digest)) return checkDigest(db, digest, fileSha256)
  const issued = await checkCode(db, code)
  const isFileGenuine =
    fileSha256 === undefined ? null : issued !== null && issued.fileSha256 === fileSha256.toLowerCase()
  return { isGenuine: issued !== null, isFileGenuine, ...(issued?.lapsed ?? inForce) }
}

const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** Checks the digest of an archive, of a closed month or of Constancias, and the manifest whose digest it is. */
async function checkDigest(
  db: Db,
  digest: string,
  fileSha256: string | undefined,
): Promise<ResponseOf<typeof checkCertificate>> {
  const kept = await closingWithDigest(db, digest)
  const closing = kept && (await asSystem(db, kept.company, tx => checkedClosing(tx, kept.closing)))
  const found = closing === null ? await archiveWithDigest(db, digest) : null
  const archive = found && (await asSystem(db, found.company, tx => checkedArchive(tx, found.archive)))
  const isGenuine = closing !== null || archive !== null
  const isFileGenuine = fileSha256 === undefined ? null : isGenuine && fileSha256.toLowerCase() === digest
  return { isGenuine, isFileGenuine, ...inForce, ...(closing && { closing }), ...(archive && { archive }) }
}
