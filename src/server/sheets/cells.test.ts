import { expect, test } from 'vitest'
import { percentCell } from '#server/sheets/cells.ts'

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [90, '0.90'],
  [5159, '51.59'],
  [10_000, '100.00'],
  [1_234_567_890, '12345678.90'],
])('%i hundredths of a percent are told to the last one', (basisPoints, number) => {
  expect(percentCell(basisPoints)).toEqual({ number })
})
