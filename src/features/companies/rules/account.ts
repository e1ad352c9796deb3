/** The account from which a company pays, in canonical form. */
import { ibanFrom, isSepa } from '#kernel/iban.ts'

/** The company's own IBAN in canonical form; null outside SEPA, from whose area alone transfers can be sent. */
export function ownIbanFrom(text: string): string | null {
  const iban = ibanFrom(text)
  return iban !== null && isSepa(iban) ? iban : null
}

export function ordererIdFrom(text: string): string | null {
  const id = text.replace(/[\s-]/g, '').toUpperCase()
  return /^[A-Z0-9]{3,35}$/.test(id) ? id : null
}
