/** Counters of orders by project, type and state, in up to eight rows each, so that few wait for one another. */
import { creditSign } from '#features/documents/rules/credit-notes.ts'
import { type DocumentState, type DocumentType, isOpen } from '#features/documents/rules.ts'
import { untallySeats } from '#features/documents/store/seat-tally.ts'
import type { Money } from '#kernel/money.ts'
import { part, rows, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

const counterSlots = 8

type CountedDocument = {
  readonly id: string
  readonly projectId: string
  readonly number: number
  readonly type: DocumentType
  readonly amount: Money
  readonly state: DocumentState
  readonly creditedId: string | null
}

/**
 * Moves one order between the counters of `document_tally`: out of those of `from`, into those of `to`; credit notes reduce
 * sums. One that was over and is open again leaves the tallies of its seats.
 */
export async function updateCounters(
  tx: TenantTx,
  from: CountedDocument | null,
  to: CountedDocument,
): Promise<void> {
  const entry = (document: CountedDocument, sign: 1n | -1n): readonly unknown[] => [
    tx.companyId,
    document.projectId,
    document.type,
    document.state,
    document.number % counterSlots,
    Number(sign),
    sign * creditSign(document) * document.amount.minor,
  ]
  const entries = [...(from ? [entry(from, -1n)] : []), entry(to, 1n)]
  // One order of locking for everybody, against deadlocks: project, type, state.
  const sorted = entries.toSorted((a, b) => (String(a.slice(0, 5)) < String(b.slice(0, 5)) ? -1 : 1))
  const isReopened = from !== null && !isOpen(from.state) && from.state !== to.state
  await Promise.all([
    tx.run(sql`
    insert into document_tally as t (company_id, project_id, type, state, slot, count, amount_minor)
    values ${rows(sorted)}
    on conflict (company_id, project_id, type, state, slot) do update
      set count = t.count + excluded.count, amount_minor = t.amount_minor + excluded.amount_minor`),
    isReopened && untallySeats(tx, [to.id]),
  ])
}

/**
 * Adds up the rows of each counter in one of them and deletes the others: readers add up all. Rows that a transaction
 * holds are left for the next time, so that nobody is waited for. Returns how many rows it deleted.
 */
export function foldCounters(tx: TenantTx): Promise<number> {
  const sameCounter = part`t.project_id = k.project_id and t.type = k.type and t.state = k.state`
  return tx.run(sql`
    with spread as materialized (select project_id, type, state from document_tally where company_id = ${tx.companyId}
      group by 1, 2, 3 having count(*) > 1),
    held as materialized (select t.project_id, t.type, t.state, t.slot, t.count, t.amount_minor
      from document_tally t join spread k on ${sameCounter} where t.company_id = ${tx.companyId}
      for update of t skip locked),
    folded as materialized (select project_id, type, state, slot, min(slot) over whole as kept, count(*) over whole as rows,
      sum(count) over whole as count, sum(amount_minor) over whole as amount_minor
      from held window whole as (partition by project_id, type, state)),
    summed as (update document_tally t set count = k.count, amount_minor = k.amount_minor from folded k
      where t.company_id = ${tx.companyId} and ${sameCounter} and t.slot = k.slot and k.slot = k.kept and k.rows > 1)
    delete from document_tally t using folded k
    where t.company_id = ${tx.companyId} and ${sameCounter} and t.slot = k.slot and k.slot > k.kept`)
}
