/** Content of a provider's version: a change is based on all of it. Its payment terms count as their words. */
import type { Provider } from '#features/providers/rules.ts'
import { paymentTermsText } from '#features/providers/text/payment-terms.ts'

export const versionContent = ({
  id,
  name,
  taxId,
  email,
  phone,
  iban,
  bic,
  paymentTerms,
  status,
  clientIds,
}: Provider & { readonly clientIds: readonly string[] }) => ({
  id,
  name,
  taxId,
  email,
  phone,
  iban,
  bic,
  // Absent without terms: the version of before then holds.
  ...(paymentTerms ? { paymentTerms: paymentTermsText(paymentTerms) } : {}),
  status,
  clientIds,
})
