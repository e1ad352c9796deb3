/**
 * Where a page of orders ends: `DOC-012`, and in a list that is not sorted by date what it is sorted by besides,
 * so that the next page begins there even when that order has changed meanwhile.
 */
export type Place = { readonly number: number; readonly key: string }

/** Null when it is no place in a list of this order. */
export function placeOf(sort: string, written: string): Place | null {
  const parts = /^DOC-([0-9]{3,9})(?:~([A-Za-z0-9_-]+))?$/.exec(written)
  if (!parts) return null
  const key = parts[2] === undefined ? null : textOf(parts[2])
  const number = Number(parts[1])
  if (sort.endsWith('date')) return key === null ? { number, key: '' } : null
  if (key === null || key.includes('\0')) return null
  return !sort.endsWith('amount') || /^[0-9]{1,18}$/.test(key) ? { number, key } : null
}

export function placeAfter(sort: string, { id, key }: { id: string; key: string }): string {
  return sort.endsWith('date') ? id : `${id}~${written(key)}`
}

/** Base64 for addresses, of UTF-8: what browsers and the server both have. */
function written(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function textOf(base64: string): string | null {
  try {
    const bytes = atob(base64.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, letter => letter.charCodeAt(0)),
    )
  } catch {
    return null
  }
}
