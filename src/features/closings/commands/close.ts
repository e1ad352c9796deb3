/** Close of a month: what stands there becomes a version that never changes, with the digest of its archive. */
import { closingFact } from '#features/closings/facts.ts'
import { isOver } from '#features/closings/rules/months.ts'
import {
  type ClosingHead,
  manifestText,
  mostPackageBytes,
  type PackageFile,
  packageBytes,
  sheetPath,
  withPaths,
} from '#features/closings/rules/package.ts'
import { type ClosingRefusal, mayClose } from '#features/closings/rules.ts'
import { insertClosing, lastClosing, lockClosings } from '#features/closings/store.ts'
import { readAllMovements } from '#features/closings/views/closing-sheet.ts'
import { countLate } from '#features/closings/views/closings.ts'
import { monthSubject, readFigures } from '#features/closings/views/month.ts'
import { closingFiles, missingPapers } from '#features/closings/views/papers.ts'
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
  const last = await lastClosing(tx, { clientId: asked.clientId, month: body.month })
  const version = last?.version ?? 0
  const late = last === null ? 0 : await countLate(tx, asked, last)
  const may = mayClose(person, { isOver: isOver(asked, asked.today), version, late })
  if (may !== true) return version === body.seen ? may : refuse('stale_version')
  if (version !== body.seen) return refuse('stale_version')
  const { left } = await missingPapers(tx, asked, 1)
  return left > 0 ? refuse('papers_missing', { left }) : save(tx, actor, subject, body.month, version + 1)
}

async function save(
  tx: TenantTx,
  actor: Actor,
  { asked, client }: Subject,
  month: string,
  version: number,
): Promise<Closed | Refusal<ClosingRefusal>> {
  const id = newId(tx.now.getTime())
  const [company, { keys, counts, sheet }, sources] = await Promise.all([
    loadCompany(tx),
    readAllMovements(tx, asked),
    closingFiles(tx, asked),
  ])
  const figures = await readFigures(tx, asked)
  throwUnlessSame(figures, counts)
  const files: PackageFile[] = [sheetFile(sheet), ...withPaths(sources)]
  if (packageBytes(files) > mostPackageBytes) return refuse('package_too_large')
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

/** What was confirmed between two statements stands in one of them alone: the close is made again. */
function throwUnlessSame(figures: MonthEndWire['figures'], counts: Counts): void {
  for (const kind of ['paid', 'issued', 'returned', 'credited']) {
    const lines = figures.find(({ key }) => key === kind)?.lines ?? []
    const count = lines.reduce((total, line) => total + line.count, 0)
    if (count !== (counts[kind] ?? 0))
      throw new ConcurrencyConflict('a movement came while its month was closed')
  }
}

/** Figures as the journal keeps them: `paid: ['EUR 3 120000']`. */
const toldFigures = (figures: MonthEndWire['figures']): { readonly [key: string]: readonly string[] } =>
  Object.fromEntries(
    figures.map(({ key, lines }) => [
      key,
      lines.map(({ currency, count, amount }) => `${currency} ${count} ${amount.minor}`),
    ]),
  )
