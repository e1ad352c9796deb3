/** Payment terms that a row says, as it will keep them. */
import { isBeyondLaw, type PaymentTerms } from '#features/providers/rules/payment-terms.ts'
import { beyondLawText, paymentTermsText } from '#features/providers/text/payment-terms.ts'

export function termsNote(terms: PaymentTerms | null): string | null {
  if (terms === null) return null
  const note = `Se paga ${paymentTermsText(terms)}`
  return isBeyondLaw(terms) ? `${note}. ${beyondLawText}` : note
}
