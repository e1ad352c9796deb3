/**
 * Archives of Constancias: begun with the orders of a list, filled some at a time, each Constancia in a transaction of its own,
 * so that one that breaks off goes on where it stood; and made, under one digest, with the last.
 */
import { certify, type Site } from '#features/audit/commands/certify.ts'
import { sealOrder } from '#features/audit/commands/seal.ts'
import { auditFact } from '#features/audit/facts.ts'
import {
  type ArchiveRefusal,
  maxIssued,
  mayBegin,
  mayBeginToday,
  mayFill,
} from '#features/audit/rules/archives.ts'
import {
  begunLately,
  completeArchive,
  insertArchive,
  leaveOut,
  lockArchive,
  nextOrder,
  saveIssued,
} from '#features/audit/store/archives.ts'
import { archiveName } from '#features/audit/text/archives.ts'
import {
  archivedFiles,
  type CompleteArchive,
  readArchive,
  readComplete,
} from '#features/audit/views/archives.ts'
import type { beginCertificateArchive, CertificateArchiveWire } from '#features/audit/wire/archives.ts'
import { manifestWith } from '#features/closings/rules/package.ts'
import { loadCompany, lockCompany } from '#features/companies/store.ts'
import { insertFile } from '#features/files/store.ts'
import { seesBankData } from '#features/providers/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { type FileStore, streamFrom } from '#server/files/file-store.ts'
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

export type ArchivePress = { readonly files: Pick<FileStore, 'receive'>; readonly site: Site }

/** Issues the next Constancias of an archive, and answers how it stands. */
export async function fillArchive(
  each: Each,
  press: ArchivePress,
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
  press: ArchivePress,
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
  { files, site }: ArchivePress,
  order: { readonly archiveId: string; readonly documentId: string },
): Promise<void> {
  const issued = await certify(tx, actor, order.documentId, site)
  if (isRefusal(issued)) return leaveOut(tx, order)
  const fileId = newId(tx.now.getTime())
  // Written before its row: one whose row is never kept is swept.
  const blob = await files.receive(tx.companyId, fileId, streamFrom(issued.file))
  await insertFile(tx, { ...blob, id: fileId, name: issued.name, uploadedBy: actor.userId })
  await saveIssued(tx, { ...order, certificateId: issued.id, fileId })
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
  await record(tx, actor, auditFact('certificate_archive.made', id, { after: { orders: issued, digest } }))
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
  await record(tx, actor, auditFact('certificate_archive.exported', archiveId, { after }))
  return { ...complete, name: archiveName({ companyName, day: dayFromInstant(madeAt, actor.zone) }) }
}
