/**
 * Counters of the orders that are over in which somebody has a seat (`seat_tally`, decision 139). A seat says as which state
 * its order is counted (`tallied_state`); all seats of an order that is tallied say it. Nobody adds to them, nor takes
 * from them, without holding the order.
 */
import { documentStates, isOpen } from '#features/documents/rules.ts'
import { countedAmount } from '#features/documents/scope.ts'
import { type Part, part, sql, writtenWords } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

const open = writtenWords(documentStates.filter(isOpen))

/**
 * Tallies those that are over of the next `most` orders, behind the id `after`, with seats that are not tallied; one that
 * somebody holds is left for the next time. Returns the id of the last one looked at; null when none follows.
 */
export async function tallySeats(
  tx: TenantTx,
  { after, most }: { readonly after: string; readonly most: number },
): Promise<string | null> {
  const found = await tx.all<{ id: string }>(sql`
    select distinct document_id as id from approval
    where company_id = ${tx.companyId} and tallied_state is null and document_id > ${after} order by 1 limit ${most}`)
  const ids = found.map(({ id }) => id)
  const held = await tx.all<{ id: string }>(sql`
    select d.id from document d where d.company_id = ${tx.companyId} and d.id = any (${ids}::text[]) and d.state <> all (${open})
    order by d.id for no key update skip locked`)
  const over = held.map(({ id }) => id)
  // Read behind the locks, by a statement of its own: whoever held an order before may have tallied it.
  if (over.length > 0) await Promise.all(tally(tx, over))
  return ids.length === most ? (ids.at(-1) ?? null) : null
}

/** Each order once for each person, however many seats they have in it. */
const tally = (tx: TenantTx, documentIds: readonly string[]) => [
  add(tx, {
    sign: part`1`,
    state: part`d.state`,
    seats: part`select company_id, document_id, approver_id from approval
      where company_id = ${tx.companyId} and document_id = any (${documentIds}::text[])
      group by 1, 2, 3 having bool_and(tallied_state is null)`,
  }),
  tx.run(sql`
    update approval a set tallied_state = d.state from document d
    where a.company_id = ${tx.companyId} and a.document_id = any (${documentIds}::text[]) and a.tallied_state is null
      and d.company_id = a.company_id and d.id = a.document_id`),
]

/** Takes orders that are held out of the tallies, as what they were added to them. */
export async function untallySeats(tx: TenantTx, documentIds: readonly string[]): Promise<void> {
  await Promise.all([
    add(tx, {
      sign: part`-1`,
      state: part`a.tallied_state`,
      seats: part`select distinct company_id, document_id, approver_id, tallied_state from approval
        where company_id = ${tx.companyId} and document_id = any (${documentIds}::text[]) and tallied_state is not null`,
    }),
    tx.run(sql`update approval set tallied_state = null
      where company_id = ${tx.companyId} and document_id = any (${documentIds}::text[]) and tallied_state is not null`),
  ])
}

/**
 * Takes out of the tallies those orders that a node of the release before has opened again, which knows nothing of them;
 * they may be over again, in another way. Returns how many there were.
 */
export async function untallyReopened(tx: TenantTx, most: number): Promise<number> {
  const mayBe = part`select id from document where company_id = ${tx.companyId} and state = any (${open})
    union select document_id from execution where company_id = ${tx.companyId} and returned_on is not null`
  const found = await tx.all<{ id: string }>(sql`
    select d.id from document d where d.company_id = ${tx.companyId} and d.id = any (array(${mayBe}))
      and exists (select from approval a
        where a.company_id = d.company_id and a.document_id = d.id and a.tallied_state <> d.state)
    order by d.id limit ${most} for no key update skip locked`)
  if (found.length > 0)
    await untallySeats(
      tx,
      found.map(({ id }) => id),
    )
  return found.length
}

type Added = {
  readonly sign: Part
  /** State as which the order `d` of the seat `a` is counted. */
  readonly state: Part
  /** Query of `company_id`, `document_id` and `approver_id`. */
  readonly seats: Part
}

/**
 * In one order of locking, against deadlocks between calls; whoever makes several in one transaction (a return, with its
 * credit notes) may meet one, and is tried again. `offset 0`: the seats are read once, however many orders there
 * are; a plan made for few reads them again for each.
 */
const add = (tx: TenantTx, { sign, state, seats }: Added): Promise<number> =>
  tx.run(sql`
    insert into seat_tally as t (company_id, approver_id, project_id, type, state, count, amount_minor)
    select d.company_id, a.approver_id, d.project_id, d.type, ${state}, ${sign} * count(*), ${sign} * sum(${countedAmount})
    from (${seats}) a cross join lateral (
      select * from document d where d.company_id = ${tx.companyId} and d.id = a.document_id offset 0) d
    group by 1, 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (company_id, approver_id, project_id, type, state) do update
      set count = t.count + excluded.count, amount_minor = t.amount_minor + excluded.amount_minor`)
