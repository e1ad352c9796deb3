import { expect, test } from 'vitest'
import { defineList } from '#kernel/list.ts'
import { countCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'

const list = defineList({
  filters: {},
  sorts: ['-date'],
  keys: { date: 'id' },
  isId: text => text !== '',
  columns: {
    at: { header: 'Fecha', file: { width: 18, header: 'Fecha y hora' } },
    view: { header: 'Ver' },
    total: { header: 'Total', file: { width: 10 } },
  },
  tables: { all: ['view', 'at'] },
  savedAs: [],
})
type Item = { readonly at: string | null; readonly total: number }

test('a file has the columns that the list puts into it, in the list’s order, whatever tables show', () => {
  const { columns, row } = listSheet<typeof list, Item>(list, {
    total: ({ total }) => countCell(total),
    at: ({ at }, zone) => at && `${at} ${zone}`,
  })
  expect(columns).toEqual([
    { header: 'Fecha y hora', width: 18 },
    { header: 'Total', width: 10 },
  ])
  expect(row({ at: 'hoy', total: 3 }, 'UTC')).toEqual([{ text: 'hoy UTC' }, { number: '3' }])
  expect(row({ at: null, total: 0 }, 'UTC')).toEqual([{ text: '' }, { number: '0' }])
})

test('a column of the file without a cell does not compile, nor a cell without a column', () => {
  const at = () => ''
  const total = () => ''
  // @ts-expect-error: the file has a column `total`
  expect(listSheet<typeof list, Item>(list, { at }).columns).toHaveLength(1)
  // @ts-expect-error: `view` is not in the file
  expect(listSheet<typeof list, Item>(list, { at, total, view: at }).columns).toHaveLength(2)
})
