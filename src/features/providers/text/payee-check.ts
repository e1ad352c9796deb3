/** Spanish words of what a bank answered about the holder of an account. */
import type { CheckOutcome } from '#features/providers/rules/payee-check.ts'

export const checkOutcomeLabel: { readonly [outcome in CheckOutcome]: string } = {
  match: 'Coincide',
  close: 'Coincide en parte',
  no_match: 'No coincide',
  unavailable: 'El banco no lo sabe',
}

/** 'El banco dice que coincide: Grúas Peña SL'. */
export function checkText({ outcome, holder }: { outcome: CheckOutcome; holder: string | null }): string {
  const label = checkOutcomeLabel[outcome]
  return holder === null ? label : `${label}: ${holder}`
}
