import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { importColumns } from '#features/imports/rules/columns.ts'
import type { RowState } from '#features/imports/rules.ts'
import { importRowsQuery } from '#features/imports/web/queries.ts'
import { tellsNotes } from '#features/imports/web/text.ts'
import type { ImportRowWire, ImportWire } from '#features/imports/wire.ts'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

type Marks = { readonly has: (place: number) => boolean; readonly toggle: (place: number) => void }

type RowsPanelProps = {
  found: ImportWire
  state: RowState
  label: string
  /** Marks of chosen rows; absent where none are chosen. */
  marks?: Marks
}

/** Rows of one state: their number in the file, their cells, and what is wrong with them. */
export function RowsPanel({ found, state, label, marks }: RowsPanelProps) {
  const query = useInfiniteQuery(importRowsQuery(found, state))
  const columns = useMemo(() => rowColumns(found, marks), [found, marks])
  return (
    <Loaded query={query} skeleton={<SkeletonRows count={5} label="Cargando las filas" />}>
      {data => (
        <>
          <Table
            label={label}
            columns={columns}
            rows={loadedItems(data)}
            rowKey={({ place }) => String(place)}
            card={row => <RowCard found={found} row={row} marks={marks} />}
            isStale={query.isPlaceholderData}
            empty={<p className="px-5 py-8 text-center text-ink-soft">Ninguna fila.</p>}
          />
          <LoadMore query={query} />
        </>
      )}
    </Loaded>
  )
}

/**
 * Fields that have a column, in the order of the kind, as many as are shown. Where there is room for one alone, the name of a
 * person is whole.
 */
function shownFields(found: ImportWire, marks: Marks | undefined) {
  const { kind, columns } = found
  const most = marks ? maxShown(found) : 1
  const fields = importColumns[kind].flatMap(({ field, heading }) => {
    const place = columns[field]
    return place === undefined ? [] : [{ field, heading, places: [place] }]
  })
  const family = columns.lastName
  return fields.slice(0, most).map(shown => ({
    ...shown,
    places:
      most === 1 && shown.field === 'name' && family !== undefined ? [...shown.places, family] : shown.places,
  }))
}

const textAt = (cells: readonly string[], places: readonly number[]): string =>
  places
    .map(place => cells[place] ?? '')
    .filter(text => text !== '')
    .join(' ')

const headingByField = ({ kind }: ImportWire) =>
  new Map(importColumns[kind].map(({ field, heading }) => [field, heading]))

/** Most fields in a table; the others are in the file. A sentence says more than they do, beside the first. */
const maxShown = ({ kind }: ImportWire) => (tellsNotes(kind) ? 1 : 4)

function rowColumns(found: ImportWire, marks: Marks | undefined): Column<ImportRowWire>[] {
  const mark: Column<ImportRowWire> = {
    id: 'mark',
    header: 'Elegir',
    cell: row => <Mark row={row} marks={marks} />,
    className: 'w-16',
  }
  const faults: Column<ImportRowWire> = {
    id: 'faults',
    header: 'Por qué no',
    cell: row => <Faults found={found} row={row} />,
  }
  const note: Column<ImportRowWire> = {
    id: 'note',
    header: 'Qué se crea',
    cell: row => <span className="wrap-anywhere whitespace-normal">{row.note}</span>,
  }
  // A fault says the cell that it is about; there is room for one more.
  const fields = shownFields(found, marks)
  return [
    ...(marks ? [mark] : []),
    { id: 'place', header: 'Fila', cell: ({ place }) => place, align: 'end', className: 'w-14' },
    ...fields.map(({ field, heading, places }) => ({
      id: field,
      header: heading,
      cell: ({ cells }: ImportRowWire) => (
        <span className="wrap-anywhere line-clamp-2 whitespace-normal">{textAt(cells, places) || '—'}</span>
      ),
    })),
    ...(marks ? [] : [faults]),
    ...(marks && tellsNotes(found.kind) ? [note] : []),
  ]
}

function Mark({ row: { place }, marks }: { row: ImportRowWire; marks: Marks | undefined }) {
  if (!marks) return null
  return (
    <input
      type="checkbox"
      aria-label={`Elegir la fila ${place}`}
      checked={marks.has(place)}
      onChange={() => marks.toggle(place)}
      className="size-4 accent-accent touch:size-5"
    />
  )
}

function Faults({ found, row: { cells, faults, state } }: { found: ImportWire; row: ImportRowWire }) {
  const headings = headingByField(found)
  const cellFor = (field: string) => cells[found.columns[field] ?? -1] ?? ''
  return (
    <ul className="wrap-anywhere grid grid-cols-1 gap-0.5 whitespace-normal">
      {faults.map(({ field, text }) => (
        <li key={`${field} ${text}`}>
          {field !== null && (
            <>
              <span className="font-medium">{headings.get(field) ?? field}</span>
              {cellFor(field) !== '' && (
                <span className="text-ink-soft"> «{cellFor(field).slice(0, 60)}»</span>
              )}
              {': '}
            </>
          )}
          <span className={state === 'existing' ? 'text-ink-soft' : 'text-negative'}>{text}</span>
        </li>
      ))}
    </ul>
  )
}

type RowCardProps = { found: ImportWire; row: ImportRowWire; marks: Marks | undefined }

function RowCard({ found, row, marks }: RowCardProps) {
  const texts = shownFields(found, marks).map(({ places }) => textAt(row.cells, places))
  const [name, ...others] = texts.filter(text => text !== '')
  return (
    <div className="flex items-start gap-3">
      <Mark row={row} marks={marks} />
      <div className="grid min-w-0 grid-cols-1 gap-0.5">
        <p className="wrap-anywhere font-medium">
          {name ?? '—'} <span className="font-normal text-ink-faint text-xs">fila {row.place}</span>
        </p>
        {others.length > 0 && <p className="wrap-anywhere text-ink-soft text-xs">{others.join(' · ')}</p>}
        {row.note && <p className="wrap-anywhere text-ink-soft text-sm">{row.note}</p>}
        <Faults found={found} row={row} />
      </div>
    </div>
  )
}
