import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeNotices } from '#features/notices/subscribers.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app?.stop())

/** A provider, two administrators, and what each person has been told. */
async function stage(name: string, iban: string | null = null) {
  const cast = await makeCast(app, name)
  const address = cast.address('segunda')
  await app.person(cast.companyId, 'admin', address)
  const second = await app.signIn(address)
  const former = iban === null ? {} : { iban }
  const id = await cast.make('/api/providers', { name: 'Grúas', clientIds: [cast.clientId], ...former })
  const path = `/api/providers/${id}`
  const ask = async () => {
    const { version: seen } = (await app.ask(path, { as: cast.admin })).body
    const body = { name: 'Grúas', status: 'active', iban: 'DE89370400440532013000', clientIds: [], seen }
    expect((await app.ask(path, { method: 'PUT', as: cast.admin, body })).status).toBe(200)
    await deliverAll(app.db)
    return (await app.ask(path, { as: cast.admin })).body.bankChange.id
  }
  const decide = async (change: string, decision: string, as: string) => {
    const body = { decision }
    const url = `${path}/bank-changes/${change}/decision`
    expect((await app.ask(url, { method: 'POST', as, key: newId(), body })).status).toBe(200)
    await deliverAll(app.db)
  }
  return { cast, id, second, ask, decide }
}

const told = async (as: string): Promise<{ topic: string; providerId: string }[]> =>
  (await app.ask('/api/notices', { as })).body.items
const topics = async (as: string) => (await told(as)).map(({ topic }) => topic)

test('a change of account tells the other administrators, and its outcome tells who asked', async () => {
  const { cast, id, second, ask, decide } = await stage('avisados')
  const change = await ask()
  expect(await told(second)).toMatchObject([
    { topic: 'provider.bank_change_requested', providerId: id, providerName: 'Grúas', read: false },
  ])
  expect(await told(cast.admin)).toEqual([])
  await decide(change, 'confirm', second)
  expect(await topics(cast.admin)).toEqual(['provider.bank_changed'])
  expect(await topics(second)).toEqual(['provider.bank_change_requested'])
})

test('a rejected change tells who asked; one taken back tells nobody', async () => {
  const { cast, second, ask, decide } = await stage('rechazo')
  await app.tamper(sql`update provider set iban = null where company_id = ${cast.companyId}`)
  await decide(await ask(), 'reject', second)
  expect(await topics(cast.admin)).toEqual(['provider.bank_change_rejected'])
  await decide(await ask(), 'withdraw', cast.admin)
  expect(await topics(cast.admin)).toEqual(['provider.bank_change_rejected'])
})

test('no one else is told, and whoever is no administrator any more reads nothing of it', async () => {
  const { cast, second, ask } = await stage('callados')
  const foreign = await stage('lejanos')
  await ask()
  for (const as of [cast.client, cast.executor, ...cast.approvers, foreign.second, foreign.cast.admin])
    expect(await told(as)).toEqual([])
  const before = await told(second)
  expect(before).toHaveLength(1)
  await app.tamper(sql`update account set role = 'approver' where email = ${cast.address('segunda')}`)
  const after = await app.ask('/api/notices', { as: await app.signIn(cast.address('segunda')) })
  expect(after.body).toEqual({ items: [], unread: 0, next: null })
})

test('a confirmed change tells whoever is to approve its open orders, once for each, and nobody after they decided', async () => {
  const { cast, id, second, ask, decide } = await stage('abiertos', 'ES9121000418450200051332')
  const orders = ordersOf(app, cast)
  const open = [await orders.submit({ providerId: id }), await orders.submit({ providerId: id })]
  const others = await orders.submit()
  const returned = await orders.submit({ providerId: id })
  await orders.decide(returned, cast.approvers[0], 'return', { comment: 'Falta la factura' })
  await decide(await ask(), 'confirm', second)
  const ofTopic = async (as: string, topic: string) =>
    (await app.ask('/api/notices?which=current&limit=100', { as })).body.items.flatMap(
      (notice: { topic: string; documentId?: string }) => (notice.topic === topic ? [notice.documentId] : []),
    )
  const payeeChanged = async (as: string) => (await ofTopic(as, 'document.payee_changed')).toSorted()
  const [first = '', last = ''] = cast.approvers
  for (const as of [first, last]) {
    const waiting = (await ofTopic(as, 'approval.requested')).filter((one: string) => one !== others)
    expect(await payeeChanged(as)).toEqual(waiting.toSorted())
  }
  expect(await payeeChanged(first)).toEqual(open)
  for (const as of [cast.client, cast.executor, cast.admin, second])
    expect(await payeeChanged(as)).toEqual([])
  const card = async (order: string) =>
    (await app.ask(`/api/projects/${cast.projectId}/documents/${order}`, { as: last })).body
  // It pays the account of before, which its card says; one that is sent now pays the new one.
  expect(await card(open[0] ?? '')).toMatchObject({ account: '…1332', paysFormerAccount: true })
  expect(await card(others)).toMatchObject({ paysFormerAccount: false })
  await orders.decide(open[0] ?? '', first)
  expect(await payeeChanged(first)).toEqual([open[1]])
})

test('a first account tells no approver', async () => {
  const { cast, id, second, ask, decide } = await stage('primera')
  await ordersOf(app, cast).submit({ providerId: id })
  await decide(await ask(), 'confirm', second)
  for (const as of cast.approvers) expect(await topics(as)).not.toContain('document.payee_changed')
})

test('a rejected change tells no approver', async () => {
  const { cast, id, second, ask, decide } = await stage('sinefecto', 'ES9121000418450200051332')
  await ordersOf(app, cast).submit({ providerId: id })
  await decide(await ask(), 'reject', second)
  for (const as of cast.approvers) expect(await topics(as)).not.toContain('document.payee_changed')
})

test('a fact delivered twice is told once', async () => {
  const { cast, id, second } = await stage('repetido')
  const source = { messageId: newId(), at: new Date().toISOString(), objectId: id }
  const notice = { about: 'provider', topic: 'provider.bank_change_requested', askedBy: newId() } as const
  for (const _time of [1, 2]) await asSystem(app.db, cast.companyId, tx => writeNotices(tx, notice, source))
  expect(await told(second)).toHaveLength(1)
  expect(await told(cast.admin)).toHaveLength(1)
})
