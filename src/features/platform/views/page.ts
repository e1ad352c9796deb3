/** Lists of the platform go on where the last page ended. */
export const pageSize = 50

export type Page<Row> = { items: Row[]; next: string | null }

/** One row more than is shown tells whether there is another page. */
export function pageOf<Row extends { readonly id: string }>(rows: Row[]): Page<Row> {
  const items = rows.slice(0, pageSize)
  return { items, next: rows.length > pageSize ? (items.at(-1)?.id ?? null) : null }
}
