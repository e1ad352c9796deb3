import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { euros, rule, scene, stage, statusAndType, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

describe('a draft', () => {
  test('is saved over what was seen, published once, and refused when it could never be satisfied', async () => {
    const { ask, person, publish } = await scene(app, 'borrador')
    const dora = await person('dora')
    const rules = [rule([stage({ approvers: users(dora.id) })])]
    const save = (revision: number | null, given: object[] = rules) =>
      ask('/api/flows/draft', 'PUT', { revision, rules: given })
    const send = (revision: number) => ask('/api/flows/publications', 'POST', { revision })
    expect(statusAndType(await send(1))).toEqual([409, '/problems/no_draft'])
    expect((await save(null)).body).toEqual({ revision: 1, findings: [] })
    expect(statusAndType(await save(null))).toEqual([409, '/problems/stale_draft'])
    expect((await save(1)).body).toEqual({ revision: 2, findings: [] })
    expect(statusAndType(await send(1))).toEqual([409, '/problems/stale_draft'])
    const sent = await Promise.all(Array.from({ length: 5 }, () => send(2)))
    expect(sent.filter(answer => answer.status === 200)).toHaveLength(1)
    expect((await ask('/api/flows')).body).toMatchObject({ draft: null, published: { version: 1, rules } })
    expect(statusAndType(await publish(...rules))).toEqual([409, '/problems/same_rules'])
    const seen = (await ask('/api/flows')).body.draft.revision
    const quorum = stage({ mode: 'quorum', quorum: 2, approvers: users(dora.id) })
    const impossible = rule([stage({ approvers: users(newId()) }), { ...quorum, turn: 2 }])
    const { findings } = (await save(seen, [...rules, impossible])).body
    expect(findings.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/rules/1/stages/0/approvers/userIds',
      '/rules/1/stages/1/quorum',
    ])
    expect((await ask('/api/flows')).body.draft.rules).toHaveLength(2)
    expect(statusAndType(await send(seen + 1))).toEqual([409, '/problems/unknown_person'])
    expect((await ask('/api/flows/draft', 'DELETE', { revision: seen + 1 })).status).toBe(200)
    expect((await ask('/api/flows')).body.draft).toBeNull()
  })

  test('names only what is of the company, and is its administrators’ alone', async () => {
    const { cast, ask, publish } = await scene(app, 'propio')
    const elsewhere = await makeCast(app, 'otraempresa')
    const foreign = (conditions: object, approvers: object = { kind: 'project_approvers' }) =>
      publish(rule([stage({ approvers })], conditions))
    for (const answer of [
      await foreign({ projectIds: ['PRJ-999'] }),
      await foreign({ contractIds: ['CTR-999'] }),
      await foreign({}, users(elsewhere.approverIds[0] ?? '')),
    ])
      expect(answer.status).toBe(409)
    for (const as of [cast.client, cast.executor, cast.approvers[0]]) {
      expect((await ask('/api/flows', 'GET', undefined, as)).status).toBe(403)
      expect((await ask('/api/flows/draft', 'PUT', { revision: null, rules: [] }, as)).status).toBe(403)
      expect((await ask('/api/flows/publications', 'POST', { revision: 1 }, as)).status).toBe(403)
      expect((await ask('/api/company/budget-owners', 'GET', undefined, as)).status).toBe(403)
    }
    expect((await ask('/api/flows', 'GET', undefined, elsewhere.admin)).body.draft).toBeNull()
  })
})

describe('a simulation', () => {
  test('tells which orders of the last months, and of those on their way, would take another path', async () => {
    const { cast, orders, person, ask, publish } = await scene(app, 'simulada')
    const dora = await person('dora')
    expect((await ask('/api/flows/simulation')).status).toBe(404)
    const [small, big] = [await orders.submit(), await orders.submit({ amountMinor: '500000' })]
    const executed = await orders.approved({ amountMinor: '600000' })
    expect((await orders.confirm(executed, cast.executor)).status).toBe(200)
    const save = async (revision: number | null, ...rules: object[]) =>
      expect((await ask('/api/flows/draft', 'PUT', { revision, rules })).status).toBe(200)
    const direction = rule([stage({ approvers: users(dora.id) })], { from: euros('500000') })
    await save(null, direction)
    const { body } = await ask('/api/flows/simulation')
    expect(body).toMatchObject({ tried: 3, changed: 2, isCapped: false, days: 90 })
    expect(body.taken).toEqual([{ ruleId: direction.id, count: 2 }])
    expect(
      body.items.map((item: { documentId: string; inFlight: boolean }) => [item.documentId, item.inFlight]),
    ).toEqual([
      [executed, false],
      [big, true],
    ])
    expect(body.items[1]).toMatchObject({
      before: { rule: null, stages: [{ mode: 'all', needed: 2 }] },
      after: { rule: 'Pagos grandes', stages: [{ mode: 'any', people: ['dora Pérez'] }] },
    })
    // Earlier orders count as they did: the third of these passes the sum, the first two do not.
    const summed = rule([stage({ approvers: users(dora.id) })], { cumulativeFrom: euros('1100000') })
    await save(1, summed)
    const cumulative = (await ask('/api/flows/simulation')).body
    expect(cumulative.items.map((item: { documentId: string }) => item.documentId)).toEqual([executed])
    expect(small).not.toBe(big)
    for (const as of [cast.client, cast.executor])
      expect((await ask('/api/flows/simulation', 'GET', undefined, as)).status).toBe(403)
    await publish(direction)
    expect((await ask('/api/flows/simulation')).status).toBe(404)
  })
})
