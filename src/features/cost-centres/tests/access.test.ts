// Who makes centres, who knows them, and whose orders they take.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
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

type Centre = { code: string }
const codes = ({ body }: { body: { items: Centre[] } }) => body.items.map(({ code }) => code)

/** A company with a centre of its own, one of its client and one of another client, and people of each kind. */
async function stage(name: string) {
  const made = await centresIn(app, name)
  const { cast, centre, person } = made
  const other = await makeCast(app, `${name}2`, { companyId: cast.companyId, approvers: 1 })
  const ids = {
    whole: await centre({ code: 'EMPRESA', clientId: null }, '50000'),
    own: await centre({ code: 'CLIENTE' }, '50000'),
    foreign: await centre({ code: 'AJENO', clientId: other.clientId }, '50000'),
  }
  const email = `proveedor.${name}@pruebas.example`
  await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
  const auditorEmail = `auditor.${name}@pruebas.example`
  await app.person(cast.companyId, 'auditor', auditorEmail)
  const people = {
    provider: await app.signIn(email),
    auditor: await app.signIn(auditorEmail),
    clientUser: (await person('usuaria', 'client_user', cast.clientId)).token,
  }
  return { ...made, other, ids, ...people }
}

test('each knows the centres of their own: the company’s people all, a client’s people its own, a provider’s none', async () => {
  const { cast, ask, auditor, clientUser, provider } = await stage('conocen')
  const choices = async (as: string | undefined) =>
    codes(await ask('/api/cost-centre-choices', 'GET', undefined, as))
  const all = ['AJENO', 'CLIENTE', 'EMPRESA']
  expect(await choices(cast.admin)).toEqual(all)
  expect(await choices(auditor)).toEqual(all)
  expect(await choices(cast.approvers[0])).toEqual(all)
  expect(await choices(cast.client)).toEqual(['CLIENTE'])
  expect(await choices(clientUser)).toEqual(['CLIENTE'])
  expect(await choices(provider)).toEqual([])
  const narrowed = await ask(`/api/cost-centre-choices?clientId=${cast.clientId}&currency=EUR&q=empre`)
  expect(codes(narrowed)).toEqual(['EMPRESA'])
})

test('budgets are read by whoever reads the company, and by a client of its own centres', async () => {
  const { cast, ids, ask, auditor, clientUser, provider } = await stage('leen')
  const list = async (as: string | undefined) => codes(await ask('/api/cost-centres', 'GET', undefined, as))
  expect(await list(auditor)).toEqual(['AJENO', 'CLIENTE', 'EMPRESA'])
  expect(await list(cast.client)).toEqual(['CLIENTE'])
  for (const as of [cast.approvers[0], clientUser, provider]) expect(await list(as)).toEqual([])
  const read = async (id: string, as: string | undefined) =>
    (await ask(`/api/cost-centres/${id}`, 'GET', undefined, as)).status
  expect(await read(ids.foreign, cast.client)).toBe(404)
  expect(await read(ids.own, clientUser)).toBe(404)
  expect(await read(newId(), cast.admin)).toBe(404)
  const seen = (await ask(`/api/cost-centres/${ids.own}`, 'GET', undefined, cast.client)).body
  expect(seen).toMatchObject({ history: [], ownPolicy: null, thisYear: { total: { minor: '50000' } } })
  expect(seen.can.change).toMatchObject({ refused: 'forbidden' })
  const choice = (await ask('/api/cost-centre-choices', 'GET', undefined, clientUser)).body.items[0]
  expect(choice.thisYear).toBeNull()
})

test('only administrators make and change centres, on the revision that they saw, and once', async () => {
  const { cast, ids, ask, auditor, detail } = await stage('cambian')
  const body = { code: 'NUEVO', name: 'Nuevo', currency: 'EUR', clientId: null }
  for (const as of [auditor, cast.client, cast.approvers[0]])
    expect((await ask('/api/cost-centres', 'POST', body, as)).status).toBe(403)
  const path = `/api/cost-centres/${ids.own}`
  const { revision } = await detail(ids.own)
  const budget = { revision, year: 2030, totalMinor: '7000', reason: 'Plan' }
  expect((await ask(`${path}/budgets`, 'POST', budget, auditor)).status).toBe(403)
  const twice = await Promise.all([1, 2].map(() => ask(`${path}/budgets`, 'POST', budget)))
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const late = { revision, status: 'inactive', reason: 'Tarde' }
  expect(statusAndType(await ask(`${path}/status`, 'POST', late))).toEqual([409, '/problems/stale_revision'])
  expect(statusAndType(await ask('/api/cost-centres', 'POST', { ...body, code: 'cliente' }))).toEqual([
    409,
    '/problems/code_taken',
  ])
  expect((await ask('/api/cost-centres', 'POST', { ...body, code: 'DISEÑO' })).status).toBe(200)
  for (const code of ['DISEÑO', 'diseño'])
    expect((await ask('/api/cost-centres', 'POST', { ...body, code })).body.type).toBe('/problems/code_taken')
  const stranger = await makeCast(app, 'cambian3')
  expect((await ask(`${path}/status`, 'POST', late, stranger.admin)).status).toBe(404)
  const foreign = { ...body, clientId: stranger.clientId }
  expect(statusAndType(await ask('/api/cost-centres', 'POST', foreign))).toEqual([
    409,
    '/problems/client_inactive',
  ])
})

