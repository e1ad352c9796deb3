/** Check of a credit note against the order that it reduces. */
import { fitsLeft, mayCredit, sameTie, type Tie } from '#features/documents/rules/credit-notes.ts'
import type { NewDocument } from '#features/documents/store/content.ts'
import { readLeft } from '#features/documents/store/credit-notes.ts'
import type { LockedDocument } from '#features/documents/store.ts'
import { creditNoteWords } from '#features/documents/text/credit-notes.ts'
import { firstRefusal, type Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/**
 * Refuses what is no credit note of the order, whose lock keeps other credit notes of it away. `asked.id`: the credit
 * note under correction; null for a new one.
 *
 * @throws ProblemError for an amount beyond what is left of the order.
 */
export async function fitsCredited(
  tx: TenantTx,
  asked: Tie & Pick<NewDocument, 'amount' | 'charge'> & { readonly id: string | null },
  credited: LockedDocument,
): Promise<true | Refusal> {
  const tied = firstRefusal<string>(mayCredit(credited), sameTie(asked, credited))
  if (tied !== true) return tied
  const fits = fitsLeft(asked, await readLeft(tx, credited, asked.id))
  if (fits === true) return true
  const message = creditNoteWords(fits)
  throw commonProblem('invalid', { issues: [{ pointer: '/amountMinor', code: 'custom', message }] })
}
