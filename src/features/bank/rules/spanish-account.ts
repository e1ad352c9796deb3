/** Spanish account numbers (CCC): bank, branch and account, from which the IBAN follows. */
import { ibanFrom } from '#kernel/iban.ts'

const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]

/** IBAN of an account by its bank (4 digits), branch (4) and number (10); null when these are no digits. */
export function spanishIban(bank: string, branch: string, account: string): string | null {
  if (!/^\d{4} \d{4} \d{10}$/.test(`${bank} ${branch} ${account}`)) return null
  const control = `${controlDigit(`00${bank}${branch}`)}${controlDigit(account)}`
  const body = `${bank}${branch}${control}${account}`
  // ES is read as 14 28; what is left of 98 makes the remainder of the whole 1.
  const check = 98 - remainder(`${body}142800`)
  return ibanFrom(`ES${String(check).padStart(2, '0')}${body}`)
}

/** 11 less the weighted sum modulo 11; 10 is written 1, and 11 is written 0. */
function controlDigit(digits: string): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const digit = 11 - (sum % 11)
  return digit === 11 ? 0 : digit === 10 ? 1 : digit
}

/** Remainder of a long number divided by 97, digit by digit. */
const remainder = (digits: string): number =>
  [...digits].reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0)
