// Verification of all companies' journals: each chain is walked from its first seal to its head.
import {
  type BrokenChain,
  type ChainLink,
  type Fault,
  faultAtEnd,
  findFault,
  follows,
  genesis,
  type Head,
  noLater,
  withLater,
} from '#features/seals/rules/chain.ts'
import { type SealedRow, sealedColumns, sealedEventFromRow } from '#features/seals/store.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { sha256 } from '#server/sha256.ts'

type Owner = Pick<Db, 'run'>

export type ChainFault = Fault & { readonly companyId: string }

const pageSize = 2000

/** The first fault of each broken chain. */
export async function chainFaults(owner: Owner): Promise<ChainFault[]> {
  const companies = await owner.run<{ id: string }>(sql`
    select company_id as id from event_seal union select company_id from chain_head
    union select company_id from event order by 1`)
  const found: ChainFault[] = []
  for (const { id } of companies) {
    const fault = earlierFault(await walked(owner, id), await strangerIn(owner, id))
    if (fault) found.push({ companyId: id, ...fault })
  }
  return found
}

/** The head of each company's chain: an outsider may note it, and compare it later. */
export async function chainHeads(owner: Owner): Promise<(Head & { company: string })[]> {
  const found = await owner.run<{ company: string; sequence: bigint; hash: string }>(sql`
    select k.name as company, h.sequence, h.hash from chain_head h join company k on k.company_id = h.company_id
    order by k.name, k.company_id`)
  return found.map(head => ({ ...head, sequence: Number(head.sequence) }))
}

async function walked(owner: Owner, companyId: string): Promise<Fault | null> {
  let last: Head = { sequence: 0, hash: genesis }
  let earlier: Head | null = null
  for (;;) {
    // The head is read before the links, so that seals added meanwhile lie behind it.
    const head = await readHead(owner, companyId)
    const links = await linksAfter(owner, companyId, last.sequence)
    if (links.length === 0) return faultAtEnd(last, head)
    for (const [index, link] of links.entries()) {
      if (!follows(sha256, last, link)) {
        const broken = { earlier, before: last, first: link, head }
        return faultAt(owner, companyId, broken, links.slice(index + 1))
      }
      earlier = last
      last = link
    }
  }
}

/** Links are read page after page, and none is kept: a journal of years has millions behind a fault. */
async function faultAt(
  owner: Owner,
  companyId: string,
  broken: Omit<BrokenChain, 'later'>,
  links: readonly ChainLink[],
): Promise<Fault> {
  let later = noLater(broken.first)
  let page = links
  do {
    for (const link of page) later = withLater(sha256, { ...broken, later }, link)
    page = await linksAfter(owner, companyId, later.last.sequence)
  } while (page.length > 0)
  return findFault(sha256, { ...broken, later })
}

async function readHead(owner: Owner, companyId: string): Promise<Head> {
  const [found] = await owner.run<{ sequence: bigint; hash: string }>(sql`
    select sequence, hash from chain_head where company_id = ${companyId}`)
  return { sequence: Number(found?.sequence ?? 0), hash: found?.hash ?? genesis }
}

/** With all of the last sequence: only the writers, and no constraint, give each once. */
async function linksAfter(owner: Owner, companyId: string, sequence: number): Promise<ChainLink[]> {
  const found = await owner.run<SealedRow & { sequence: bigint; hash: string; is_erased: boolean }>(sql`
    select s.sequence, s.hash, ${sealedColumns}, exists (select from erased_event x
      where x.company_id = s.company_id and x.event_id = s.event_id) as is_erased from event_seal s
    left join event e on e.company_id = s.company_id and e.id = s.event_id
    where s.company_id = ${companyId} and s.sequence > ${sequence} order by s.sequence
    fetch first ${pageSize} rows with ties`)
  return found.map(row => ({
    sequence: Number(row.sequence),
    hash: row.hash,
    event: row.id === null ? null : sealedEventFromRow(row),
    isErased: row.is_erased,
  }))
}

/** The fault of an event that is neither sealed nor queued, so not written by the product: at the place its number claims. */
async function strangerIn(owner: Owner, companyId: string): Promise<Fault | null> {
  const [found] = await owner.run<{ sequence: bigint }>(sql`
    select 1 + coalesce((select max(s.sequence) from event_seal s
      join event o on o.company_id = s.company_id and o.id = s.event_id
      where s.company_id = e.company_id and o.number < e.number), 0) as sequence
    from event e where e.company_id = ${companyId}
      and not exists (select from event_seal s where s.company_id = e.company_id and s.event_id = e.id)
      and not exists (select from event_unsealed u where u.company = e.company_id and u.event_id = e.id)
    order by e.number limit 1`)
  return found ? { sequence: Number(found.sequence), kind: 'inserted' } : null
}

const earlierFault = (a: Fault | null, b: Fault | null): Fault | null =>
  a && b ? (b.sequence < a.sequence ? b : a) : (a ?? b)
