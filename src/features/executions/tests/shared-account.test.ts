// An account of two active providers is pointed out wherever money goes to it, to people of the company alone.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { batchesOf, creditorIban, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let twin = ''
let ids: string[] = []
let order = ''
let batches: ReturnType<typeof batchesOf>

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'gemelos', { approvers: 1 })
  await payFrom(app, cast)
  // As people type it: what is compared is what banks write.
  twin = await cast.make('/api/providers', {
    name: 'Gemelo Oculto',
    iban: 'de89 3704 0044 0532 0130 00',
    reason: 'Es su filial',
  })
  const far = await makeCast(app, 'lejanos')
  await far.make('/api/providers', { name: 'De otra empresa', iban: creditorIban })
  batches = batchesOf(app, cast, () => ids)
  order = await batches.orders.submit()
  ids = [await batches.orders.approved()]
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const cardFor = (as: string | undefined) => batches.orders.card(order, as)
const candidate = async (as = cast.executor) =>
  (await app.ask('/api/payment-batches/candidates', { as })).body.items.find(
    ({ document }: { document: { id: string } }) => document.id === ids[0],
  )
const makeTwin = (status: 'active' | 'inactive') =>
  app.tamper(
    sql`update provider set status = ${status} where company_id = ${cast.companyId} and id = ${twin}`,
  )

test('the approver’s card points it out, and names the other provider to those who see it', async () => {
  expect((await cardFor(cast.approvers[0])).sharedAccount).toEqual({ providers: [] })
  expect((await cardFor(cast.admin)).sharedAccount).toEqual({
    providers: [{ id: twin, name: 'Gemelo Oculto' }],
  })
})

test('an approver decides such an order on its own', async () => {
  const { items } = (await app.ask('/api/approvals/pending', { as: cast.approvers[0] })).body
  const found = items.find(({ document }: { document: { id: string } }) => document.id === order)
  expect(found.attention).toContain('shared_account')
})

test('people of clients and providers learn nothing of it, through any call', async () => {
  const { companyId, clientId, providerId, address, projectId } = cast
  await app.person(companyId, 'client_user', address('empleado'), { clientId })
  await app.person(companyId, 'provider', address('proveedor'), { providerId })
  const employee = await app.signIn(address('empleado'))
  const provider = await app.signIn(address('proveedor'))
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    select ${companyId}, ${projectId}, id, p.permission from account,
      unnest(array['view', 'execute']) p (permission) where email = ${address('empleado')}`)
  const id = await batches.made()
  for (const as of [cast.client, employee, provider]) {
    const card = await cardFor(as)
    if (card.id) expect(card.sharedAccount).toBeNull()
    for (const path of [
      `/api/projects/${projectId}/documents/${order}`,
      `/api/documents/${ids[0]}/execution`,
      `/api/payment-batches/${id}`,
      '/api/payment-batches/candidates',
      `/api/providers/${providerId}`,
    ]) {
      const text = JSON.stringify((await app.ask(path, { as })).body)
      expect(text, path).not.toMatch(/Gemelo Oculto|"isAccountShared":true|"sharedAccount":\{/)
      expect(text, path).not.toMatch(/"same(Account|TaxId)":\[\{|"sharedAccounts":\[\{/)
    }
  }
  // The employee reads the batch itself.
  const seen = await batches.detail(id, employee)
  expect([seen.id, seen.twoHands.review.sharedAccounts]).toEqual([id, []])
  await batches.cancel(id)
})

test('candidates, the payee, the batch and what its releaser sees point it out; it stays with the release', async () => {
  expect((await candidate()).isAccountShared).toBe(true)
  const { payee } = (await app.ask(`/api/documents/${ids[0]}/execution`, { as: cast.executor })).body
  expect(payee.sharedAccount).toEqual({ providers: [] })
  const id = await batches.made()
  const { items, twoHands } = await batches.detail(id)
  expect(items[0].isAccountShared).toBe(true)
  const shared = [{ providerId: cast.providerId, name: 'Grúas Peña & Hijos' }]
  expect(twoHands.review.sharedAccounts).toEqual(shared)
  expect((await batches.release(id)).status).toBe(200)
  await makeTwin('inactive')
  const after = await batches.detail(id)
  expect([after.items[0].isAccountShared, after.twoHands.review.sharedAccounts]).toEqual([false, shared])
  await makeTwin('active')
  await batches.cancel(id)
})

test('a provider’s page names the others with its account while both are active', async () => {
  const sameAccount = async (id: string, as = cast.admin) =>
    (await app.ask(`/api/providers/${id}`, { as })).body.sameAccount
  expect(await sameAccount(cast.providerId)).toEqual([{ id: twin, name: 'Gemelo Oculto' }])
  expect(await sameAccount(twin)).toEqual([{ id: cast.providerId, name: 'Grúas Peña & Hijos' }])
  expect(await sameAccount(cast.providerId, cast.client)).toEqual([])
  await makeTwin('inactive')
  expect(await sameAccount(cast.providerId)).toEqual([])
  expect((await cardFor(cast.admin)).sharedAccount).toBeNull()
  expect((await candidate()).isAccountShared).toBe(false)
  await makeTwin('active')
})

test('an account of one provider, in whatever companies besides, is pointed out to nobody', async () => {
  const alone = await makeCast(app, 'unico', { approvers: 1 })
  await payFrom(app, alone)
  let own: string[] = []
  const its = batchesOf(app, alone, () => own)
  own = [await its.orders.approved()]
  const id = await its.made()
  const { items, twoHands } = await its.detail(id)
  expect([items[0].isAccountShared, twoHands.review.sharedAccounts]).toEqual([false, []])
  expect((await its.orders.card(own[0] ?? '', alone.admin)).sharedAccount).toBeNull()
  expect((await its.release(id)).status).toBe(200)
})
