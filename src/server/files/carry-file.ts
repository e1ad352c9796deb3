/** One file carried from one store to another, and read back there. */
import { createWriteStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type Blobs, BlobsAway } from '#server/files/blobs.ts'
import { isAsUploaded, type Uploaded } from '#server/files/file-store.ts'

export type Carried = Uploaded & { readonly id: string }
type Way = { readonly from: Blobs; readonly to: Blobs }

/** `there`: it was there already, whole; `lost`: neither store has it as it was uploaded. */
export async function carryFile(
  companyId: string,
  file: Carried,
  { from, to }: Way,
): Promise<'there' | 'copied' | 'lost'> {
  if (await isWhole(to, companyId, file)) return 'there'
  const isCopied = await withWhole(from, companyId, file, source =>
    to.place(companyId, file.id, async path => {
      const copy = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(source.createReadStream({ start: 0, autoClose: false }), copy)
      return true
    }),
  )
  if (!isCopied) return 'lost'
  if (!(await isWhole(to, companyId, file)))
    throw new BlobsAway(`the file ${file.id} was written and is not there as it was uploaded`)
  return 'copied'
}

const isWhole = (blobs: Blobs, companyId: string, file: Carried): Promise<boolean> =>
  withWhole(blobs, companyId, file, async () => true)

/** Uses a file that is there as it was uploaded; false for any other. */
async function withWhole(
  blobs: Blobs,
  companyId: string,
  file: Carried,
  use: (opened: FileHandle) => Promise<boolean>,
): Promise<boolean> {
  const opened = await blobs.open(companyId, file.id, file.size)
  if (!opened) return false
  try {
    return (await isAsUploaded(opened, file)) && (await use(opened))
  } finally {
    await opened.close()
  }
}
