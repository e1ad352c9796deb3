// Texts of the form of filters: amounts, periods, and what is no value.
import { expect, test } from 'vitest'
import { periods } from '#features/documents/rules/periods.ts'
import { amountFromTyped, typedFromAmount } from '#features/documents/rules/typed-amount.ts'
import { problemsIn, type TypedFilters } from '#features/documents/rules/typed-filters.ts'
import { dayFrom } from '#kernel/day.ts'

test.each([
  ['1.250,50', '1250.5', '1.250,50'],
  ['45000', '45000', '45.000'],
  ['0,01', '0.01', '0,01'],
  ['9.999.999.999.999,99', '9999999999999.99', '9.999.999.999.999,99'],
])('%s is kept as %s and shown as %s', (typed, plain, shown) => {
  expect(amountFromTyped(typed)).toBe(plain)
  expect(typedFromAmount(plain)).toBe(shown)
})

test.each(['', '0', '-5', '1,234.56', '1e3', 'mucho', '99999999999999'])('%j is no amount', text => {
  expect(amountFromTyped(text)).toBeNull()
})

test.each([
  [
    '2026-11-22',
    [
      ['2026-11-01', '2026-11-30'],
      ['2026-10-01', '2026-10-31'],
      ['2026-10-01', '2026-12-31'],
    ],
  ],
  [
    '2024-02-29',
    [
      ['2024-02-01', '2024-02-29'],
      ['2024-01-01', '2024-01-31'],
      ['2024-01-01', '2024-03-31'],
    ],
  ],
  [
    '2027-01-01',
    [
      ['2027-01-01', '2027-01-31'],
      ['2026-12-01', '2026-12-31'],
      ['2027-01-01', '2027-03-31'],
    ],
  ],
])('on %s the month, the last one and the quarter begin and end', (text, expected) => {
  const today = dayFrom(text)
  if (today === null) throw new Error('no day')
  const ranges = periods.map(({ days }) => days(today)).map(({ from, to }) => [from, to])
  expect(ranges).toEqual([...expected, [`${text.slice(0, 4)}-01-01`, `${text.slice(0, 4)}-12-31`]])
})

const empty: TypedFilters = {
  amountFrom: '',
  amountTo: '',
  createdFrom: '',
  createdTo: '',
  approvedFrom: '',
  approvedTo: '',
  invoicedFrom: '',
  invoicedTo: '',
  dueFrom: '',
  dueTo: '',
  executedFrom: '',
  executedTo: '',
}

test('a field that holds no value says why, and a range that ends before it begins', () => {
  expect(problemsIn(empty)).toEqual({})
  expect(problemsIn({ ...empty, createdFrom: '2026-11-01', createdTo: '2026-11-01', amountTo: '5' })).toEqual(
    {},
  )
  const wrong = { ...empty, amountFrom: 'mucho', createdFrom: '31/02/2026' }
  expect(Object.keys(problemsIn(wrong)).toSorted()).toEqual(['amountFrom', 'createdFrom'])
  expect(problemsIn({ ...empty, executedFrom: '2026-11-02', executedTo: '2026-11-01' })).toEqual({
    executedTo: 'Es anterior al primer día',
  })
})
