/** Close of a month: what stands there becomes a version that never changes, with the digest of its archive. */
import { closingFact } from '#features/closings/facts.ts'
import { isOver } from '#features/closings/rules/months.ts'
import {
  type ClosingHead,
  fitsPackage,
  manifestText,
  type PackageFile,
  sheetPath,
  withPaths,
} from '#features/closings/rules/package.ts'
import { type ClosingRefusal, mayClose } from '#features/closings/rules.ts'
import { insertClosing, type LastClosing, lastClosing, lockClosings } from '#features/closings/store.ts'
import { readAllMovements } from '#features/closings/views/closing-sheet.ts'
import { countLate } from '#features/closings/views/closings.ts'
import { monthSubject, readFigures } from '#features/closings/views/month.ts'
import { closingFiles, missingPapers } from '#features/closings/views/papers.ts'
import type { Asked } from '#features/closings/views/parts.ts'
import type { Subject } from '#features/closings/views/subject.ts'
import type { closeMonth } from '#features/closings/wire/closings.ts'
import type { MonthEndWire } from '#features/closings/wire.ts'
import { loadCompany } from '#features/companies/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import { ConcurrencyConflict } from '#server/database/retrying.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { sha256 } from '#server/sha256.ts'

type Closed = ResponseOf<typeof closeMonth>

export async function close(
  tx: TenantTx,
  actor: Actor,
  body: BodyOf<typeof closeMonth>,
): Promise<Closed | Refusal<ClosingRefusal>> {
  const subject = await monthSubject(tx, actor, body)
  if (subject === null) return refuse('not_found')
  await lockClosings(tx)
  const { asked, person } = subject
  const may = mayClose(person, isOver(asked, asked.today))
  if (may !== true) return may
  const last = await lastClosing(tx, { clientId: asked.clientId, month: body.month })
  if ((last?.version ?? 0) !== body.seen) return refuse('stale_version')
  const { left } = await missingPapers(tx, asked, 1)
  return left > 0 ? refuse('papers_missing', { left }) : save(tx, actor, subject, body.month, last)
}

async function save(
  tx: TenantTx,
  actor: Actor,
  { asked, client }: Subject,
  month: string,
  last: LastClosing | null,
): Promise<Closed | Refusal<ClosingRefusal>> {
  const id = newId(tx.now.getTime())
  const version = (last?.version ?? 0) + 1
  const company = await loadCompany(tx)
  // One after the other: each statement sees what was committed before it, and the last ones see what the first did not.
  const { keys, counts, sheet } = await readAllMovements(tx, asked)
  const sources = await closingFiles(tx, asked)
  const figures = await readFigures(tx, asked)
  throwUnlessSame(figures, counts)
  await throwUnlessPapered(tx, asked)
  const sheetAsFile = sheetFile(sheet)
  const isUnchanged = last?.sheetSha256 === sheetAsFile.sha256 && (await countLate(tx, asked, last)) === 0
  if (isUnchanged) return refuse('nothing_new')
  const files: PackageFile[] = [sheetAsFile, ...withPaths(sources)]
  if (!fitsPackage(files)) return refuse('package_too_large')
  const head: ClosingHead = {
    companyName: company.name,
    clientName: client?.name ?? null,
    month,
    version,
    closedAt: tx.now.toISOString(),
    closingId: id,
  }
  const manifest = manifestText(head, files)
  const digest = sha256(manifest)
  const { clientId } = asked
  await Promise.all([
    insertClosing(tx, {
      id,
      clientId,
      month,
      version,
      figures,
      keys,
      sheet,
      files,
      manifest,
      digest,
      closedBy: actor.userId,
    }),
    record(
      tx,
      actor,
      closingFact('closing.made', id, {
        after: { month, clientId, version, digest, files: files.length, figures: toldFigures(figures) },
      }),
    ),
  ])
  return { id, version, digest }
}

/** The sheet as a file of the archive. */
const sheetFile = (sheet: string): PackageFile => ({
  path: sheetPath,
  fileId: null,
  size: Buffer.byteLength(sheet),
  sha256: sha256(sheet),
  documentId: null,
})

type Counts = { readonly [kind: string]: number }

/** A payment confirmed between two statements stands in one of them alone: the close is made again. */
function throwUnlessSame(figures: MonthEndWire['figures'], counts: Counts): void {
  for (const kind of ['paid', 'issued', 'returned', 'credited']) {
    const lines = figures.find(({ key }) => key === kind)?.lines ?? []
    const count = lines.reduce((total, line) => total + line.count, 0)
    if (count !== (counts[kind] ?? 0))
      throw new ConcurrencyConflict('a movement came while its month was closed')
  }
}

/** Something happened to an order after its Constancia was found: the archive would lack it. */
async function throwUnlessPapered(tx: TenantTx, asked: Asked): Promise<void> {
  const { left } = await missingPapers(tx, asked, 1)
  if (left > 0) throw new ConcurrencyConflict('a Constancia became old while its month was closed')
}

/** Figures as the journal keeps them: `paid: ['EUR 3 120000']`. */
const toldFigures = (figures: MonthEndWire['figures']): { readonly [key: string]: readonly string[] } =>
  Object.fromEntries(
    figures.map(({ key, lines }) => [
      key,
      lines.map(({ currency, count, amount }) => `${currency} ${count} ${amount.minor}`),
    ]),
  )
