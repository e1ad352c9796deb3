// A project's data and whether it takes orders: who changes it, over whose version, and within which plan.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let cast: Cast

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
})
afterAll(() => app.stop())

const read = async (as = cast.admin, id = cast.projectId) =>
  (await app.ask(`/api/projects/${id}`, { as })).body
const change = async (over: object = {}, as: string | undefined = cast.admin, id = cast.projectId) => {
  const { name, description, total, status, updatedAt } = await read()
  const body = { name, description, totalMinor: total.minor, status, seen: updatedAt, ...over }
  return app.ask(`/api/projects/${id}`, { method: 'PUT', as, body })
}

describe('a project', () => {
  test('is renamed and described, and the journal keeps both sides', async () => {
    expect((await change({ name: 'Obra mayor', description: 'Cubierta' })).status).toBe(200)
    expect(await read()).toMatchObject({ name: 'Obra mayor', description: 'Cubierta', status: 'active' })
    const events = await app.journal(cast.companyId, cast.projectId)
    expect(events.at(-1)).toMatchObject({ action: 'project.changed', after: { name: 'Obra mayor' } })
  })

  test('that is switched off takes no order and lets those it has go on; switched on, it takes them again', async () => {
    const orders = ordersOf(app, cast)
    const open = await orders.submit()
    expect((await change({ status: 'inactive' })).status).toBe(200)
    expect((await orders.post('/api/documents', cast.client, cast.order)).status).toBe(409)
    for (const approver of cast.approvers) expect((await orders.decide(open, approver)).status).toBe(200)
    expect((await change({ status: 'active' })).status).toBe(200)
    expect((await orders.post('/api/documents', cast.client, cast.order)).status).toBe(200)
  })

  test('is nobody’s to change but the administrator’s, and another company’s does not exist', async () => {
    const other = await makeCast(app, 'sur')
    for (const as of [cast.client, cast.executor, cast.approvers[0]])
      expect((await change({ name: 'Otra' }, as)).status).toBe(403)
    expect((await change({ name: 'Otra' }, other.admin, 'PRJ-999')).status).toBe(404)
    expect((await read()).name).toBe('Obra mayor')
  })

  test('changed by two at once is changed by one of them', async () => {
    const { updatedAt } = await read()
    const answers = await Promise.all(['Una', 'Dos'].map(name => change({ name, seen: updatedAt })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.type).toMatch(/stale_project/)
  })

  test('says at its field what is wrong', async () => {
    for (const [over, pointer] of [
      [{ name: ' ' }, '/name'],
      [{ totalMinor: '0' }, '/totalMinor'],
      [{ status: 'cerrado' }, '/status'],
      [{ seen: 'ayer' }, '/seen'],
    ] as const) {
      const { status, body } = await change(over)
      expect([status, body.issues?.[0]?.pointer]).toEqual([422, pointer])
    }
  })
})
