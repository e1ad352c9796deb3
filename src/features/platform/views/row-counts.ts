/** Numbers of rows of an exported list: in total, and about each company, in whose journal the export is recorded. */
export type RowCounts = {
  readonly rows: number
  readonly companies: readonly { readonly companyId: string; readonly rows: number }[]
}

/** Counts of a list whose every row is about one company. */
export function toRowCounts(companies: RowCounts['companies']): RowCounts {
  return { rows: companies.reduce((sum, { rows }) => sum + rows, 0), companies }
}
