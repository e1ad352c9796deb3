/** The file of a list: its columns from the list, and a cell for each, or it does not compile. */
import type { TimeZone } from '#kernel/day.ts'
import type { AnyList, FileColumn } from '#kernel/list.ts'
import type { Cell, Row, Sheet } from '#server/sheets/sheet.ts'

/** Cell of each column of the file; text stands for itself, and null for an empty cell. */
export type FileCells<List extends AnyList, Item> = {
  readonly [name in FileColumn<List>]: (item: Item, zone: TimeZone) => Cell | string | null
}

export type ListSheet<Item> = Pick<Sheet, 'columns'> & {
  readonly row: (item: Item, zone: TimeZone) => Row
}

export function listSheet<List extends AnyList, Item>(
  list: List,
  cells: FileCells<List, Item>,
): ListSheet<Item>
export function listSheet<Item>(
  { columns }: AnyList,
  cells: { readonly [name: string]: (item: Item, zone: TimeZone) => Cell | string | null },
): ListSheet<Item> {
  const inFile = Object.entries(columns).flatMap(([name, { header, file }]) => {
    const cell = cells[name]
    return file && cell ? [{ header: file.header ?? header, width: file.width, cell }] : []
  })
  return {
    columns: inFile.map(({ header, width }) => ({ header, width })),
    row: (item, zone) => inFile.map(({ cell }) => toCell(cell(item, zone))),
  }
}

const toCell = (content: Cell | string | null): Cell =>
  content === null || typeof content === 'string' ? { text: content ?? '' } : content
