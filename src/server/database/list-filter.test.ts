import { expect, test } from 'vitest'
import { defineList } from '#kernel/list.ts'
import { filteredBy } from '#server/database/list-filter.ts'
import { part, sql } from '#server/database/sql.ts'

const list = defineList({
  filters: {
    q: { kind: 'words' },
    status: { kind: 'choice', of: ['pending', 'paid'] },
  },
  sorts: ['-date'],
  keys: { date: 'id' },
  isId: text => text !== '',
  columns: {},
  tables: {},
  savedAs: [],
})

const queryOf = (asked: { q?: string; status?: 'pending' | 'paid' }) =>
  sql`select from a where true ${filteredBy(list, asked, {
    q: typed => part`name like ${typed}`,
    status: status => part`status = ${status}`,
  })}`

test('each filter that is set adds its predicate with its value as a parameter, in the order of the list', () => {
  const { text, values } = queryOf({ status: 'paid', q: ' año ' })
  expect(text.replace(/\s+/g, ' ')).toBe('select from a where true and name like $1 and status = $2')
  expect(values).toEqual(['año', 'paid'])
})

test('what is not set, empty or blank adds nothing', () => {
  for (const asked of [{}, { q: '' }, { q: '   ' }])
    expect(queryOf(asked).text.trim()).toBe('select from a where true')
})

test('a filter that the list does not have is never part of the query', () => {
  const asked = { status: 'paid', toString: 'x', other: 'y' } as const
  expect(queryOf(asked).values).toEqual(['paid'])
})

test('a filter without a predicate does not compile', () => {
  // @ts-expect-error: the list is filtered by `status` too
  expect(sql`${filteredBy(list, { status: 'paid' }, { q: typed => part`${typed}` })}`.text).toBe('')
})
