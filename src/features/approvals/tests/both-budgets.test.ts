// Orders that exceed their contract and their cost centre: the budget owners read both reasons.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { centresIn } from '#tests/support/centres.ts'
import { rule, stage } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const both =
  'El pedido supera lo que queda en su contrato y en el presupuesto de su centro de coste: lo aprueba un responsable de presupuesto'
const contractAlone = 'El pedido supera lo que queda en su contrato: lo aprueba un responsable de presupuesto'

/** A contract of 150 € and a centre of 50 €, both of which ask olga for what exceeds them. */
async function tight(name: string) {
  const made = await centresIn(app, name, { total: '15000', overrunPolicy: 'requiere_aprobacion' })
  const { centre, person, ask } = made
  const olga = await person('olga')
  await ask('/api/company/budget-owners', 'PUT', { userIds: [olga.id] })
  return {
    ...made,
    olga,
    costCentreId: await centre({ code: 'OBR', overrunPolicy: 'requiere_aprobacion' }, '5000'),
  }
}

type Card = { stages: { basis: string }[] }
const lastBasis = ({ stages }: Card) => stages.at(-1)?.basis

test('one that exceeds both when it is sent says both reasons, and keeps them once it is approved', async () => {
  const { cast, orders, olga, costCentreId } = await tight('ambos')
  const id = await orders.submit({ costCentreId, amountMinor: '20000' })
  expect(lastBasis(await orders.card(id))).toBe(both)
  await orders.decide(id, cast.approvers[0])
  expect((await orders.decide(id, olga.token)).body.state).toBe('approved')
  expect(lastBasis(await orders.card(id))).toBe(both)
})

test('one that exceeds both only when its last approval comes says both', async () => {
  const { cast, orders, ask, costCentreId } = await tight('luego')
  const id = await orders.submit({ costCentreId, amountMinor: '4000' })
  const other = await orders.submit({ costCentreId, amountMinor: '3000' })
  for (const sent of [id, other]) expect((await orders.card(sent)).stages).toHaveLength(1)
  const { body } = await ask(`/api/contracts/${cast.payable}`)
  const amended = { revision: body.revision, totalMinor: '3500', reason: 'Menos' }
  expect((await orders.post(`/api/contracts/${cast.payable}/amendments`, cast.admin, amended)).status).toBe(
    200,
  )
  await orders.decide(other, cast.approvers[0])
  await orders.decide(id, cast.approvers[0])
  expect(lastBasis(await orders.card(id, cast.admin))).toBe(both)
})

test('one that exceeds its contract alone says that alone, with a centre that has room, or that only warns', async () => {
  const { centre, orders } = await tight('uno')
  const [roomy, lax] = [
    await centre({ code: 'AMPLIO', overrunPolicy: 'requiere_aprobacion' }, '90000'),
    await centre({ code: 'LAXO', overrunPolicy: 'avisar' }, '5000'),
  ]
  for (const costCentreId of [null, roomy, lax]) {
    const id = await orders.submit({ costCentreId, amountMinor: '20000' })
    expect(lastBasis(await orders.card(id))).toBe(contractAlone)
  }
})

test('one that waited for somebody to approve it says both, without counting itself twice', async () => {
  const { orders, publish, costCentreId, centre } = await tight('espera')
  const nobody = rule([stage({ approvers: { kind: 'project_approvers' }, mode: 'quorum', quorum: 9 })])
  expect((await publish(nobody)).status).toBe(200)
  const exact = await centre({ code: 'JUSTO', overrunPolicy: 'requiere_aprobacion' }, '20000')
  const [fits, exceeds] = [
    await orders.submit({ costCentreId: exact, amountMinor: '20000' }),
    await orders.submit({ costCentreId, amountMinor: '20000' }),
  ]
  expect((await publish()).status).toBe(200)
  expect(lastBasis(await orders.card(fits))).toBe(contractAlone)
  expect(lastBasis(await orders.card(exceeds))).toBe(both)
})

test('the preview names both to whoever reads the centre’s budgets, and the contract alone to others', async () => {
  const { cast, costCentreId, ask, person } = await tight('vista')
  const asked = async (as: string, amountMinor: string) => {
    const query = new URLSearchParams({ providerId: cast.providerId, amountMinor, costCentreId })
    const { body, status } = await ask(`/api/projects/${cast.projectId}/route?${query}`, 'GET', undefined, as)
    expect([status, body.type]).toEqual([200, undefined])
    return [body.exceedsCentre, body.stages.at(-1).basis]
  }
  expect(await asked(cast.client, '16000')).toEqual([true, both])
  expect((await asked(cast.client, '6000'))[1]).toMatch(/^Flujo general/)
  const user = await person('usuaria', 'client_user', cast.clientId)
  await ask(`/api/projects/${cast.projectId}/permissions/${user.id}`, 'PUT', {
    permissions: ['view', 'edit'],
  })
  // Whoever may choose the centre and not read its budget would find it out by typing amounts.
  expect(await asked(user.token, '16000')).toEqual([false, contractAlone])
})
