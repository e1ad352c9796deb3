/**
 * The file of an export, written to the browser's own disk as it arrives and saved once it is whole: it is never in the
 * page's memory, and a file that breaks off is never saved.
 */
import { type Frame, unframed } from '#kernel/frame.ts'
import { newId } from '#kernel/ids.ts'
import { NetworkProblem, openFile } from '#ui/api.ts'

/** Folder for files on their way; null where the browser has none, or lets nobody write to it. */
export async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  if (!('storage' in navigator) || !('createWritable' in FileSystemFileHandle.prototype)) return null
  try {
    const root = await navigator.storage.getDirectory()
    if (!isSwept) await root.removeEntry(folderName, { recursive: true }).catch(() => {})
    isSwept = true
    return await root.getDirectoryHandle(folderName, { create: true })
  } catch {
    return null
  }
}

const folderName = 'exports'

/** The files of earlier visits are removed once: one of this visit may still be on its way to the person's folder. */
let isSwept = false

/** @throws ApiProblem, NetworkProblem, AbortError */
export async function fetchFile(
  folder: FileSystemDirectoryHandle,
  url: string,
  { signal, onRows }: { signal: AbortSignal; onRows: (rows: number) => void },
): Promise<File> {
  const frames = unframed(chunksFrom(await openFile(`${url}?frames=1`, signal)))
  const handle = await folder.getFileHandle(newId(), { create: true })
  const file = await handle.createWritable()
  try {
    for await (const { rows, bytes } of withNetworkProblem(frames, signal)) {
      await file.write(bytes)
      onRows(rows)
    }
    // Cancelled when all of it had arrived: it is not saved either.
    signal.throwIfAborted()
    await file.close()
  } catch (error) {
    await file.abort()
    await folder.removeEntry(handle.name)
    throw error
  }
  return handle.getFile()
}

async function* chunksFrom(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** The frames, and a file that breaks off told as what it is: the connection or the right to it has ended. */
async function* withNetworkProblem(frames: AsyncIterable<Frame>, signal: AbortSignal): AsyncGenerator<Frame> {
  try {
    yield* frames
  } catch {
    signal.throwIfAborted()
    throw new NetworkProblem('El archivo se ha interrumpido y no se ha guardado. Inténtalo de nuevo.')
  }
}

/** Time for the browser to begin its copy. */
const copyMs = 60_000

/** Has the browser save a file under a name. */
export function save(file: File, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), copyMs)
}
