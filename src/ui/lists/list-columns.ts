/** The table of a list: its columns from the list, and a cell for each, or it does not compile. */
import type { ReactNode } from 'react'
import { type AnyList, columnsIn, type ShownColumn } from '#kernel/list.ts'
import type { Column } from '#ui/lists/table.tsx'

type Cell<Row> =
  | ((row: Row) => ReactNode)
  | { className: string; isLine?: boolean; cell: (row: Row) => ReactNode }

/** Content of each column that a table of the list shows. */
export type ListCells<List extends AnyList, Row> = { readonly [name in ShownColumn<List>]: Cell<Row> }

/**
 * Columns of one of the list's tables, or those of it that are chosen. Memoise them: rows are rendered anew when they
 * change.
 */
export function listColumns<List extends AnyList, Row>(
  list: List,
  table: keyof List['tables'] & string,
  cells: ListCells<List, Row>,
  chosen?: string,
): readonly Column<Row>[]
export function listColumns<Row>(
  list: AnyList,
  table: string,
  cells: { readonly [name: string]: Cell<Row> },
  chosen?: string,
): readonly Column<Row>[] {
  return columnsIn(list, table, chosen).flatMap(id => {
    const [column, cell] = [list.columns[id], cells[id]]
    if (column === undefined || cell === undefined) return []
    const { header, align, sort } = column
    return {
      id,
      header,
      ...(align && { align }),
      ...(sort !== undefined && { sort }),
      ...(typeof cell === 'function' ? { cell } : cell),
    }
  })
}
