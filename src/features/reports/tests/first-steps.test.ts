import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FirstStepsWire } from '#features/reports/wire/first-steps.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let cast: Cast

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
})
afterAll(() => app?.stop())

const read = async (as: string): Promise<FirstStepsWire> => {
  const answer = await app.ask('/api/reports/first-steps', { as })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

test('the first steps are an administrator’s alone', async () => {
  expect((await app.ask('/api/reports/first-steps')).status).toBe(401)
  for (const as of [cast.client, cast.executor, cast.approvers[0]])
    expect((await app.ask('/api/reports/first-steps', { as })).status).toBe(403)
})

test('a company with nothing has taken none', async () => {
  await app.person(await app.company('free', 'Vacía'), 'admin', 'sola@pruebas.example')
  expect(await read(await app.signIn('sola@pruebas.example'))).toEqual({
    isDone: false,
    hasClients: false,
    hasProviders: false,
    hasContracts: false,
    hasApprovers: false,
    hasExecutors: false,
    project: null,
    order: null,
    invited: [],
    can: { makeSample: true },
  })
})

test('they go from a project to an order, say whom it waits for, and end with its approval', async () => {
  const all = {
    hasClients: true,
    hasProviders: true,
    hasContracts: true,
    hasApprovers: true,
    hasExecutors: true,
  }
  const project = { id: cast.projectId }
  expect(await read(cast.admin)).toMatchObject({ isDone: false, ...all, project, order: null })
  const orders = ordersOf(app, cast)
  const id = await orders.submit()
  const order = {
    id,
    projectId: cast.projectId,
    state: 'in_approval',
    waitsFor: ['Aprobador 0 Pérez', 'Aprobador 1 Pérez'],
  }
  expect(await read(cast.admin)).toMatchObject({ isDone: false, order })
  for (const approver of cast.approvers) await orders.decide(id, approver)
  expect(await read(cast.admin)).toMatchObject({ isDone: true, ...all, project: null, order: null })
})

test('whoever has not accepted the invitation is named', async () => {
  const one = await makeCast(app, 'sur')
  const invited = await app.ask('/api/people', {
    method: 'POST',
    as: one.admin,
    body: { name: 'Ana', lastName: 'Primera', email: one.address('invitada'), role: 'approver' },
  })
  expect(invited.status).toBe(200)
  expect((await read(one.admin)).invited).toEqual(['Ana Primera'])
})
