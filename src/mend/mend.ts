/**
 * What releases of before left in the rows of a company and the rules would not allow today: mended by the product's own
 * commands, each thing in a transaction of its own with its event, which names nobody of the company. What cannot be
 * undone is named and left alone.
 */
import { toTurn, turn } from '#features/approvals/commands/contract-days.ts'
import { mendCharge, mendSeat } from '#features/approvals/commands/mend.ts'
import { ordersOfOtherProviders, suspectSeats } from '#features/approvals/store/broken.ts'
import { mendQueue } from '#features/audit/commands/mend-queue.ts'
import { loadCompany } from '#features/companies/store.ts'
import { endOverlapping } from '#features/delegations/commands.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { truths } from '#verify/invariants.ts'

export type Findings = {
  readonly company: string
  /** What was done; of a dry run, what would be. */
  readonly mended: readonly string[]
  /** What a person has to look at: by the promise that it breaks. */
  readonly left: readonly string[]
}

/** In a transaction of its own, or in the one that a dry run takes back. */
type Within = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>

/** A dry run does all of it in one transaction and takes it back: what it tells is what would happen. */
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
  // One after the other: each finds what the one before it left.
  const mended = [
    ...(await mendCharges(within)),
    ...(await mendSeats(within)),
    ...(await stopOrders(within)),
    ...(await endDelegations(within)),
    ...(await within(mendQueue)).map(
      id => `event ${id}: waited for its seal twice, or had it; now once at most`,
    ),
  ]
  return { company: name, mended, left: await within(stillBroken) }
}

async function mendCharges(within: Within): Promise<string[]> {
  const said: string[] = []
  for (const id of await within(ordersOfOtherProviders))
    if (await within(tx => mendCharge(tx, id)))
      said.push(`order ${id}: charged to another provider's contract; sent back to whoever asked for it`)
  return said
}

const fate = {
  given: 'given to somebody whom its flow asks today',
  dropped: 'no longer asked for, the others of its stage suffice',
  sent_back: 'nobody can have it; the order is sent back to whoever asked for it',
}

async function mendSeats(within: Within): Promise<string[]> {
  const said: string[] = []
  for (const id of await within(suspectSeats)) {
    const mended = await within(tx => mendSeat(tx, id))
    if (mended)
      said.push(
        `order ${mended.documentId}: approval ${id} of somebody who cannot give it; ${fate[mended.how]}`,
      )
  }
  return said
}

/** Of a contract with very many open orders some at a time, until none moves. */
async function stopOrders(within: Within): Promise<string[]> {
  const said: string[] = []
  for (const turned of await within(toTurn)) {
    let total = 0
    for (let moved = -1; moved !== 0; total += moved) moved = await within(tx => turn(tx, turned))
    const now = turned.isOpen ? 'go on: it takes orders again' : 'are blocked: it takes no orders any more'
    if (total > 0) said.push(`contract ${turned.contractId}: ${total} open orders ${now}`)
  }
  return said
}

async function endDelegations(within: Within): Promise<string[]> {
  const ended = await within(endOverlapping)
  return ended.map(
    ({ id, fromId, toId, startsOn, endsOn }) =>
      `delegation ${id}: ${toId} for ${fromId}, ${startsOn} to ${endsOn}, beside an older one; ended`,
  )
}

/** The promises of `npm run verify`, asked as the company's own rows answer them. */
async function stillBroken(tx: TenantTx): Promise<string[]> {
  const said: string[] = []
  for (const [promise, query] of Object.entries(truths)) {
    const found = await tx.all<{ id: string }>(query)
    if (found.length > 0) said.push(`${promise}: ${found.map(({ id }) => id).join(', ')}`)
  }
  return said
}
