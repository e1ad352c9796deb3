// Several executions confirmed together: each in its own transaction with its own fact, under one reference and proof.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { insertFile } from '#features/files/store.ts'
import { newId } from '#kernel/ids.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { anotherExecutor, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday, nextPayDay } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
let second = ''

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  orders = ordersOf(app, cast)
  await payFrom(app, cast)
  second = await anotherExecutor(app, cast)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const read = (documentId: string, revision = 1) => ({ documentId, revision })
type Told = { documentId: string; confirmed: true | { refused: string; text: string } }

const send = (items: readonly object[], as: string | undefined = cast.executor, over = {}, key = newId()) =>
  orders.post(
    '/api/executions/bulk',
    as,
    { items, executedOn: dayFromToday(), reference: 'TRF-7', ...over },
    key,
  )
const outcomes = ({ body }: { body: { items: Told[] } }) =>
  body.items.map(({ confirmed }) => (confirmed === true ? true : confirmed.refused))

const several = async (count: number) => {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await orders.approved())
  return ids
}

async function proof(): Promise<string> {
  return asSystem(app.db, cast.companyId, async tx => {
    const file = { id: newId(), name: 'recibo.pdf', mediaType: 'application/pdf', size: 900 }
    await insertFile(tx, { ...file, sha256: 'cd'.repeat(32), uploadedBy: cast.executorId })
    return file.id
  })
}

describe('executions confirmed together', () => {
  test('leave one reference and one proof at each, and move the budget of each', async () => {
    const ids = await several(3)
    const [, , committed = 0, used = 0] = await orders.balance()
    const proofFileId = await proof()
    expect(
      outcomes(
        await send(
          ids.map(id => read(id)),
          cast.executor,
          { proofFileId },
        ),
      ),
    ).toEqual([true, true, true])
    expect((await orders.balance()).slice(2)).toEqual([committed - 30_000, used + 30_000])
    for (const id of ids) {
      const { execution } = (await app.ask(`/api/documents/${id}/execution`, { as: cast.client })).body
      expect(execution).toMatchObject({ reference: 'TRF-7', proof: { fileId: proofFileId } })
      const actions = (await app.journal(cast.companyId, id)).map(event => event.action)
      expect(actions.filter(action => action === 'execution.confirmed')).toHaveLength(1)
    }
  })

  test('say of each that could not be why, and confirm the others', async () => {
    const [fine = '', done = '', stale = '', batched = ''] = await several(4)
    await orders.confirm(done, cast.executor)
    await orders.post('/api/payment-batches', cast.executor, { documentIds: [batched], payOn: nextPayDay() })
    const open = await orders.submit()
    const answer = await send([
      read(done),
      read(stale, 2),
      read(batched),
      read(open),
      read('DOC-999'),
      read(fine),
    ])
    expect(outcomes(answer)).toEqual([
      'already_executed',
      'stale_revision',
      'in_payment_batch',
      'not_approved',
      'not_found',
      true,
    ])
    expect(answer.body.items[2].confirmed.text).toMatch(/^El pedido está en la remesa R-/)
    expect((await orders.card(stale)).state).toBe('approved')
  })

  test('with one key sent again, at once or later, are confirmed once with the same answers', async () => {
    const ids = await several(2)
    const key = newId()
    const items = ids.map(id => read(id))
    await Promise.all([send(items, cast.executor, {}, key), send(items, cast.executor, {}, key)])
    expect(outcomes(await send(items, cast.executor, {}, key))).toEqual([true, true])
    for (const id of ids) {
      const actions = (await app.journal(cast.companyId, id)).map(event => event.action)
      expect(actions.filter(action => action === 'execution.confirmed')).toHaveLength(1)
    }
  })

  test('by two people at once are confirmed by one of them each', async () => {
    const ids = await several(3)
    const items = ids.map(id => read(id))
    const [mine, theirs] = await Promise.all([send(items), send(items.toReversed(), second)])
    const wins = [...outcomes(mine), ...outcomes(theirs)].filter(outcome => outcome === true)
    expect(wins).toHaveLength(3)
  })

  test('are for who executes: of others each is refused, of another company none exists', async () => {
    const ids = await several(1)
    const items = ids.map(id => read(id))
    expect((await app.ask('/api/executions/bulk', { method: 'POST', body: { items } })).status).toBe(401)
    for (const as of [cast.admin, cast.client, cast.approvers[0]])
      expect(outcomes(await send(items, as))).toEqual(['forbidden'])
    const other = await makeCast(app, 'ajena')
    expect(outcomes(await send([read(ids[0] ?? '')], other.executor))).toEqual(['not_found'])
    expect((await orders.card(ids[0] ?? '')).state).toBe('approved')
  })

  test('take no file of somebody else’s as their proof, and need one where the company asks for it', async () => {
    const ids = await several(1)
    const items = ids.map(id => read(id))
    const proofFileId = await proof()
    expect(outcomes(await send(items, second, { proofFileId }))).toEqual(['file_not_yours'])
    const settings = (proofRequired: boolean) =>
      app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body: { proofRequired } })
    await settings(true)
    expect(outcomes(await send(items))).toEqual(['proof_required'])
    await settings(false)
  })

  test.each([
    ['none', []],
    ['one twice', [read('DOC-001'), read('DOC-001')]],
    ['more than a hundred', Array.from({ length: 101 }, (_, at) => read(`DOC-${1000 + at}`))],
    ['an id that is none', [read('PRJ-001')]],
  ])('of %s are refused at their field', async (_, items) => {
    const { status, body } = await send(items)
    expect([status, body.issues[0].pointer]).toEqual([422, expect.stringMatching(/^\/items/)])
  })
})
