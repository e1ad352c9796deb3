import { expect, test } from 'vitest'
import { doubtTaxId } from './tax-id.ts'

test.each([
  '12345678Z',
  '00000000T',
  'X1234567L',
  'Y1234567X',
  'Z1234567R',
  'A58818501',
  'B12345674',
  'Q2826000H',
  'P2807900B',
  'G12345674',
])('the tax id %s has its check character, however it is written', id => {
  expect(doubtTaxId(id)).toBeNull()
  expect(doubtTaxId(`es ${id.slice(0, 1).toLowerCase()}-${id.slice(1, 5)}.${id.slice(5)}`)).toBeNull()
})

test.each(['12345678A', 'X1234567T', 'B12345678', 'A58818502', 'Q28260008'])('%s does not', id => {
  expect(doubtTaxId(id)).toBe('wrong')
})

test('with another check character every tax id is wrong', () => {
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXY') expect(doubtTaxId(`12345678${letter}`)).toBe('wrong')
  for (const digit of '012356789') expect(doubtTaxId(`B1234567${digit}`)).toBe('wrong')
})

test.each(['FR40303265045', 'DE136695976', '20-12345678-9', 'B1234', 'IT00743110157'])(
  '%s may be foreign',
  id => {
    expect(doubtTaxId(id)).toBe('foreign')
  },
)

test('of nothing there is no doubt', () => {
  expect(doubtTaxId('  ')).toBeNull()
})