test('a budget is set, changed and taken away with its reasons, and under bloquear never below what is spent', async () => {
  const { ids, budget, change, detail, orders } = await stage('presupuesta')
  await orders.approved({ costCentreId: ids.own })
  expect(statusAndType(await budget(ids.own, '50000'))).toEqual([409, '/problems/same_total'])
  expect((await budget(ids.own, '9999')).status).toBe(200)
  await budget(ids.own, '20000')
  await change(ids.own, { overrunPolicy: 'bloquear' })
  expect(statusAndType(await budget(ids.own, '9999'))).toEqual([409, '/problems/below_spent'])
  expect((await budget(ids.own, null, { reason: 'Sin límite' })).status).toBe(200)
  const { history, thisYear, years } = await detail(ids.own)
  expect(thisYear).toMatchObject({ total: null, committed: { minor: '10000' } })
  expect(years).toHaveLength(1)
  expect(history[0]).toMatchObject({ action: 'cost_centre.budget_set', reason: 'Sin límite' })
  for (const wrong of [
    { year: 1999 },
    { year: 2101 },
    { totalMinor: '0' },
    { totalMinor: '-1' },
    { reason: '' },
  ])
    expect((await budget(ids.own, '5', wrong)).status, JSON.stringify(wrong)).toBe(422)
})

test('an order is refused on a centre that its sender may not know, of another client or currency, or inactive', async () => {
  const { cast, ids, send, centre, setStatus, provider } = await stage('niega')
  const kind = async (costCentreId: string, as?: string) => (await send({ costCentreId }, as)).body.type
  for (const id of [ids.whole, ids.foreign, newId()])
    expect(await kind(id)).toBe('/problems/cost_centre_unknown')
  const stranger = await centresIn(app, 'niega3')
  const elsewhere = await stranger.centre({ code: 'OTRA' })
  expect(await kind(elsewhere, cast.admin)).toBe('/problems/cost_centre_unknown')
  expect(await kind(ids.own, provider)).not.toBeUndefined()
  expect(await kind(ids.foreign, cast.admin)).toBe('/problems/cost_centre_not_of_order')
  const dollars = await centre({ code: 'USD', currency: 'USD' })
  expect(await kind(dollars)).toBe('/problems/cost_centre_not_of_order')
  await setStatus(ids.own, 'inactive')
  expect(await kind(ids.own)).toBe('/problems/cost_centre_inactive')
  expect((await send({ costCentreId: ids.whole }, cast.admin)).status).toBe(200)
})

test('a centre that its editor may not know stays, inactive too, and nobody but who knows it reads or filters by it', async () => {
  const { cast, ids, orders, ask, send, setStatus, balance, provider, auditor } = await stage('guarda')
  const id = (await send({ costCentreId: ids.whole }, cast.admin)).body.id
  await orders.decide(id, cast.approvers[0], 'return', { comment: 'Cambia el monto' })
  const edit = { ...cast.order, amountMinor: '8000', revision: 1 }
  const put = (over: object) => ask(`/api/documents/${id}`, 'PUT', { ...edit, ...over }, cast.client)
  expect(statusAndType(await put({ costCentreId: ids.own }))).toEqual([409, '/problems/cost_centre_kept'])
  await setStatus(ids.whole, 'inactive')
  expect((await put({ costCentreId: null })).status).toBe(200)
  expect(await balance(ids.whole)).toEqual([8000, 0, 0])
  const shown = async (as: string | undefined) => (await orders.card(id, as)).costCentre?.code
  expect(await shown(cast.admin)).toBe('EMPRESA')
  expect(await shown(auditor)).toBe('EMPRESA')
  expect(await shown(cast.approvers[0])).toBe('EMPRESA')
  for (const as of [cast.client, provider]) {
    expect(await shown(as)).toBeUndefined()
    const { body } = await ask(`/api/documents/${id}/cost-centre`, 'GET', undefined, as)
    expect(body).toEqual({ costCentre: null })
    for (const filter of [`costCentreId=${ids.whole}`, `costCentreYear=${dayFromToday().slice(0, 4)}`])
      expect((await ask(`/api/documents?${filter}`, 'GET', undefined, as)).body.items).toEqual([])
  }
  const found = await ask(`/api/documents?costCentreId=${ids.whole}&costCentreYear=1999`)
  expect(found.body.items).toEqual([])
  const [row] = (await ask(`/api/documents?costCentreId=${ids.whole}`)).body.items
  expect(row).toMatchObject({ id, costCentre: { id: ids.whole, code: 'EMPRESA' } })
  const texts = JSON.stringify([
    (await ask(`/api/documents/${id}/timeline`, 'GET', undefined, cast.client)).body,
    (await ask(`/api/projects/${cast.projectId}/documents/${id}/changes`, 'GET', undefined, cast.client))
      .body,
    (await ask(`/api/documents/${id}/timeline`, 'GET', undefined, provider)).body,
  ])
  expect(texts).not.toContain('EMPRESA')
})

test('the currency of a centre is fixed once it has a budget or an order', async () => {
  const { centre, change, orders, budget } = await centresIn(app, 'moneda')
  const id = await centre({ code: 'M' })
  expect((await change(id, { currency: 'USD' })).status).toBe(200)
  expect((await change(id, { currency: 'EUR' })).status).toBe(200)
  await budget(id, '50000')
  expect(statusAndType(await change(id, { currency: 'USD' }))).toEqual([409, '/problems/currency_budgeted'])
  await budget(id, null)
  await orders.submit({ costCentreId: id })
  expect(statusAndType(await change(id, { currency: 'USD' }))).toEqual([409, '/problems/currency_charged'])
})
