// The queue of whoever executes, whose predicate is SQL, against the rule that says who may confirm: `awaitsExecution` and
// `executionAbilities` name the same orders, whoever had a hand in them and whoever stands in for whom.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { anotherExecutor } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'

let app: TestApp
let cast: Cast
let order = ''
let person = { id: '', token: '' }
/** Two who execute, in whose place the person may. */
let principals: string[] = []

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'cola', { approvers: 1 })
  const second = await app.tokens.verifyAccessToken(await anotherExecutor(app, cast))
  principals = [cast.executorId, second.userId]
  const id = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
  person = { id, token: await app.signIn(cast.address('relevo')) }
  order = await ordersOf(app, cast).approved({ amountMinor: '10000' })
})
afterAll(() => app.stop())

const hand = fc.constantFrom('person', 'first', 'second', null)
const mandate = fc.option(
  fc.record({
    covers: fc.constantFrom('execute', 'both', 'approve'),
    from: fc.constantFrom(-1, 0, 1),
    maxMinor: fc.constantFrom(null, 9_999, 10_000),
  }),
  { nil: null },
)
const facts = fc.record({
  executes: fc.boolean(),
  mandates: fc.tuple(mandate, mandate),
  author: hand,
  decider: hand,
  forcer: hand,
  executorMayApprove: fc.boolean(),
})
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never

const idFrom = (who: Facts['author']): string | null =>
  who === null ? null : who === 'person' ? person.id : (principals[who === 'first' ? 0 : 1] ?? null)

/** Writes the facts into the rows of the one order. */
async function write({ executes, mandates, author, decider, forcer, executorMayApprove }: Facts) {
  const { companyId, projectId } = cast
  await app.tamper(sql`delete from project_permission
    where company_id = ${companyId} and user_id = ${person.id}`)
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    select ${companyId}, ${projectId}, ${person.id}, each from unnest('{view,execute}'::text[]) each where ${executes}`)
  await app.tamper(sql`delete from delegation where company_id = ${companyId}`)
  for (const [index, each] of mandates.entries())
    if (each)
      await app.tamper(sql`insert into delegation (company_id, id, from_user, to_user, starts_on, ends_on, covers,
        max_minor, currency, created_by, created_at) values (${companyId}, ${newId()}, ${principals[index]}, ${person.id},
        ${dayFromToday(each.from)}, ${dayFromToday(5)}, ${each.covers}, ${each.maxMinor},
        ${each.maxMinor === null ? null : 'EUR'}, ${principals[index]}, now())`)
  await app.tamper(sql`update document_revision set made_by = ${idFrom(author) ?? cast.clientId}
    where company_id = ${companyId} and document_id = ${order}`)
  await app.tamper(sql`update approval set decided_by = ${idFrom(decider)}::uuid
    where company_id = ${companyId} and document_id = ${order}`)
  await app.tamper(sql`update approval_stage set forced_by = ${idFrom(forcer)}::uuid,
    forced_at = ${forcer === null ? null : new Date().toISOString()}::timestamptz, forced_reason = ${forcer === null ? null : 'x'}
    where company_id = ${companyId} and document_id = ${order}`)
  await app.tamper(sql`update company set executor_may_approve = ${executorMayApprove}
    where company_id = ${companyId}`)
}

test('the queue has an order exactly where the rule lets its reader confirm it', async () => {
  const seen = { offered: 0, kept: 0 }
  await fc.assert(
    fc.asyncProperty(facts, async each => {
      await write(each)
      const { body: queue } = await app.ask('/api/executions/pending', { as: person.token })
      const isOffered = queue.items.some(
        ({ document }: { document: { id: string } }) => document.id === order,
      )
      const { status, body } = await app.ask(`/api/documents/${order}/execution`, { as: person.token })
      expect(isOffered).toBe(status === 200 && body.can.confirm === true)
      seen[isOffered ? 'offered' : 'kept'] += 1
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 60) },
  )
  expect(Math.min(seen.offered, seen.kept)).toBeGreaterThan(5)
})
