/**
 * Pictures of files that a browser may not be able to show: made at the first view and cached in a folder of their own,
 * from which anything may be deleted. The files are untrusted, so drawing is bounded (see `painter.ts`), few pictures
 * are drawn at once, and one at a time of a company, so that no company's files delay another's.
 */
import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { clock } from '#server/clock.ts'
import { BlobFolder, isDiskFull } from '#server/files/blob-folder.ts'
import type { Kept } from '#server/files/blobs.ts'
import { type FileStore, readBytes, type Uploaded } from '#server/files/file-store.ts'
import type { QueueLoad } from '#server/jobs/bounded-queue.ts'
import { CompanyQueues } from '#server/jobs/company-queues.ts'
import { withPatience } from '#server/jobs/patience.ts'
import { AboutWire, type Painted, paint } from '#server/pictures/painter.ts'
import type { Job } from '#server/pictures/worker.ts'
import { ProblemError } from '#server/problems.ts'

export type Pictured = Uploaded & {
  readonly companyId: string
  readonly id: string
  readonly mediaType: string
}

export type Drawing = {
  /** The picture of a file; null when none can be made; `coming` when it takes longer than `patienceMs`: ask again. */
  of(file: Pictured): Promise<Painted | null | 'coming'>
}

export type Pictures = Drawing & Kept & { load(): QueueLoad }

type Options = {
  readonly folder: string
  readonly files: Pick<FileStore, 'read'>
  readonly onFailure: (file: Pictured, why: unknown) => void
  /** True when photos in HEIC are drawn, too: libheif decodes them, whose format has patents. */
  readonly drawsPhotos?: boolean
  /** Maximum wait of a request. */
  readonly patienceMs?: number
  readonly atOnce?: number
  readonly draw?: (job: Job) => Promise<Painted>
}

/** Time after which a file that could not be drawn is tried again: a release may have fixed the engine. */
const failureLastsMs = 24 * 3600 * 1000

export function openPictures({ folder, files, onFailure, drawsPhotos, ...rest }: Options): Pictures {
  const { patienceMs = 3_500, atOnce = os.availableParallelism() > 2 ? 2 : 1, draw = paint } = rest
  const blobs = new BlobFolder(folder)
  const queues = new CompanyQueues(atOnce)
  const underWay = new Map<string, Promise<Painted | null>>()

  const readKept = async ({ companyId, id }: Pictured): Promise<Painted | null | undefined> => {
    const path = blobs.blobPath(companyId, id)
    const kept = await readFile(path).catch(undefinedIfMissing)
    if (kept === undefined) return undefined
    const painted = decodePicture(kept)
    if (painted !== null) return painted
    const { mtimeMs } = await stat(path)
    return clock.now().getTime() - mtimeMs < failureLastsMs ? null : undefined
  }

  const drawAndKeep = async (file: Pictured): Promise<Painted | null> => {
    // Another node, or an earlier request, may have made the picture meanwhile.
    const kept = await readKept(file)
    if (kept !== undefined) return kept
    const bytes = await readBytes(files, file.companyId, file)
    const painted = await draw({ bytes, mediaType: file.mediaType }).catch(why => {
      if (why instanceof ProblemError) throw why
      onFailure(file, why)
      return null
    })
    await blobs
      .place(file.companyId, file.id, path => write(path, painted))
      .catch(error => {
        if (!isDiskFull(error)) throw error
      })
    return painted
  }

  const drawOnce = (file: Pictured): Promise<Painted | null> => {
    const made = underWay.get(file.id) ?? queues.run(file.companyId, () => drawAndKeep(file))
    if (!underWay.has(file.id)) {
      underWay.set(file.id, made)
      const forget = () => underWay.delete(file.id)
      made.then(forget, forget)
    }
    return made
  }

  return {
    load: () => queues.load,
    of: async file => {
      if (file.mediaType === 'image/heic' && !drawsPhotos) return null
      const kept = await readKept(file)
      return kept === undefined ? withPatience(drawOnce(file), patienceMs) : kept
    },
    companies: () => blobs.companies(),
    olderThan: (companyId, instant) => blobs.olderThan(companyId, instant),
    remove: (companyId, id) => blobs.remove(companyId, id),
  }
}

/** Writes a picture with the program's clock as its time, because its age is measured with that clock. */
async function write(path: string, painted: Painted | null): Promise<void> {
  await writeFile(path, encodePicture(painted), { mode: 0o600 })
  const now = clock.now()
  await utimes(path, now, now)
}

/** The cached form of a picture: a line of JSON about it (`null` for none), then the JPEG. */
function encodePicture(painted: Painted | null): Uint8Array {
  if (painted === null) return Buffer.from('null\n')
  const { jpeg, ...about } = painted
  return Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), jpeg])
}

/** Reads the cached form. Undefined for a file that a crash left incomplete. */
function decodePicture(kept: Buffer): Painted | null | undefined {
  const [line = ''] = kept.toString('latin1', 0, 200).split('\n', 1)
  if (line === 'null') return null
  const about = AboutWire.safeParse(parseOrUndefined(line)).data
  return about && { ...about, jpeg: kept.subarray(line.length + 1) }
}

function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
