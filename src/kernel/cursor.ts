/** Cursors of paged lists: the end of a page, written for a URL. */
import { base64urlFrom } from '#kernel/base64url.ts'
import { dayFrom } from '#kernel/day.ts'
import { type KeyKind, type Ordering, sortKeyKind } from '#kernel/ordering.ts'

/** The end of a page: the sort key of its last row, as it was when the page was read, and the row's id. */
export type Cursor = { readonly key: string; readonly id: string }

/** Reads a cursor. Null when `written` is not a cursor of this ordering and sort. */
export function readCursor<Sort extends string>(
  ordering: Ordering<Sort>,
  sort: Sort,
  written: string,
): Cursor | null {
  const [id = '', coded, ...rest] = written.split('~')
  if (rest.length > 0 || !ordering.isId(id)) return null
  const kind = sortKeyKind(ordering, sort)
  if (kind === 'id') return coded === undefined ? { key: '', id } : null
  const text = coded === undefined ? null : decodeText(coded)
  if (!text?.startsWith(`${sort} `)) return null
  const key = text.slice(sort.length + 1)
  return isKey[kind](key) ? { key, id } : null
}

/** Writes a cursor. It carries its sort, because a key of one sort marks no position in another. */
export function writeCursor<Sort extends string>(
  ordering: Ordering<Sort>,
  sort: Sort,
  { key, id }: Cursor,
): string {
  return sortKeyKind(ordering, sort) === 'id' ? id : `${id}~${encodeText(`${sort} ${key}`)}`
}

const isKey: { readonly [kind in Exclude<KeyKind, 'id'>]: (key: string) => boolean } = {
  text: key => !key.includes('\0'),
  amount: key => /^[0-9]{1,18}$/.test(key),
  day: key => dayFrom(key) !== null,
  // Microseconds since 1970: the precision of an instant in the database.
  instant: key => /^[0-9]{1,16}$/.test(key),
}

const encodeText = (text: string): string => base64urlFrom(new TextEncoder().encode(text))

function decodeText(code: string): string | null {
  if (!/^[A-Za-z0-9_-]+$/.test(code)) return null
  try {
    const bytes = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, letter => letter.charCodeAt(0)),
    )
  } catch {
    return null
  }
}
