// Spanish accounts by their parts, as Norma 43 has them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spanishIban } from '#features/bank/rules/spanish-account.ts'
import { ibanFrom } from '#kernel/iban.ts'

test.each([
  ['2100', '0418', '0200051332', 'ES9121000418450200051332'],
  ['2100', '0813', '0123456789', 'ES7921000813610123456789'],
  ['0049', '1500', '1234567892', 'ES6000491500051234567892'],
])('%s %s %s', (bank, branch, account, iban) => {
  expect(spanishIban(bank, branch, account)).toBe(iban)
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))

test('every account has an IBAN that is one, with its parts in their places', () => {
  fc.assert(
    fc.property(digits(4), digits(4), digits(10), (bank, branch, account) => {
      const iban = spanishIban(bank, branch, account) ?? ''
      expect(ibanFrom(iban)).toBe(iban)
      expect([iban.slice(4, 8), iban.slice(8, 12), iban.slice(14)]).toEqual([bank, branch, account])
    }),
  )
})

test('what is no account has none', () => {
  expect(spanishIban('210', '0418', '0200051332')).toBeNull()
  expect(spanishIban('2100', '04 8', '0200051332')).toBeNull()
  expect(spanishIban('2100', '0418', '02000513X2')).toBeNull()
})
