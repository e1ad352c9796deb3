/** A thread that reads one file and ends (see `reading.ts`), so that damage by a malicious file ends with it. */
import { workerData } from 'node:worker_threads'
import { readPdf } from '#features/invoices/readers/pdf.ts'
import { readPicture } from '#features/invoices/readers/picture.ts'
import { Unreadable } from '#features/invoices/readers/unreadable.ts'
import { readXmlInvoice } from '#features/invoices/readers/xml.ts'
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import { refuse } from '#kernel/refusal.ts'
import { fileKind } from '#server/files/file-kind.ts'
import { answerFromThread } from '#server/jobs/reading-worker.ts'

/** `ownTaxIds`: of those who may be billed, so that the other tax id in a text is the issuer's. */
export type ReadingJob = { readonly bytes: Uint8Array; readonly ownTaxIds: readonly string[] }
type Task = ReadingJob & { readonly memory: number }

const { memory, ...job }: Task = workerData
await answerFromThread(
  memory,
  () => read(job),
  error => (error instanceof Unreadable ? refuse(error.kind, error.facts) : null),
)

async function read({ bytes, ownTaxIds }: ReadingJob): Promise<ReceivedInvoice> {
  const kind = fileKind(bytes)
  if (kind === 'xml') return readXmlInvoice(bytes)
  if (kind === 'pdf') return await readPdf(bytes, ownTaxIds)
  if (kind === 'picture' || kind === 'photo') return await readPicture(bytes, kind)
  throw new Unreadable(kind === 'archive' ? 'archive' : 'unknown_kind')
}
