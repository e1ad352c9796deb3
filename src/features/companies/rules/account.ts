/** The account that a company pays from, as its bank writes it. */
import { ibanFrom, isSepa } from '#kernel/iban.ts'

/** Transfers leave in SEPA from an account of its area. */
export function ownIbanFrom(text: string): string | null {
  const iban = ibanFrom(text)
  return iban !== null && isSepa(iban) ? iban : null
}

export function ordererIdFrom(text: string): string | null {
  const id = text.replace(/[\s-]/g, '').toUpperCase()
  return /^[A-Z0-9]{3,35}$/.test(id) ? id : null
}
