/** A thread that reads one file and ends (see `reading.ts`), so that damage by a malicious file ends with it. */
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { fileKind } from '#features/invoices/readers/kinds.ts'
import { readPdf } from '#features/invoices/readers/pdf.ts'
import { readPicture } from '#features/invoices/readers/picture.ts'
import { Unreadable } from '#features/invoices/readers/unreadable.ts'
import { readXmlInvoice } from '#features/invoices/readers/xml.ts'
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import type { UnreadableKind } from '#features/invoices/rules/unreadable.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import { lowerPriority } from '#server/jobs/priority.ts'
import { boundWasmMemory } from '#server/jobs/wasm-memory.ts'

/** `ownTaxIds`: of those who may be billed, so that the other tax id in a text is the issuer's. */
export type ReadingJob = { readonly bytes: Uint8Array; readonly ownTaxIds: readonly string[] }
type Task = ReadingJob & { readonly memory: number }

lowerPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
const { memory, ...job }: Task = workerData
const wasm = boundWasmMemory(memory)
parentPort?.postMessage(await outcome(job))

async function outcome(some: ReadingJob): Promise<ReceivedInvoice | Refusal<UnreadableKind>> {
  try {
    return await read(some)
  } catch (error) {
    if (error instanceof Unreadable)
      return wasm.isExceeded() ? refuse('too_much_memory') : refuse(error.kind, error.facts)
    throw error
  }
}

async function read({ bytes, ownTaxIds }: ReadingJob): Promise<ReceivedInvoice> {
  const kind = fileKind(bytes)
  if (kind === 'xml') return readXmlInvoice(bytes)
  if (kind === 'pdf') return await readPdf(bytes, ownTaxIds)
  if (kind === 'picture' || kind === 'photo') return await readPicture(bytes, kind)
  throw new Unreadable(kind === 'archive' ? 'archive' : 'unknown_kind')
}
