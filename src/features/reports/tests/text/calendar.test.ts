import { expect, test } from 'vitest'
import {
  daysText,
  hasSeveralDays,
  hiddenText,
  periodFromText,
  periodOptions,
  placeLabel,
  shownFromText,
  shownQuery,
  shownTitle,
  textFromShown,
} from '#features/reports/text/calendar.ts'
import { listDuePayments } from '#features/reports/wire/calendar.ts'
import { type Day, dayFrom } from '#kernel/day.ts'

const knownDay = (text: string): Day => {
  const day = dayFrom(text)
  if (day === null) throw new Error(text)
  return day
}
const span = { from: '2026-11-23', until: '2026-12-20' }

test.each([
  ['before', { dueTo: '2026-11-22' }, 'Vencimientos antes del 23/11/2026'],
  ['after', { dueFrom: '2026-12-21' }, 'Vencimientos después del 20/12/2026'],
  ['undated', { undated: 'true' }, 'Pagos sin vencimiento'],
  [
    '2026-11-25',
    { dueFrom: '2026-11-25', dueTo: '2026-11-25' },
    'Vencimientos del miércoles, 25 de noviembre',
  ],
  ['week-2026-11-30', { dueFrom: '2026-11-30', dueTo: '2026-12-06' }, 'Vencimientos del 30 nov – 6 dic'],
])(
  'an address with %s lists the payments of that part, and is what the part is written as',
  (text, query, title) => {
    const shown = shownFromText(text)
    expect(shown).not.toBeNull()
    if (shown === null) return
    expect(textFromShown(shown)).toBe(text)
    expect(shownQuery(shown, span)).toEqual(query)
    expect(shownTitle(shown, span)).toBe(title)
  },
)

test.each([undefined, '', 'ayer', '2026-02-30', 'week-', 'week-x', 'undated '])(
  'an address with %j names no part',
  text => {
    expect(shownFromText(text)).toBeNull()
  },
)

test('days are told to the hundredth, and none where nothing was paid', () => {
  expect([daysText(null), daysText(0), daysText(100), daysText(3250), daysText(3333)]).toEqual([
    '–',
    '0 días',
    '1 día',
    '32,5 días',
    '33,33 días',
  ])
})

test('the last eight quarters and three years are offered, each with its period', () => {
  const options = periodOptions(knownDay('2026-02-10'))
  expect(options.map(({ value }) => value)).toEqual([
    '2026-1',
    '2025-4',
    '2025-3',
    '2025-2',
    '2025-1',
    '2024-4',
    '2024-3',
    '2024-2',
    '2026',
    '2025',
    '2024',
  ])
  expect(options[1]?.label).toBe('4.º trimestre de 2025')
  expect([periodFromText('2025-4'), periodFromText('2025')]).toEqual([
    { year: 2025, quarter: 4 },
    { year: 2025 },
  ])
})

test('a row of the forecast says which week it is, or that it is none', () => {
  expect(placeLabel({ place: 'week', from: '2026-11-30' })).toBe('30 nov – 6 dic')
  expect(placeLabel({ place: 'undated', from: null })).toBe('Sin vencimiento')
})

test('payments that the list leaves out are counted where the server counts them', () => {
  const { more } = listDuePayments.response.parse({ items: [], hasMore: true })
  expect([hiddenText(more), hiddenText(1), hiddenText(12_000)]).toEqual([
    'Aquí no se ven todos los pagos.',
    'Aquí no se ve 1 pago más.',
    'Aquí no se ven 12.000 pagos más.',
  ])
})

test('a day is advised where the list is of several', () => {
  const some = (['2026-11-24', 'week-2026-11-23', 'before', 'undated'] as const).map(text => {
    const shown = shownFromText(text)
    return shown && hasSeveralDays(shownQuery(shown, span))
  })
  expect(some).toEqual([false, true, true, false])
})
