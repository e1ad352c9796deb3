/** A table that leaves the house, whatever it is written as: rows come by batches and are never all in memory. */
export type Cell =
  | { readonly text: string }
  /** Exact, with a point: `1234.56`. */
  | { readonly number: string }
  /** yyyy-mm-dd */
  | { readonly day: string }

export type Row = readonly Cell[]

export type Sheet = {
  readonly title: string
  /** `width` in characters. */
  readonly columns: readonly { readonly header: string; readonly width: number }[]
  readonly batches: AsyncIterable<readonly Row[]>
}
