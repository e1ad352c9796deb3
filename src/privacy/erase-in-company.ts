/**
 * Erasure of a person from the rows of one company: names and addresses go, ids stay, and the journal is still one whole
 * chain. Free text (comments, reasons, descriptions), uploaded files and issued Constancias are the company's records,
 * and stay.
 */

import { personFact } from '#features/people/facts.ts'
import { sealBatch } from '#features/seals/commands/seal.ts'
import { canonical, genesis } from '#features/seals/rules/chain.ts'
import { type ErasedLink, erasureDigest, withoutPersonalData } from '#features/seals/rules/erasure.ts'
import { sealedEventFromRow } from '#features/seals/store.ts'
import {
  countCertificates,
  eraseApprovals,
  eraseFromDirectory,
  eraseImportedRows,
  eraseInvitations,
  eraseMailedFrom,
  eraseNotices,
  eraseOwnThings,
  namesOfTheMoment,
} from '#privacy/store/company-rows.ts'
import {
  eventsNaming,
  type LeftContent,
  type NamingEvent,
  saveContents,
  saveWhatIsLeft,
  takeNamesOffEvents,
} from '#privacy/store/events.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { sha256 } from '#server/sha256.ts'

/** Number of a company's rows from which data of a person are erased. */
export type ErasedRows = {
  readonly events: number
  readonly approvals: number
  readonly notices: number
  /** Constancias that name the person. They stay as they were issued. */
  readonly certificates: number
}

export type ErasedPerson = {
  readonly userId: string
  /** Names and addresses that the account has or had. */
  readonly known: readonly string[]
  /** Why, as the journal keeps it. */
  readonly reason: string
}

/** Erases the person from the company's rows, and tells it in the journal. */
export async function eraseInCompany(tx: TenantTx, person: ErasedPerson): Promise<ErasedRows> {
  // The lock on the chain's head stays until the end: nothing is sealed meanwhile.
  while ((await sealBatch(tx, 'wait')) > 0);
  const known = [...new Set([...person.known, ...(await namesOfTheMoment(tx, person.userId))])].toSorted(
    (a, b) => b.length - a.length,
  )
  const links = await eraseEvents(tx, person.userId, known)
  const approvals = await eraseApprovals(tx, person.userId)
  await eraseInvitations(tx, person.userId)
  await eraseOwnThings(tx, person.userId)
  const notices = await eraseNotices(tx, person.userId, known)
  await eraseImportedRows(tx, known)
  await eraseMailedFrom(tx, known)
  await eraseFromDirectory(tx, person.userId, known)
  const after = { events: links.length, digest: erasureDigest(sha256, links) }
  await record(tx, null, personFact('person.erased', person.userId, { after, reason: person.reason }))
  await saveWhatIsLeft(tx, person.userId, links)
  return { events: links.length, approvals, notices, certificates: await countCertificates(tx, known) }
}

type Left = ErasedLink & LeftContent

/** Erases the person's data from every sealed event that names them, and returns what is left of each. */
async function eraseEvents(tx: TenantTx, userId: string, known: readonly string[]): Promise<Left[]> {
  const found: Left[] = []
  const names = new Set(known)
  const addresses = known.filter(name => name.includes('@'))
  let last: NamingEvent | undefined
  do {
    const page = await eventsNaming(tx, { userId, addresses }, last?.sequence ?? 0n)
    const changed = page.map(row => whatIsLeft(row, names)).filter(left => left !== null)
    await saveContents(tx, changed)
    found.push(...changed)
    last = page.at(-1)
  } while (last)
  await takeNamesOffEvents(tx, userId)
  return found
}

function whatIsLeft(row: NamingEvent, known: ReadonlySet<string>): Left | null {
  const erased = (content: string | null) =>
    content && withoutPersonalData(content, { known, isAboutThem: row.is_about_them })
  const [before, after] = [erased(row.before), erased(row.after)]
  if (before === row.before && after === row.after) return null
  return {
    eventId: row.id,
    sequence: Number(row.sequence),
    previous: row.previous ?? genesis,
    hash: row.hash,
    before,
    after,
    content: sha256(canonical({ ...sealedEventFromRow(row), before, after })),
  }
}
