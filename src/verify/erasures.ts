// Comparison of events from which personal data were erased with what the event of each erasure vouches for.
import { canonical, genesis } from '#features/seals/rules/chain.ts'
import { type ErasedLink, erasureDigest } from '#features/seals/rules/erasure.ts'
import { type SealedRow, sealedColumns, sealedEventFromRow } from '#features/seals/store.ts'
import type { Db } from '#server/database/db.ts'
import { part, sql } from '#server/database/sql.ts'
import { sha256 } from '#server/sha256.ts'

type Owner = Pick<Db, 'run'>

/**
 * Ids of erased events that do not say what the last erasure left of them, and of erasures whose events are not all
 * those that they left, in their places, under their seals.
 */
export async function changedErasures(owner: Owner): Promise<string[]> {
  const found: string[] = []
  const { erasures, strangers } = await readErasures(owner)
  for (const { company, id, events, digest } of erasures) {
    const links = await linksLeft(owner, company, id)
    if (links.length !== events || erasureDigest(sha256, links) !== digest) found.push(id)
    found.push(...(await changedSince(owner, company, id)))
  }
  return [...found, ...strangers]
}

type Erasure = {
  readonly company: string
  readonly id: string
  readonly events: number
  readonly digest: string
}

/** The erasures that the journal tells, and the ids of those that have rows and are not told. */
async function readErasures(owner: Owner): Promise<{ erasures: Erasure[]; strangers: string[] }> {
  const erasures = await owner.run<Erasure>(sql`
    select company_id as company, id, (after ->> 'events')::int as events, after ->> 'digest' as digest
    from event where action = 'person.erased' order by company_id, number`)
  const strangers = await owner.run<{ id: string }>(sql`
    select distinct x.erasure_id as id from erased_event x where not exists (select from event e
      where e.company_id = x.company_id and e.id = x.erasure_id and e.action = 'person.erased')`)
  return { erasures, strangers: strangers.map(({ id }) => id) }
}

const erasedBy = (company: string, erasure: string) => part`
  from erased_event x
  join event_seal s on s.company_id = x.company_id and s.event_id = x.event_id
  join event e on e.company_id = x.company_id and e.id = x.event_id
  where x.company_id = ${company} and x.erasure_id = ${erasure}`

/** Links that the erasure left, as its rows and the seals around them say, in the order of the chain. */
async function linksLeft(owner: Owner, company: string, erasure: string): Promise<ErasedLink[]> {
  const rows = await owner.run<{ sequence: bigint; hash: string; previous: string | null; content: string }>(
    sql`
    select s.sequence, s.hash, x.content_sha256 as content, (select p.hash from event_seal p
      where p.company_id = s.company_id and p.sequence = s.sequence - 1 limit 1) as previous
    ${erasedBy(company, erasure)} order by s.sequence`,
  )
  return rows.map(({ sequence, hash, previous, content }) => ({
    sequence: Number(sequence),
    hash,
    previous: previous ?? genesis,
    content,
  }))
}

/** Events that no later erasure touched and that say something else than this one left. */
async function changedSince(owner: Owner, company: string, erasure: string): Promise<string[]> {
  const rows = await owner.run<SealedRow & { content: string }>(sql`
    select x.content_sha256 as content, ${sealedColumns} ${erasedBy(company, erasure)}
      and not exists (select from erased_event later
        join event told on told.company_id = later.company_id and told.id = later.erasure_id
        where later.company_id = x.company_id and later.event_id = x.event_id
          and told.number > (select n.number from event n where n.company_id = x.company_id and n.id = x.erasure_id))`)
  return rows.filter(row => sha256(canonical(sealedEventFromRow(row))) !== row.content).map(({ id }) => id)
}
