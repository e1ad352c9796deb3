// Transitions that the rules do not know are refused by the database itself, by the row's previous state.
import { afterAll, expect, test } from 'vitest'
import { type DocumentState, documentStates, mayMove } from '#features/documents/rules.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte')
const id = await ordersOf(app, cast).submit()

const causeOf = (state: DocumentState) => (state === 'blocked' ? part`'contract_inactive'` : part`null`)

/** As the owner of the table, who may lay its triggers aside. */
async function put(state: DocumentState): Promise<void> {
  await app.tamper(sql`alter table document disable trigger document_moves`)
  await app.tamper(sql`update document set state = ${state}, block_cause = ${causeOf(state)},
    previous_state = ${claimed(state)}, approvals_approved = approvals_total, approvals_pending = 0
    where company_id = ${cast.companyId} and id = ${id}`)
  await app.tamper(sql`alter table document enable trigger document_moves`)
}

/** Earlier states that a statement may claim for a row, and be believed by the constraint. */
const claimed = (to: DocumentState): DocumentState => documentStates.find(from => mayMove(from, to)) ?? to

const moved = (to: DocumentState): Promise<boolean> =>
  asSystem(app.db, cast.companyId, tx =>
    tx.run(sql`update document set state = ${to}, block_cause = ${causeOf(to)}, previous_state = ${claimed(to)}
      where company_id = ${cast.companyId} and id = ${id}`),
  ).then(
    () => true,
    () => false,
  )

const pairs = documentStates.flatMap(from =>
  documentStates.filter(to => to !== from).map(to => [from, to] as const),
)

test.each(pairs)(
  'from %s to %s it goes exactly when the rules say so, whatever the statement says',
  async (from, to) => {
    await put(from)
    expect(await moved(to)).toBe(mayMove(from, to))
  },
)
