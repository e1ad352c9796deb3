/** Extent of an exported list: its rows, and the rows about each company. */
export type Extent = {
  readonly rows: number
  readonly companies: readonly { readonly companyId: string; readonly rows: number }[]
}

/** Extent of a list whose every row is about one company. */
export function extentOf(companies: Extent['companies']): Extent {
  return { rows: companies.reduce((sum, { rows }) => sum + rows, 0), companies }
}
