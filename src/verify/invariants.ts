// The invariants of a live database (`npm run verify`, and the end of many tests): each promise with the rows that
// break it.
import type { Db } from '#server/db.ts'
import type { Sql } from '#server/sql.ts'
import { approvalsTruths } from '#verify/approvals.ts'
import { budgetTruths } from '#verify/budget.ts'
import { chainFaults } from '#verify/chain.ts'
import { journalTruths } from '#verify/journal.ts'
import { paymentsTruths } from '#verify/payments.ts'

const truths: { readonly [promise: string]: Sql } = {
  ...approvalsTruths,
  ...budgetTruths,
  ...paymentsTruths,
  ...journalTruths,
}

const wholeChains = 'the journal of each company is one whole chain'

/** Each promise, for whoever wants to say that it was looked at. */
export const promises: readonly string[] = [...Object.keys(truths), wholeChains]

/** What is broken, by the promise it breaks; empty when all hold. */
export async function brokenTruths({
  owner,
}: {
  owner: Pick<Db, 'run'>
}): Promise<{ [promise: string]: string[] }> {
  const found: { [promise: string]: string[] } = {}
  for (const [promise, query] of Object.entries(truths)) {
    const rows = await owner.run<{ id: string }>(query)
    if (rows.length > 0) found[promise] = rows.map(row => row.id)
  }
  const faults = await chainFaults(owner)
  if (faults.length > 0)
    found[wholeChains] = faults.map(({ companyId, sequence, kind }) => `${companyId} ${sequence} ${kind}`)
  return found
}
