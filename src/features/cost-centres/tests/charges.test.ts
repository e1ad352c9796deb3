// Orders charged to a cost centre: what they take of it, when, and when they may not.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { startProduct } from '#tests/support/cast.ts'
import { centresIn } from '#tests/support/centres.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { statusAndType } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

test('an order asks of its centre when it is sent, commits when it is approved, uses when it is paid, beside its contract', async () => {
  const { cast, centre, balance, orders } = await centresIn(app, 'vida')
  const costCentreId = await centre({ code: 'OBR' }, '50000')
  const id = await orders.submit({ costCentreId })
  expect(await balance(costCentreId)).toEqual([10000, 0, 0])
  await orders.decide(id, cast.approvers[0])
  expect(await balance(costCentreId)).toEqual([0, 10000, 0])
  await orders.post(`/api/documents/${id}/undoing`, cast.approvers[0], { revision: 1 })
  expect(await balance(costCentreId)).toEqual([10000, 0, 0])
  await orders.decide(id, cast.approvers[0])
  await orders.confirm(id, cast.executor)
  expect(await balance(costCentreId)).toEqual([0, 0, 10000])
  const came = { revision: 1, payment: 1, attempt: 1, returnedOn: dayFromToday(), reason: 'Cuenta cerrada' }
  expect((await orders.post(`/api/documents/${id}/execution/return`, cast.executor, came)).status).toBe(200)
  expect(await balance(costCentreId)).toEqual([0, 10000, 0])
  await orders.post(`/api/documents/${id}/cancellation`, cast.admin, { revision: 1, reason: 'Ya no' })
  expect(await balance(costCentreId)).toEqual([0, 0, 0])
  expect(await orders.balance()).toEqual([100000000, 0, 0, 0])
})

test('a rejected, a withdrawn and a returned order free what they asked, and a correction asks of the new centre alone', async () => {
  const { cast, centre, balance, orders, ask } = await centresIn(app, 'libera')
  const [first, second] = [await centre({ code: 'A' }), await centre({ code: 'B' })]
  await orders.decide(await orders.submit({ costCentreId: first }), cast.approvers[0], 'reject', {
    comment: 'No',
  })
  const id = await orders.submit({ costCentreId: first })
  await orders.decide(id, cast.approvers[0], 'return', { comment: 'Otro centro' })
  expect(await balance(first)).toEqual([0, 0, 0])
  const corrected = { ...cast.order, amountMinor: '7000', revision: 1 }
  const answer = await ask(`/api/documents/${id}`, 'PUT', { ...corrected, costCentreId: second }, cast.client)
  expect(answer.status).toBe(200)
  expect([await balance(first), await balance(second)]).toEqual([
    [0, 0, 0],
    [7000, 0, 0],
  ])
  await orders.post(`/api/documents/${id}/withdrawal`, cast.client, { revision: 2 })
  expect(await balance(second)).toEqual([0, 0, 0])
  const without = await ask(`/api/documents/${id}`, 'PUT', { ...corrected, revision: 2, costCentreId: null })
  expect(without.status).toBe(200)
  expect((await orders.card(id)).costCentre).toBeNull()
  const changes = await ask(`/api/projects/${cast.projectId}/documents/${id}/changes`)
  expect(changes.body.items.map(({ texts }: { texts: object[] }) => texts[0])).toEqual([
    { field: 'costCentre', before: 'B', after: null },
    { field: 'costCentre', before: 'A', after: 'B' },
  ])
})

test('a credit note gives back to the centre of its order what was used of it, whatever it names itself', async () => {
  const { cast, centre, balance, orders } = await centresIn(app, 'abona')
  const costCentreId = await centre({ code: 'OBR' })
  const id = await orders.approved({ costCentreId })
  await orders.confirm(id, cast.executor)
  const note = await orders.post(`/api/documents/${id}/credit-notes`, cast.client, {
    revision: 1,
    name: 'Devolución',
    amountMinor: '4000',
    invoiceNumber: 'AB-1',
    duplicateReason: 'Es un abono',
  })
  expect(note.status, JSON.stringify(note.body)).toBe(200)
  expect(await balance(costCentreId)).toEqual([0, 0, 10000])
  await orders.decide(note.body.id, cast.approvers[0])
  await orders.confirm(note.body.id, cast.executor)
  expect(await balance(costCentreId)).toEqual([0, 0, 6000])
  expect((await orders.card(note.body.id, cast.admin)).costCentre).toMatchObject({ code: 'OBR' })
})

test('under bloquear nothing is sent or approved beyond the budget of the year, and the refusal says how much is left to whoever may know', async () => {
  const { cast, centre, change, orders, send } = await centresIn(app, 'bloquea')
  const own = await centre({ code: 'PROPIO' }, '15000')
  const waiting = [await orders.submit({ costCentreId: own }), await orders.submit({ costCentreId: own })]
  await change(own, { overrunPolicy: 'bloquear' })
  const refused = await send({ costCentreId: own })
  expect(statusAndType(refused)).toEqual([409, '/problems/cost_centre_exceeded'])
  expect(JSON.stringify(refused.body)).toMatch(/centro de coste PROPIO: quedan -50\s€/)
  expect((await orders.decide(waiting[0] ?? '', cast.approvers[0])).body.state).toBe('approved')
  const second = await orders.decide(waiting[1] ?? '', cast.approvers[0])
  expect(statusAndType(second)).toEqual([409, '/problems/cost_centre_exceeded'])
  expect(JSON.stringify(second.body)).toContain('PROPIO')
  expect(JSON.stringify(second.body)).not.toContain('quedan')
})

