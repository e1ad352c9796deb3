import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { memo, type ReactNode, use } from 'react'
import { classes, staleWhenBusy } from '#ui/classes.ts'
import { afterPaint } from '#ui/hooks/after-paint.ts'
import { useIsPhone } from '#ui/hooks/use-media.ts'
import { HasMoreContext } from '#ui/lists/has-more-context.ts'
import { RowBlocks } from '#ui/lists/row-blocks.tsx'

export type Column<Row> = {
  id: string
  header: string
  /** Content of a cell. Declared as a method, so that the memoised row need not know its type. */
  cell(row: Row): ReactNode
  /** Alignment: amounts and counts end at one edge. */
  align?: 'end'
  /** Sort key of the column; absent when the table cannot be sorted by it. */
  sort?: string
  /** True for text of any length on one line: it gives way to the other columns, and its title says all of it. */
  isLine?: boolean
  className?: string
}

export type Sort = { by: string; direction: 'ascending' | 'descending' }

type TableProps<Row> = {
  /** Subject of the table, for screen readers. */
  label: string
  /** Stable array between renders: rows are memoised by it. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Two-line card of a row, on a phone. */
  card: (row: Row) => ReactNode
  sort?: Sort
  onSort?: (by: string) => void
  /** Content in place of the rows when there are none. */
  empty?: ReactNode
  /** True while old rows are shown, dimmed, until new ones arrive. */
  isStale?: boolean
}

/** Table of a list; on a phone, a list of cards. */
export function Table<Row>(props: TableProps<Row>) {
  const isPhone = useIsPhone()
  const { label, rows, rowKey, card, empty, isStale } = props
  if (rows.length === 0) return <div className="rounded-xl border bg-surface">{empty}</div>
  if (!isPhone) return <GridTable {...props} />
  return (
    <ul aria-label={label} aria-busy={isStale} className={classes(frameClasses, 'divide-y')}>
      {rows.map(row => (
        <li
          key={rowKey(row)}
          className="relative px-4 py-3 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]"
        >
          {card(row)}
        </li>
      ))}
    </ul>
  )
}

const frameClasses = classes('rounded-xl border bg-surface', staleWhenBusy)

function GridTable<Row>({ label, columns, rows, rowKey, sort, onSort, isStale }: TableProps<Row>) {
  const hasMore = use(HasMoreContext)
  return (
    <section
      aria-label={label}
      aria-busy={isStale}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={classes(frameClasses, 'overflow-x-auto')}
    >
      <table className="w-full border-collapse text-left" aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <thead>
          <tr aria-rowindex={1} className="border-b text-ink-faint text-xs">
            {columns.map(column => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <RowBlocks rows={rows} columnCount={columns.length}>
          {(row, place) => <Row key={rowKey(row)} row={row} index={place + 2} columns={columns} />}
        </RowBlocks>
      </table>
    </section>
  )
}

const cellClasses = 'px-2 py-2 first:pl-4 last:pr-4 min-[87.5rem]:px-2.5'

type HeaderCellProps<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((by: string) => void) | undefined
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const by = onSort && column.sort
  const direction = by !== undefined && sort?.by === by ? sort.direction : undefined
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ArrowUpDown
  const end = column.align === 'end'
  return (
    <th
      scope="col"
      aria-sort={by === undefined ? undefined : (direction ?? 'none')}
      className={classes(
        'h-10 whitespace-nowrap font-medium',
        cellClasses,
        end && 'text-right',
        column.className,
      )}
    >
      {by === undefined ? (
        column.header
      ) : (
        <button
          type="button"
          onClick={() => afterPaint(() => onSort?.(by))}
          className={classes(
            'inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink active:text-accent',
            direction && 'text-ink',
          )}
        >
          {column.header}
          <Icon aria-hidden="true" className={classes('size-3.5', !direction && 'opacity-50')} />
        </button>
      )}
    </th>
  )
}

type RowProps = { row: unknown; index: number; columns: readonly Column<unknown>[] }

const Row = memo(({ row, index, columns }: RowProps) => {
  return (
    <tr
      aria-rowindex={index}
      className="relative transition-colors hover:bg-hover data-peeked:bg-accent-soft"
    >
      {columns.map(({ id, cell, align, isLine, className }) => (
        <td
          key={id}
          className={classes(cellClasses, align === 'end' && 'text-right', isLine && 'max-w-0', className)}
        >
          {isLine ? <Line>{cell(row)}</Line> : cell(row)}
        </td>
      ))}
    </tr>
  )
})

function Line({ children }: { children: ReactNode }) {
  return (
    <div className="min-w-15 truncate" title={typeof children === 'string' ? children : undefined}>
      {children}
    </div>
  )
}
