/** An export from its link to its file. */
import { newId } from '#kernel/ids.ts'
import { download } from '#ui/download.ts'
import { fetchFile, openFolder, save } from '#ui/lists/export-file.ts'
import { endExport, showExport } from '#ui/lists/running-exports.tsx'

/** Time within which most exports are done, and nothing need be shown. */
const quickMs = 400

export type Exported = { readonly url: string; readonly rows: number }

/**
 * Fetches and saves the file; false when the person cancelled it. Where the browser lets no page write a file, the browser
 * itself downloads it and shows how far it is.
 */
export async function runExport({ url, rows: total }: Exported, many: string): Promise<boolean> {
  const folder = await openFolder()
  if (folder === null) {
    download(url)
    return true
  }
  const id = newId()
  const leaving = new AbortController()
  let rows = 0
  let isSlow = false
  const show = () => showExport({ id, many, rows, total, cancel: () => leaving.abort() })
  const showing = setTimeout(() => {
    isSlow = true
    show()
  }, quickMs)
  const onRows = (read: number) => {
    rows = read
    if (isSlow) show()
  }
  try {
    save(await fetchFile(folder, url, { signal: leaving.signal, onRows }), nameIn(url))
    return true
  } catch (error) {
    if (leaving.signal.aborted) return false
    throw error
  } finally {
    clearTimeout(showing)
    endExport(id)
  }
}

const nameIn = (url: string): string => decodeURIComponent(url.split('/').at(-1) ?? '')
