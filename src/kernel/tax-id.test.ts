import fc from 'fast-check'
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

const eightDigits = fc.stringMatching(/^\d{8}$/)
const control = fc.constantFrom(...'TRWAGMYFPDXBNJZSQVHLCKE')
const kind = fc.constantFrom(...'ABCDEFGHJKLMNPQRSUVW')

test('of the letters after a number one alone is right, and a digit or two exchanged is noticed', () => {
  fc.assert(
    fc.property(eightDigits, control, fc.nat(7), fc.nat(9), (digits, letter, place, other) => {
      const sound = [...'TRWAGMYFPDXBNJZSQVHLCKE'].filter(each => doubtTaxId(digits + each) === null)
      expect(sound).toHaveLength(1)
      const typo = digits.slice(0, place) + other + digits.slice(place + 1)
      if (typo !== digits) expect(doubtTaxId(typo + sound[0])).toBe('wrong')
      const swapped =
        digits.slice(0, place) +
        digits
          .slice(place, place + 2)
          .split('')
          .toReversed()
          .join('') +
        digits.slice(place + 2)
      if (swapped !== digits) expect(doubtTaxId(swapped + sound[0])).toBe('wrong')
      expect(['wrong', null]).toContain(doubtTaxId(digits + letter))
    }),
  )
})

test('an organisation has one control of its kind, or its letter and its digit alike; one digit changed is noticed', () => {
  fc.assert(
    fc.property(kind, fc.stringMatching(/^\d{7}$/), fc.nat(6), fc.nat(9), (first, digits, place, other) => {
      const sound = [...'JABCDEFGHI0123456789'].filter(each => doubtTaxId(first + digits + each) === null)
      expect(sound.length).toBe('ABEHKLMNPQRSW'.includes(first) ? 1 : 2)
      const typo = digits.slice(0, place) + other + digits.slice(place + 1)
      if (typo !== digits) for (const each of sound) expect(doubtTaxId(first + typo + each)).toBe('wrong')
    }),
  )
})

test('whatever is typed is judged, and the code of another country makes it foreign', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      expect(['wrong', 'foreign', null]).toContain(doubtTaxId(text))
    }),
  )
  fc.assert(
    fc.property(eightDigits, control, fc.constantFrom('CL', 'CY', 'PT'), (digits, letter, country) => {
      expect(doubtTaxId(country + digits + letter)).toBe('foreign')
    }),
  )
})
