/** Check of payment terms that somebody sends. */
import { areSound, type PaymentTerms } from '#features/providers/rules/payment-terms.ts'
import { commonProblem } from '#server/problems.ts'

/** @throws ProblemError for terms whose parts are not the whole, or out of order. */
export function soundTerms(terms: PaymentTerms | null | undefined): void {
  if (!terms || areSound(terms)) return
  const message = 'Los plazos deben sumar el 100 % e ir por orden, sin días de pago repetidos'
  throw commonProblem('invalid', { issues: [{ pointer: '/paymentTerms', code: 'custom', message }] })
}
