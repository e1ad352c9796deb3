import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalTaxId, doubtTaxId } from './tax-id.ts'

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

test.each(
  [
    'ATU13585627 BE0403019261 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216',
    'GR094259216 FI20774740 FR40303265045 HR33392005961 HU12892312 IE6433435F IT00743110157 LT119511515 LU15027442',
    'LV40003521600 MT11679112 NL004495445B01 PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619',
    'AR30703088534 20-12345678-6 GODE561231GR8 MXGODE561231GR8 76.086.428-5 CL76086428-5',
  ].flatMap(line => line.split(' ')),
)('%s is sound, of its country', id => {
  expect(doubtTaxId(id)).toBeNull()
})

test.each(['FR40303265046', 'DE136695977', 'IT00743110158', 'CL76086428-4', 'AR30703088535'])(
  '%s is wrong: the code before it says its country',
  id => {
    expect(doubtTaxId(id)).toBe('wrong')
  },
)

test.each(['20-12345678-9', 'B1234', 'PT1234567A', 'US123456789', '123456789'])('%s may be foreign', id => {
  expect(doubtTaxId(id)).toBe('foreign')
})

test('an id is kept in capitals without punctuation, and without the code of Spain alone', () => {
  const kept = ['es b-12.345.674', ' x1234567l ', 'fr 40 303 265 045', 'ÑAD 010101 AB1', ' - '].map(
    canonicalTaxId,
  )
  expect(kept).toEqual(['B12345674', 'X1234567L', 'FR40303265045', 'ÑAD010101AB1', null])
})

test('of nothing there is no doubt', () => {
  expect(doubtTaxId('  ')).toBeNull()
})

test('people without a number of their own have the letter of a number', () => {
  for (const first of 'KLM') {
    const sound = [...'TRWAGMYFPDXBNJZSQVHLCKE'].filter(each => doubtTaxId(`${first}1234567${each}`) === null)
    expect(sound).toEqual(['L'])
  }
})

const eightDigits = fc.stringMatching(/^\d{8}$/)
const control = fc.constantFrom(...'TRWAGMYFPDXBNJZSQVHLCKE')
const kind = fc.constantFrom(...'ABCDEFGHJNPQRSUVW')

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
      expect(sound.length).toBe('ABEHNPQRSW'.includes(first) ? 1 : 2)
      const typo = digits.slice(0, place) + other + digits.slice(place + 1)
      if (typo !== digits) for (const each of sound) expect(doubtTaxId(first + typo + each)).toBe('wrong')
    }),
  )
})

test('the code of any country is judged, alone and before anything', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap(first => letters.map(second => first + second))
  for (const code of codes) expect(doubtTaxId(code)).toBe('foreign')
  fc.assert(
    fc.property(fc.constantFrom(...codes), fc.string(), (code, rest) => {
      expect(['wrong', 'foreign', null]).toContain(doubtTaxId(code + rest))
    }),
  )
})

test('whatever is typed is judged, and a Spanish id with the code of another country is not taken for one', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      expect(['wrong', 'foreign', null]).toContain(doubtTaxId(text))
    }),
  )
  fc.assert(
    fc.property(eightDigits, control, fc.constantFrom('US', 'GB', 'PT'), (digits, letter, country) => {
      expect(doubtTaxId(country + digits + letter)).toBe('foreign')
    }),
  )
})
