/**
 * Archives of Constancias: begun with the orders of a list, filled some at a time, each Constancia in a transaction of its own,
 * so that one that breaks off goes on where it stood; and made, under one digest, with the last.
 */
import { type CertificatePress, certifyIntoFile } from '#features/certificates/commands/certify-into-file.ts'
import { certificateFact } from '#features/certificates/facts.ts'
import {
  type ArchiveRefusal,
  maxIssued,
  mayBegin,
  mayBeginToday,
  mayFill,
} from '#features/certificates/rules/archives.ts'
import { manifestWith } from '#features/certificates/rules/manifest.ts'
import {
  begunLately,
  completeArchive,
  insertArchive,
  leaveOut,
  lockArchive,
  nextOrder,
  saveIssued,
} from '#features/certificates/store/archives.ts'
import { archiveName } from '#features/certificates/text/archives.ts'
import {
  archivedFiles,
  type CompleteArchive,
  readArchive,
  readComplete,
} from '#features/certificates/views/archives.ts'
import type { beginCertificateArchive, CertificateArchiveWire } from '#features/certificates/wire/archives.ts'
import { loadCompany, lockCompany } from '#features/companies/store.ts'
import { seesBankData } from '#features/providers/rules.ts'
import { sealOrder } from '#features/seals/commands/seal.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'
import { sha256 } from '#server/sha256.ts'

type Refused = Refusal<ArchiveRefusal>

/** Begins an archive of the orders found, of which one more than may be in it says that they are too many. */
export async function beginArchive(
  tx: TenantTx,
  actor: Actor,
  found: readonly string[],
): Promise<ResponseOf<typeof beginCertificateArchive> | Refused> {
  const may = mayBegin(actor, found.length)
  if (may !== true) return may
  // Of two begun at once the second counts the first.
  await lockCompany(tx)
  const mayToday = mayBeginToday(await begunLately(tx, actor.userId), tx.now)
  if (mayToday !== true) return mayToday
  const id = newId(tx.now.getTime())
  const saysAccounts = seesBankData(actor)
  await insertArchive(tx, { id, madeBy: actor.userId, saysAccounts, documentIds: found })
  return { id, orders: found.length }
}

/** Issues the next Constancias of an archive, and answers how it stands. */
export async function fillArchive(
  each: Each,
  press: CertificatePress,
  archiveId: string,
): Promise<CertificateArchiveWire | Refusal> {
  for (let issued = 1; ; issued++) {
    const sealed = await each((tx, actor) => sealNext(tx, actor, archiveId))
    if (isRefusal(sealed)) return sealed
    const archive = await each((tx, actor) => fillOne(tx, actor, press, archiveId))
    if (isRefusal(archive) || archive.left === 0 || issued === maxIssued) return archive
  }
}

/**
 * Seals the events of the order whose turn it is, in a transaction of its own: its Constancia then needs no lock on the
 * journal's chain while it is drawn and its file is written, which may be far away.
 */
async function sealNext(
  tx: TenantTx,
  actor: Actor,
  archiveId: string,
): Promise<CertificateArchiveWire | Refused> {
  const opened = await openToFill(tx, actor, archiveId)
  if (isRefusal(opened)) return opened
  if (opened.documentId !== null) await sealOrder(tx, opened.documentId)
  return opened.archive
}

/** The archive, locked, with the order whose turn it is; null when none is left. */
async function openToFill(
  tx: TenantTx,
  actor: Actor,
  archiveId: string,
): Promise<{ archive: CertificateArchiveWire; documentId: string | null } | Refused> {
  const locked = await lockArchive(tx, archiveId)
  const archive = locked && (await readArchive(tx, actor, archiveId))
  if (!(locked && archive)) return refuse('not_found')
  const may = mayFill(actor, locked)
  if (may !== true) return may
  return { archive, documentId: locked.isComplete ? null : await nextOrder(tx, archiveId) }
}

async function fillOne(
  tx: TenantTx,
  actor: Actor,
  press: CertificatePress,
  archiveId: string,
): Promise<CertificateArchiveWire | Refused> {
  const opened = await openToFill(tx, actor, archiveId)
  if (isRefusal(opened)) return opened
  const { documentId } = opened
  if (documentId !== null) await issueOne(tx, actor, press, { archiveId, documentId })
  const archive = await readArchive(tx, actor, archiveId)
  if (archive === null) return refuse('not_found')
  const isReady = archive.left === 0 && archive.issued > 0 && archive.digest === null
  return isReady ? complete(tx, actor, archive) : archive
}

/** Issues the Constancia of one order of the archive; an order that is certified no more is left out. */
async function issueOne(
  tx: TenantTx,
  actor: Actor,
  press: CertificatePress,
  order: { readonly archiveId: string; readonly documentId: string },
): Promise<void> {
  const issued = await certifyIntoFile(tx, actor, order.documentId, press)
  if (isRefusal(issued)) return leaveOut(tx, order)
  await saveIssued(tx, { ...order, ...issued })
}

async function complete(
  tx: TenantTx,
  actor: Actor,
  archive: CertificateArchiveWire,
): Promise<CertificateArchiveWire> {
  const { id, issued } = archive
  const [files, company] = await Promise.all([archivedFiles(tx, id), loadCompany(tx)])
  const madeAt = tx.now.toISOString()
  const manifest = manifestWith(
    { formato: 'visto-bueno-constancias-1', empresa: company.name, creado: madeAt, archivo: id },
    files,
  )
  const digest = sha256(manifest)
  await completeArchive(tx, { id, manifest, digest })
  await record(
    tx,
    actor,
    certificateFact('certificate_archive.made', id, { after: { orders: issued, digest } }),
  )
  return { ...archive, madeAt, digest }
}

export type NamedArchive = CompleteArchive & { readonly name: string }

/** The archive with its name as a file; what leaves the house is written down. */
export async function takeArchive(
  tx: TenantTx,
  actor: Actor,
  archiveId: string,
): Promise<NamedArchive | Refused> {
  const archive = await readArchive(tx, actor, archiveId)
  if (archive === null) return refuse('not_found')
  const complete = await readComplete(tx, actor, archiveId)
  if (complete === null) return refuse('not_complete')
  const { digest, companyName, madeAt } = complete
  const after = { orders: archive.issued, digest }
  await record(tx, actor, certificateFact('certificate_archive.exported', archiveId, { after }))
  return { ...complete, name: archiveName({ companyName, day: dayFromInstant(madeAt, actor.zone) }) }
}
