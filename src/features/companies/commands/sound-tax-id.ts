/** Check of a tax id that somebody typed, of whomever. */
import { wrongTaxIdMessage } from '#features/companies/text/tax-id.ts'
import { canonicalTaxId, doubtTaxId } from '#kernel/tax-id.ts'
import { commonProblem } from '#server/problems.ts'

/**
 * The tax id as it is kept; one of before stays as it is until somebody changes it.
 *
 * @throws ProblemError `invalid` for one whose check character is wrong.
 */
export function soundTaxId(before: string | null, typed: string | null): string | null {
  if (typed === before) return before
  if (doubtTaxId(typed ?? '') !== 'wrong') return canonicalTaxId(typed ?? '')
  throw commonProblem('invalid', {
    issues: [{ pointer: '/taxId', code: 'custom', message: wrongTaxIdMessage }],
  })
}