test('of two approvals at once on one centre that has room for one, one is refused', async () => {
  const { cast, centre, change, orders } = await centresIn(app, 'carrera', { approvers: 1 })
  const costCentreId = await centre({ code: 'UNO' }, '15000')
  const ids = [await orders.submit({ costCentreId }), await orders.submit({ costCentreId })]
  await change(costCentreId, { overrunPolicy: 'bloquear' })
  const answers = await Promise.all(ids.map(id => orders.decide(id, cast.approvers[0])))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('of two orders sent at once that find room for one, one is refused', async () => {
  const { centre, send, balance } = await centresIn(app, 'envio')
  const costCentreId = await centre({ code: 'UNO', overrunPolicy: 'bloquear' }, '15000')
  const answers = await Promise.all([send({ costCentreId }), send({ costCentreId })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await balance(costCentreId)).toEqual([10000, 0, 0])
})

test('under requiere_aprobacion an order that exceeds its centre also needs a budget owner', async () => {
  const { cast, centre, orders, person, ask } = await centresIn(app, 'permiso')
  const olga = await person('olga')
  await ask('/api/company/budget-owners', 'PUT', { userIds: [olga.id] })
  const costCentreId = await centre({ code: 'OBR', overrunPolicy: 'requiere_aprobacion' }, '5000')
  const id = await orders.submit({ costCentreId })
  expect((await orders.decide(id, cast.approvers[0])).body.state).toBe('in_approval')
  const { stages } = await orders.card(id, cast.admin)
  expect(stages[1]).toMatchObject({ origin: 'overrun' })
  expect(stages[1].basis).toContain('centro de coste')
  expect((await orders.decide(id, olga.token)).body.state).toBe('approved')
})

test('an overrun that only warns is told beside the order, and sets it aside from those approved together', async () => {
  const { cast, centre, orders, ask } = await centresIn(app, 'avisa')
  const costCentreId = await centre({ code: 'OBR' }, '5000')
  const id = await orders.submit({ costCentreId })
  const told = await ask(`/api/documents/${id}/cost-centre`)
  expect(told.status, JSON.stringify(told.body)).toBe(200)
  expect(told.body.costCentre).toMatchObject({
    code: 'OBR',
    overrun: 'exceeded',
    budget: { total: { minor: '5000' }, requested: { minor: '10000' } },
  })
  const body = { items: [{ documentId: id, revision: 1 }] }
  const together = await orders.post('/api/approvals/bulk', cast.approvers[0], body)
  expect(together.body.items[0]).toMatchObject({ outcome: 'set_aside' })
  expect(together.body.items[0].attention).toContain('over_budget')
  expect((await orders.decide(id, cast.approvers[0])).body.state).toBe('approved')
  expect((await ask(`/api/documents/${id}/cost-centre`)).body.costCentre.overrun).toBeNull()
})

test('a ledger or an order changed outside the product is found', async () => {
  const { cast, centre, orders } = await centresIn(app, 'tocado')
  const [costCentreId, other] = [await centre({ code: 'A' }, '90000'), await centre({ code: 'B' })]
  const id = await orders.approved({ costCentreId })
  const isFound = async (change: ReturnType<typeof sql>, back: ReturnType<typeof sql>) => {
    await app.tamper(change)
    expect(Object.keys(await brokenInvariants(app)).length, change.text).toBeGreaterThan(0)
    await app.tamper(back)
    expect(await brokenInvariants(app)).toEqual({})
  }
  const ofCentre = cast.companyId
  await isFound(
    sql`update cost_centre_entry set committed_minor = committed_minor + 1 where company_id = ${ofCentre} and cause = 'approved'`,
    sql`update cost_centre_entry set committed_minor = committed_minor - 1 where company_id = ${ofCentre} and cause = 'approved'`,
  )
  await isFound(
    sql`update cost_centre_slot set used_minor = used_minor + 1 where company_id = ${ofCentre}`,
    sql`update cost_centre_slot set used_minor = used_minor - 1 where company_id = ${ofCentre}`,
  )
  await isFound(
    sql`update document set previous_state = state, cost_centre_id = ${other} where company_id = ${ofCentre} and id = ${id}`,
    sql`update document set previous_state = state, cost_centre_id = ${costCentreId} where company_id = ${ofCentre} and id = ${id}`,
  )
  await isFound(
    sql`update document set previous_state = state, cost_centre_year = 2001 where company_id = ${ofCentre} and id = ${id}`,
    sql`update document set previous_state = state, cost_centre_year = extract(year from submitted_at at time zone 'Europe/Madrid')
      where company_id = ${ofCentre} and id = ${id}`,
  )
  await isFound(
    sql`update cost_centre set status = 'inactive' where company_id = ${ofCentre} and code = 'A'`,
    sql`update cost_centre set status = 'active' where company_id = ${ofCentre} and code = 'A'`,
  )
  await isFound(
    sql`update cost_centre_budget set total_minor = 90001 where company_id = ${ofCentre}`,
    sql`update cost_centre_budget set total_minor = 90000 where company_id = ${ofCentre}`,
  )
})
