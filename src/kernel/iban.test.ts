import { describe, expect, test } from 'vitest'
import { bicFrom, ibanFrom, ibanTail, ibanText, isSepa } from '#kernel/iban.ts'

describe('an IBAN', () => {
  test.each([
    ['ES91 2100 0418 4502 0005 1332', 'ES9121000418450200051332'],
    ['es9121000418450200051332', 'ES9121000418450200051332'],
    ['DE89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
    ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
    ['NO93 8601 1117 947', 'NO9386011117947'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(ibanFrom(typed)).toBe(kept)
  })

  test.each([
    ['ES91 2100 0418 4502 0005 1333', 'one digit is wrong'],
    ['ES19 2100 0418 4502 0005 1332', 'the check digits are swapped'],
    ['ES91 2100 0418 4502 0005 133', 'too short for Spain'],
    ['9121000418450200051332', 'no country'],
    ['ES', 'nothing'],
    ['ES91 2100 0418 4502 0005 13€2', 'a strange sign'],
    ['X'.repeat(60), 'nonsense'],
  ])('%s is refused: %s', typed => {
    expect(ibanFrom(typed)).toBeNull()
  })

  test('with any two neighbouring digits swapped is refused', () => {
    const iban = 'ES9121000418450200051332'
    for (let at = 4; at < iban.length - 1; at++) {
      const swapped = iban.slice(0, at) + iban.charAt(at + 1) + iban.charAt(at) + iban.slice(at + 2)
      if (swapped !== iban) expect(ibanFrom(swapped)).toBeNull()
    }
  })
})

test('a BIC has eight or eleven characters', () => {
  expect(bicFrom('caixesbb xxx')).toBe('CAIXESBBXXX')
  expect(bicFrom('CAIXESBB')).toBe('CAIXESBB')
  for (const bad of ['CAIXESB', 'CAIXESBBX', '12345678', '']) expect(bicFrom(bad)).toBeNull()
})

test('a SEPA transfer reaches the countries of the area and no other', () => {
  for (const iban of ['ES9121000418450200051332', 'GB29NWBK60161331926819']) expect(isSepa(iban)).toBe(true)
  for (const iban of ['TR330006100519786457841326', 'SA0380000000608010167519']) {
    expect(ibanFrom(iban)).toBe(iban)
    expect(isSepa(iban)).toBe(false)
  }
})

test('an account is printed in groups of four, and recognised by its end', () => {
  expect(ibanText('ES9121000418450200051332')).toBe('ES91 2100 0418 4502 0005 1332')
  expect(ibanTail('ES9121000418450200051332')).toBe('…1332')
})
