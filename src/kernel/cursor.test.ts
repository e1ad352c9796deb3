import { expect, test } from 'vitest'
import { z } from 'zod'
import { readCursor, writeCursor } from '#kernel/cursor.ts'
import { pageFields } from '#kernel/ordering.ts'

const ordering = {
  sorts: ['name', '-name', '-amount', 'amount', 'ends', 'date', 'own'],
  keys: { name: 'text', amount: 'amount', ends: 'day', date: 'instant', own: 'id' },
  isId: (text: string) => /^X-[0-9]{3}$/.test(text),
} as const
const query = z.object({ ...pageFields(ordering) })

type Sort = (typeof ordering.sorts)[number]
const keys: readonly { sort: Sort; key: string }[] = [
  { sort: 'name', key: 'ñandú ~ “x” 🔑' },
  { sort: '-name', key: '' },
  { sort: 'amount', key: '123456789012345678' },
  { sort: '-amount', key: '0' },
  { sort: 'ends', key: '2026-12-31' },
  { sort: 'date', key: '1795305600123456' },
]

test('what a page ends with is where the next one begins', () => {
  for (const { sort, key } of keys)
    expect(readCursor(ordering, sort, writeCursor(ordering, sort, { key, id: 'X-012' }))).toEqual({
      key,
      id: 'X-012',
    })
  expect(writeCursor(ordering, 'own', { key: '', id: 'X-012' })).toBe('X-012')
  expect(readCursor(ordering, 'own', 'X-012')).toEqual({ key: '', id: 'X-012' })
})

test('a cursor goes through an address as it is', () => {
  for (const { sort, key } of keys) {
    const written = writeCursor(ordering, sort, { key, id: 'X-012' })
    expect(encodeURIComponent(written)).toBe(written)
  }
})

test('a cursor of another order, even the other way round, is none in this', () => {
  for (const { sort, key } of keys) {
    const written = writeCursor(ordering, sort, { key, id: 'X-012' })
    for (const other of ordering.sorts.filter(each => each !== sort))
      expect(readCursor(ordering, other, written), `${sort} in ${other}`).toBeNull()
  }
})

test('what is absurd is no cursor', () => {
  const inOrder = (sort: Sort, text: string) =>
    `X-012~${Buffer.from(`${sort} ${text}`).toString('base64url')}`
  const absurd: readonly [Sort, string][] = [
    ...(
      ['', '~', 'X-012', 'X-012~', 'X-012~_w', 'X-012~AA~AA', 'Y-1~bmFtZSA', 'X-012~bm FtZSA'] as const
    ).map((text): [Sort, string] => ['name', text]),
    ['name', inOrder('name', 'a\0b')],
    ...['', '-1', '1.5', '1e9', '٣', '1234567890123456789', '1 '].map((text): [Sort, string] => [
      'amount',
      inOrder('amount', text),
    ]),
    ...['2026-02-30', '0000-01-01', 'infinity', ''].map((text): [Sort, string] => [
      'ends',
      inOrder('ends', text),
    ]),
    ...['2026-01-01', '-5', '12345678901234567'].map((text): [Sort, string] => [
      'date',
      inOrder('date', text),
    ]),
    ...['X-012~b3duIA', 'X-1'].map((text): [Sort, string] => ['own', text]),
  ]
  for (const [sort, after] of absurd) expect(readCursor(ordering, sort, after), `${sort} ${after}`).toBeNull()
})

test('who says nothing gets the usual order, fifty at a time', () => {
  expect(query.parse({})).toEqual({ sort: 'name', limit: 50 })
  expect(query.safeParse({ sort: 'cheapest' }).success).toBe(false)
  expect(query.safeParse({ limit: 201 }).success).toBe(false)
})
