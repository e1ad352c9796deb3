import type { Seal } from '#server/auth/seal.ts'

export type SealedRow = { readonly id: string; readonly sealed: string }

/** Sealed rows of one table. */
export type SealedRows = {
  /** The next rows after an id, in its order; the first ones for null. None at the end. */
  page(after: string | null): Promise<readonly SealedRow[]>
  /** Replaces a row's seal, unless the row has changed. */
  replace(row: SealedRow, sealed: string): Promise<void>
}

/** Numbers of rows that were sealed anew, and of those that no key opens. */
export type Resealed = { readonly changed: number; readonly unreadable: number }

/** Seals anew, with the first key, what another key of the secret sealed. */
export async function resealRows(seal: Seal, rows: SealedRows): Promise<Resealed> {
  let changed = 0
  let unreadable = 0
  for (let page = await rows.page(null); page.length > 0; page = await rows.page(page.at(-1)?.id ?? null)) {
    for (const row of page) {
      const sealed = seal.reseal(row.sealed)
      if (sealed !== null) await rows.replace(row, sealed)
      if (sealed !== null) changed += 1
      else if (seal.unseal(row.sealed) === null) unreadable += 1
    }
  }
  return { changed, unreadable }
}
