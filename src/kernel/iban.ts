/**
 * Account numbers (IBAN, ISO 13616), banks (BIC, ISO 9362) and the countries that a SEPA transfer reaches.
 * An IBAN or BIC is checked before it is stored.
 */
import { z } from 'zod'

/** Length of an IBAN by its country code, for the countries of the SEPA area. */
const sepaLength = new Map<string, number>([
  ...Object.entries({ AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18 }),
  ...Object.entries({ EE: 20, ES: 24, FI: 18, FR: 27, GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22 }),
  ...Object.entries({ IS: 26, IT: 27, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MK: 19 }),
  ...Object.entries({ MT: 31, NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, RS: 22, SE: 24, SI: 19, SK: 24 }),
  ...Object.entries({ SM: 27, VA: 22 }),
])

/**
 * An IBAN as banks write it (no spaces, capitals), or null when it cannot be one: the first four characters moved
 * to the end and letters read as 10 to 35 must leave 1 when divided by 97.
 */
export function ibanFrom(text: string): string | null {
  const iban = text.replace(/[\s\u00a0\u202f-]/g, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return null
  const expected = sepaLength.get(iban.slice(0, 2))
  if (expected !== undefined && iban.length !== expected) return null
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, letter =>
    String(Number.parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n ? iban : null
}

/** True when a SEPA transfer can reach the account. */
export const isSepa = (iban: string): boolean => sepaLength.has(iban.slice(0, 2))

/** SEPA countries outside the European Economic Area: a transfer to one names the bank besides the account. */
const beyondEea = new Set(['AD', 'AL', 'CH', 'GB', 'GI', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA'])

export const isOfEea = (iban: string): boolean => isSepa(iban) && !beyondEea.has(iban.slice(0, 2))

/** The printed form of an IBAN: in groups of four, as people read it aloud. */
export const ibanText = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

/** The last four characters: enough to recognise an account, for people who may not see the whole number. */
export const ibanTail = (iban: string): string => `…${iban.slice(-4)}`

export function bicFrom(text: string): string | null {
  const bic = text.replace(/\s/g, '').toUpperCase()
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : null
}

/** Schema of a nullable code: empty text becomes null, any other text its canonical form, or a validation issue. */
export const canonicalWire = (canonical: (text: string) => string | null, message: string) =>
  z
    .string()
    .trim()
    .max(60, 'Máximo 60 caracteres')
    .nullable()
    .transform((text, context) => {
      if (!text) return null
      const value = canonical(text)
      if (value === null) context.addIssue({ code: 'custom', message })
      return value
    })
