/** An exported table, independent of its format: rows come in batches and are never all in memory. */
export type Cell =
  | { readonly text: string }
  /** An exact decimal with a point: `1234.56`. */
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
