import type { RowCounts } from '#server/http/platform-export.ts'

/** Counts of a list whose every row is about one company. */
export function toRowCounts(companies: RowCounts['companies']): RowCounts {
  return { rows: companies.reduce((sum, { rows }) => sum + rows, 0), companies }
}
