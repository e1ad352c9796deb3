/** How much of a list there is, and how much of it tells of each company. */
export type Extent = {
  readonly rows: number
  readonly companies: readonly { readonly companyId: string; readonly rows: number }[]
}

/** Of lists whose every row tells of one company. */
export function extentOf(companies: Extent['companies']): Extent {
  return { rows: companies.reduce((sum, { rows }) => sum + rows, 0), companies }
}
