import { describe, expect, test } from 'vitest'
import { addressTexts } from '#kernel/address.ts'
import { addressNames, cleared, columnsIn, defineList, filterIn, pickFilters } from '#kernel/list.ts'
import { exportBody, filterQuery, listQuery } from '#kernel/list-wire.ts'

const list = defineList({
  filters: {
    projectId: { kind: 'displayId', of: 'PRJ', address: 'project' },
    clientId: { kind: 'uuid', address: null },
    personId: { kind: 'uuid', address: 'person' },
    status: { kind: 'choice', of: ['pending', 'paid'] },
    from: { kind: 'day' },
    atLeast: { kind: 'amount' },
    object: { kind: 'line', max: 5 },
    q: { kind: 'words' },
  },
  sorts: ['-date', 'date', 'name'],
  keys: { date: 'id', name: 'text' },
  isId: text => text !== '',
  columns: { name: { header: 'Nombre', sort: 'name', file: { width: 40 } }, view: { header: 'Ver' } },
  tables: { all: ['name', 'view'] },
  savedAs: ['things'],
})

const person = '01900000-0000-7000-8000-000000000000'

describe('the address of a list', () => {
  test('has its filters, by their names there, and its sort', () => {
    expect(addressNames(list)).toEqual([
      'project',
      'person',
      'status',
      'from',
      'atLeast',
      'object',
      'q',
      'sort',
    ])
    expect(addressNames({ ...list, sorts: ['-date'] })).not.toContain('sort')
    expect(addressNames({ ...list, choices: { all: ['name', 'view'] } })).toContain('columns')
  })

  test('is read by the names of the wire', () => {
    const address = {
      project: 'PRJ-001',
      person,
      status: 'paid',
      from: '2026-01-31',
      atLeast: '1250.5',
      object: ' DOC-001 ',
      q: ' obra ',
      sort: 'name',
    }
    expect(filterIn(list, address)).toEqual({
      projectId: 'PRJ-001',
      personId: person,
      status: 'paid',
      from: '2026-01-31',
      atLeast: '1250.5',
      object: 'DOC-0',
      q: ' obra ',
      sort: 'name',
    })
  })

  test('sets nothing by what is no value of the list, nor by a name that it has not', () => {
    const address = {
      project: 'CTR-001',
      projectId: 'PRJ-001',
      clientId: person,
      person: 'ana',
      status: 'PAID',
      from: '2026-02-30',
      atLeast: '1.250,50',
      object: '  ',
      q: '',
      sort: 'cheapest',
      page: '2',
      toString: 'x',
    }
    expect(filterIn(list, address)).toEqual({})
    expect(filterIn(list, { q: ['a'], status: null, project: { a: 1 } })).toEqual({})
  })

  test('finds a number or a truth value that a router made of a text', () => {
    expect(filterIn(list, { q: 12, object: 7 })).toEqual({ q: '12', object: '7' })
    expect(addressTexts({ q: 12, status: true, doc: 'DOC-001', no: null, many: ['a'], empty: '' })).toEqual({
      q: '12',
      status: 'true',
      doc: 'DOC-001',
    })
  })

  test('does not say the usual order', () => {
    expect(filterIn(list, { sort: '-date' })).toEqual({})
  })

  test('is cleared of every filter, and keeps its sort', () => {
    expect(Object.keys(cleared(list))).toEqual([
      'project',
      'person',
      'status',
      'from',
      'atLeast',
      'object',
      'q',
    ])
  })
})

describe('the wire of a list', () => {
  test('takes each filter in its own form and no other', () => {
    const query = listQuery(list)
    expect(query.parse({ status: 'paid', personId: person.toUpperCase(), object: ' a ' })).toEqual({
      status: 'paid',
      personId: person,
      object: 'a',
      sort: '-date',
      limit: 50,
    })
    for (const wrong of [
      { projectId: 'DOC-001' },
      { clientId: 'x' },
      { status: 'done' },
      { from: '2026-02-30' },
      { atLeast: '-1' },
      { atLeast: '1e3' },
      { atLeast: '1250,50' },
      { object: 'DOC-001' },
      { q: 'a'.repeat(101) },
      { sort: '-name' },
      { limit: 201 },
    ])
      expect(query.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })

  test('of an export has the filters, the sort and the format', () => {
    expect(exportBody(list).parse({ format: 'csv', q: 'a' })).toEqual({
      format: 'csv',
      q: 'a',
      sort: '-date',
    })
    expect(exportBody(list).safeParse({ q: 'a' }).success).toBe(false)
  })

  test('has no sort to ask for where there is one order', () => {
    const single = { ...list, sorts: ['-date'] } as const
    expect(Object.keys(listQuery(single).shape)).not.toContain('sort')
    expect(Object.keys(exportBody(single).shape)).not.toContain('sort')
  })

  test('of a count has the filters that it names', () => {
    expect(Object.keys(filterQuery(list, ['status', 'projectId']).shape)).toEqual(['projectId', 'status'])
  })
})

test('some of the filters are taken by name', () => {
  expect(pickFilters({ q: 'a', status: 'paid' }, ['q'])).toEqual({ q: 'a' })
})

test('a table or a column that does not fit the list does not compile', () => {
  // @ts-expect-error: the list has no such column
  defineList({ ...list, tables: { all: ['nmae'] } })
  // @ts-expect-error: the list has no such sort
  defineList({ ...list, columns: { name: { header: 'A', sort: 'nmae' } }, tables: {} })
  // @ts-expect-error: the sort by name has no key
  defineList({ ...list, keys: { date: 'id' } })
  expect(Object.keys(list.tables)).toEqual(['all'])
})

test('a table shows the columns that are chosen and those it always has, in its order, and its own for no such choice', () => {
  const many = defineList({
    ...list,
    columns: {
      id: { header: 'ID' },
      name: { header: 'Nombre' },
      day: { header: 'Día' },
      view: { header: 'Ver' },
    },
    tables: { all: ['id', 'name', 'view'], fixed: ['name'] },
    choices: { all: ['id', 'name', 'day', 'view'] },
    always: ['name', 'view'],
  })
  expect(columnsIn(many, 'all', undefined)).toEqual(['id', 'name', 'view'])
  expect(columnsIn(many, 'all', 'day.id')).toEqual(['id', 'name', 'day', 'view'])
  expect(columnsIn(many, 'all', 'name')).toEqual(['name', 'view'])
  for (const none of ['', 'iban', 'day,id', 'constructor.toString'])
    expect(columnsIn(many, 'all', none), none).toEqual(['id', 'name', 'view'])
  expect(columnsIn(many, 'fixed', 'day')).toEqual(['name'])
})
