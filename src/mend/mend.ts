/**
 * Repair of a company's rows that earlier releases wrote and today's rules forbid. Each repair runs by the product's own
 * commands, in a transaction of its own, with an event without actor. Irreversible faults are only reported.
 */

import { endGroundless } from '#features/appointments/commands/end-permissions.ts'
import { applyValidityChange, dueValidityChanges } from '#features/approvals/commands/contract-validity.ts'
import { mendCharge, mendSeat } from '#features/approvals/commands/mend.ts'
import { ordersOfOtherProviders, suspectSeats } from '#features/approvals/store/broken.ts'
import { loadCompany } from '#features/companies/store.ts'
import { endOverlapping } from '#features/delegations/commands.ts'
import { mendQueue } from '#features/seals/commands/mend-queue.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { invariants } from '#verify/invariants.ts'

export type Findings = {
  readonly company: string
  /** The repairs done; of a dry run, those that would be. */
  readonly mended: readonly string[]
  /** Rows that a person has to examine, by the promise that they break. */
  readonly unresolved: readonly string[]
}

/** Runs work in a transaction of its own, or, in a dry run, in the one that is rolled back. */
type Within = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>

/** Repairs a company. A dry run does all repairs in one transaction and rolls it back: its findings are exact. */
export async function mendCompany(db: Db, companyId: string, isApplied: boolean): Promise<Findings> {
  if (isApplied) return mendAll(work => asSystem(db, companyId, work))
  let found: Findings | null = null
  await asSystem(db, companyId, async tx => {
    found = await mendAll(work => work(tx))
    return refuse('dry_run')
  })
  if (found === null) throw new Error(`company ${companyId} was not looked at`)
  return found
}

async function mendAll(within: Within): Promise<Findings> {
  const { name } = await within(loadCompany)
  // In sequence: each repair starts from the result of the previous one.
  const charges = await mendCharges(within)
  const seats = await mendSeats(within)
  const mended = [
    ...charges,
    ...seats.repairs,
    ...(await followValidity(within)),
    ...(await endDelegations(within)),
    ...(await endLeftPermissions(within)),
    ...(await within(mendQueue)).map(
      id => `event ${id}: waited for its seal twice, or had it; now once at most`,
    ),
  ]
  return { company: name, mended, unresolved: [...seats.left, ...(await within(stillBroken))] }
}

async function mendCharges(within: Within): Promise<string[]> {
  const repairs: string[] = []
  for (const id of await within(ordersOfOtherProviders))
    if (await within(tx => mendCharge(tx, id)))
      repairs.push(`order ${id}: charged to another provider's contract; sent back to whoever asked for it`)
  return repairs
}

/** Words for what became of a seat. */
const seatOutcomes = {
  reassigned: 'reassigned to somebody whom its flow asks today',
  dropped: 'no longer asked for, the others of its stage suffice',
  sent_back: 'nobody can have it; the order is sent back to whoever asked for it',
}

/** Seats that were repaired, and those that a missing rate leaves as they are. */
async function mendSeats(within: Within): Promise<{ repairs: string[]; left: string[] }> {
  const repairs: string[] = []
  const left: string[] = []
  for (const id of await within(suspectSeats)) {
    const mended = await within(tx => mendSeat(tx, id))
    if (!mended) continue
    const seat = `order ${mended.documentId}: approval ${id} of somebody who cannot give it`
    if ('how' in mended) repairs.push(`${seat}; ${seatOutcomes[mended.how]}`)
    else left.push(`${seat}; left, ${missingText(mended.missingRate)}`)
  }
  return { repairs, left }
}

const missingText = ({ facts }: Refusal): string =>
  `the exchange rate from ${facts?.currency} to ${facts?.own} is missing`

/** Blocks or unblocks the open orders of contracts whose validity has changed, in batches, until no order changes. */
async function followValidity(within: Within): Promise<string[]> {
  const repairs: string[] = []
  for (const change of await within(dueValidityChanges)) {
    let total = 0
    for (let moved = -1; moved !== 0; total += moved)
      moved = await within(tx => applyValidityChange(tx, change))
    const now = change.isOpen ? 'go on: it takes orders again' : 'are blocked: it takes no orders any more'
    if (total > 0) repairs.push(`contract ${change.contractId}: ${total} open orders ${now}`)
  }
  return repairs
}

async function endDelegations(within: Within): Promise<string[]> {
  const ended = await within(endOverlapping)
  return ended.map(
    ({ id, fromId, toId, startsOn, endsOn }) =>
      `delegation ${id}: ${toId} for ${fromId}, ${startsOn} to ${endsOn}, beside an older one; ended`,
  )
}

async function endLeftPermissions(within: Within): Promise<string[]> {
  const ended = await within(endGroundless)
  return ended.map(({ userId, projectId, permissions }) => {
    const where = projectId === null ? 'every project' : `project ${projectId}`
    return `person ${userId}: permissions ${permissions.toSorted().join(', ')} in ${where} that their role gives no ground for; ended`
  })
}

/** The broken promises of `npm run verify`, checked on the company's own rows. */
async function stillBroken(tx: TenantTx): Promise<string[]> {
  const broken: string[] = []
  for (const [promise, query] of Object.entries(invariants(tx.now))) {
    const found = await tx.all<{ id: string }>(query)
    if (found.length > 0) broken.push(`${promise}: ${found.map(({ id }) => id).join(', ')}`)
  }
  return broken
}
