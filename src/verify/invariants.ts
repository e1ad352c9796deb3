// The invariants of a live database (`npm run verify`, and the end of many tests): promises, each with the rows that
// break it.
import type { Db } from '#server/database/db.ts'
import { approvalsInvariants, contractDayInvariants } from '#verify/approvals.ts'
import { bankInvariants, settledOnce, settledTwice } from '#verify/bank.ts'
import { budgetInvariants, talliedSeatsInvariants } from '#verify/budget.ts'
import { archiveInvariants } from '#verify/certificate-archives.ts'
import { chainFaults } from '#verify/chain.ts'
import { choicesInvariants } from '#verify/choices.ts'
import { closingInvariants } from '#verify/closings.ts'
import { changedContents } from '#verify/contents.ts'
import { changedErasures } from '#verify/erasures.ts'
import { journalInvariants } from '#verify/journal.ts'
import { paymentsInvariants } from '#verify/payments.ts'
import { sealedInvariants } from '#verify/sealed.ts'

/** Promises that are each a query, as of a moment. */
export const invariants = (at: Date) => ({
  ...approvalsInvariants,
  ...contractDayInvariants(at),
  ...budgetInvariants,
  ...talliedSeatsInvariants(at),
  ...paymentsInvariants,
  ...bankInvariants,
  ...closingInvariants,
  ...archiveInvariants,
  ...journalInvariants(at),
  ...sealedInvariants,
  ...choicesInvariants,
})

const wholeErasures =
  'an event whose personal data were erased says what the erasure left, under the seals that it had'

const wholeChains = 'the journal of each company is one whole chain'

const sealedContents = 'the content and the files of an order are those that were submitted'

/** The names of all promises, for reports of what was checked. */
export const promises: readonly string[] = [
  ...Object.keys(invariants(new Date())),
  settledOnce,
  sealedContents,
  wholeErasures,
  wholeChains,
]

/**
 * The broken promises with the ids of the rows that break them; empty when all hold. `at`: the moment as of which they are
 * held, now unless the database is a copy of what was.
 */
export async function brokenInvariants({
  owner,
  at = new Date(),
}: {
  owner: Pick<Db, 'run'>
  at?: Date
}): Promise<{ [promise: string]: string[] }> {
  const found: { [promise: string]: string[] } = {}
  for (const [promise, query] of Object.entries(invariants(at))) {
    const rows = await owner.run<{ id: string }>(query)
    if (rows.length > 0) found[promise] = rows.map(row => row.id)
  }
  const twice = await settledTwice(owner)
  if (twice.length > 0) found[settledOnce] = twice
  const changed = await changedContents(owner)
  if (changed.length > 0) found[sealedContents] = changed
  const erasures = await changedErasures(owner)
  if (erasures.length > 0) found[wholeErasures] = erasures
  const faults = await chainFaults(owner)
  if (faults.length > 0)
    found[wholeChains] = faults.map(({ companyId, sequence, kind }) => `${companyId} ${sequence} ${kind}`)
  return found
}
