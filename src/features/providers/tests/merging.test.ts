// Two providers that are one payee become one: what is current is the survivor's, what was said stays as it was.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, creditorIban, payFrom, refused } from '#tests/support/batches.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { stage as approvalStage, rule, users } from '#tests/support/flows.ts'
import { beginMerging } from '#tests/support/merging.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const newIban = 'NO9386011117947'

let app: TestApp
beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const stage = (name: string, over: object = {}) => beginMerging(app, name, over)

describe('a provider that is merged', () => {
  test('leaves its orders and contracts to the survivor, and its own words to what was approved', async () => {
    const { cast, orders, twin, ask, preview, merged, ids } = await stage('entera')
    const paid = await orders.approved({ name: 'Pagado' })
    expect((await orders.confirm(paid, cast.executor)).status).toBe(200)
    const open = await orders.submit({ name: 'En camino' })
    const own = `/api/providers/${cast.providerId}`
    const { body: before } = await ask(own)
    expect(await preview(cast.providerId, twin)).toMatchObject({
      merged: { id: cast.providerId, taxId: null },
      survivor: { id: twin },
      moves: { orders: 2, openOrders: 1, contracts: 1, people: 0, clients: 1 },
      fills: [],
      account: 'same',
      stops: [],
      can: { merge: true },
    })
    await merged()

    expect((await ask(own)).body).toMatchObject({
      id: twin,
      name: 'Gemelo SL',
      merged: [{ id: cast.providerId, name: before.name }],
      clientIds: [cast.clientId],
    })
    expect(await ids('/api/providers')).toEqual([twin])
    for (const words of [before.name, cast.providerId, 'gemelo'])
      expect(await ids(`/api/providers?q=${encodeURIComponent(words)}`)).toEqual([twin])
    for (const id of [cast.providerId, twin]) {
      expect(await ids(`/api/documents?providerId=${id}`)).toEqual([open, paid])
      expect(await ids(`/api/contracts?providerId=${id}`)).toEqual([cast.payable])
      expect(await ids(`/api/documents/parties?kind=provider&id=${id}`)).toEqual([twin])
      const { body: money } = await ask(`/api/providers/${id}/money`)
      expect(JSON.stringify(money)).toContain('"minor":"10000"')
    }
    expect(await ids(`/api/documents?q=${encodeURIComponent(before.name)}`)).toEqual([open, paid])
    expect(
      await app.owner.run(sql`select distinct content ->> 'providerId' as id, content ->> 'providerName' as name
        from document_revision where company_id = ${cast.companyId}`),
    ).toEqual([{ id: cast.providerId, name: before.name }])

    const [approver] = cast.approvers
    expect((await orders.decide(open, approver)).status).toBe(200)
    expect((await orders.confirm(open, cast.executor)).status).toBe(200)
    expect(await orders.balance()).toEqual([100000000, 0, 0, 20000])
    const told = await app.journal(cast.companyId, cast.providerId)
    expect(told.filter(({ action }) => action === 'provider.merged')).toHaveLength(1)
  })

  test('is the survivor wherever its id is still said, and one payee with it', async () => {
    const { cast, orders, twin, merged, contract, ask } = await stage('dicho')
    await orders.submit()
    await merged()
    const again = await app.ask('/api/documents', {
      method: 'POST',
      as: cast.client,
      body: { ...cast.order, duplicateReason: null },
    })
    expect([again.status, refused(again)]).toEqual([409, 'possible_duplicate'])
    expect((await orders.card(await orders.submit())).providerId).toBe(twin)
    const { id: made } = (await contract('Otro')).body
    expect((await ask(`/api/contracts/${made}`)).body.providerId).toBe(twin)
    const { body: card } = await ask(`/api/providers/${twin}`)
    const change = await app.ask(`/api/providers/${cast.providerId}`, {
      method: 'PUT',
      as: cast.admin,
      body: { name: 'Otro', status: 'active', clientIds: [], seen: card.version },
    })
    expect([change.status, refused(change)]).toEqual([409, 'provider_merged'])
  })

  test('leads on to the last survivor, and rules that name it are about that one', async () => {
    const { cast, orders, twin, merged, merge, ask } = await stage('cadena')
    const named = cast.approverIds[0] ?? ''
    const put = (path: string, method: 'PUT' | 'POST', body: object) =>
      app.ask(path, { method, as: cast.admin, key: newId(), body })
    const rules = [rule([approvalStage({ approvers: users(named) })], { providerIds: [cast.providerId] })]
    const { body: draft } = await put('/api/flows/draft', 'PUT', { revision: null, rules })
    await put('/api/flows/publications', 'POST', { revision: draft.revision, note: 'Norma' })
    await merged()
    const third = await cast.make('/api/providers', { name: 'Tercero', clientIds: [cast.clientId] })
    expect((await merge(twin, third)).status).toBe(200)
    expect((await ask(`/api/providers/${cast.providerId}`)).body).toMatchObject({
      id: third,
      taxId: 'B12345674',
    })
    const card = await orders.card(await orders.submit({ providerId: third }))
    expect(JSON.stringify(card)).toContain('Pagos grandes')
    expect(refused(await merge(cast.providerId, third))).toBe('provider_merged')
  })

  test('brings its people along, who then see the survivor’s orders, and its accounts of the books', async () => {
    const { cast, orders, twin, merged, ids } = await stage('gente')
    const email = cast.address('proveedor')
    await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
    const guest = cast.address('invitado')
    const invited = {
      name: 'Inés',
      lastName: 'Invitada',
      email: guest,
      role: 'provider',
      providerId: cast.providerId,
    }
    expect((await app.ask('/api/people', { method: 'POST', as: cast.admin, body: invited })).status).toBe(200)
    const own = await orders.submit()
    await app.tamper(sql`insert into provider_ledger_account (company_id, provider_id, place, code) values
      (${cast.companyId}, ${cast.providerId}, 'supplier', '40000001'), (${cast.companyId}, ${cast.providerId}, 'expense', '623'),
      (${cast.companyId}, ${twin}, 'supplier', '40000002')`)
    await merged()
    expect(await ids('/api/documents', await app.signIn(email))).toEqual([own])
    expect(await ids('/api/documents', await app.accept(guest))).toEqual([own])
    expect(
      await app.owner.run(sql`select provider_id as id, place, code from provider_ledger_account
        where company_id = ${cast.companyId} order by place`),
    ).toEqual([
      { id: twin, place: 'expense', code: '623' },
      { id: twin, place: 'supplier', code: '40000002' },
    ])
  })
})

describe('a merge', () => {
  test('into another account is not of whoever gave it alone; then the account is a changed one', async () => {
    const { cast, orders, twin, ask, merge, preview } = await stage('cuenta', { iban: newIban })
    await payFrom(app, cast)
    const open = await orders.submit()
    const { stops, account } = await preview(cast.providerId, twin)
    expect([account, stops.length]).toEqual(['replaced', 1])
    expect(refused(await merge())).toBe('own_account')
    await app.person(cast.companyId, 'admin', cast.address('segunda'))
    const second = await app.signIn(cast.address('segunda'))
    expect((await merge(cast.providerId, twin, second)).status).toBe(200)

    const [approver] = cast.approvers
    await deliverAll(app.db)
    const topics = async (as: string) =>
      (await ask('/api/notices', as)).body.items.map(({ topic }: { topic: string }) => topic)
    expect(await topics(cast.admin)).toContain('provider.merged')
    expect(await topics(second)).not.toContain('provider.merged')
    expect(await topics(approver ?? '')).toContain('document.payee_changed')
    expect((await orders.card(open, approver ?? '')).bankChangedDays).toBe(0)
    const next = await orders.approved()
    const batch = await batchesOf(app, cast, () => [next]).make()
    expect([batch.status, refused(batch)]).toEqual([409, 'bank_cool_off'])
    // An order that was approved before is paid where its approvers read.
    await orders.decide(open, approver)
    const { payee } = (await app.ask(`/api/documents/${open}/execution`, { as: cast.executor })).body
    expect([payee.account, payee.isFormer]).toEqual([creditorIban, true])
  })

  test('waits until no batch and no change of an account is on its way', async () => {
    const { cast, orders, twin, merge, ask } = await stage('espera')
    await payFrom(app, cast)
    const order = await orders.approved()
    const batches = batchesOf(app, cast, () => [order])
    const id = await batches.made()
    const stopped = await merge()
    expect([refused(stopped), stopped.body.title]).toEqual(['in_live_batch', expect.stringContaining(id)])
    expect((await batches.cancel(id)).status).toBe(200)
    const path = `/api/providers/${twin}`
    const { body: card } = await ask(path)
    const { name, taxId, clientIds, version: seen } = card
    const body = { name, taxId, clientIds, seen, status: 'active', iban: newIban }
    expect((await app.ask(path, { method: 'PUT', as: cast.admin, body })).status).toBe(200)
    expect(refused(await merge())).toBe('bank_change_pending')
  })

  test('is an administrator’s of that company, on data that they have read', async () => {
    const { cast, twin, merge, preview, ask } = await stage('ajena')
    const foreign = await makeCast(app, 'forastera')
    const path = `/api/providers/${cast.providerId}/merge-into/${twin}`
    const { version } = await preview(cast.providerId, twin)
    const body = { seen: version }
    expect((await app.ask(path)).status).toBe(401)
    expect((await app.ask(path, { method: 'POST', body })).status).toBe(401)
    for (const as of [cast.client, cast.executor, ...cast.approvers]) {
      expect((await ask(path, as)).status).toBe(404)
      expect((await merge(cast.providerId, twin, as, version)).status).toBe(403)
    }
    expect((await ask(path, foreign.admin)).status).toBe(404)
    expect((await merge(cast.providerId, twin, foreign.admin, version)).status).toBe(404)
    const beyond = `/api/providers/${cast.providerId}/merge-into/PRV-999`
    expect((await ask(beyond)).status).toBe(404)
    expect((await app.ask(beyond, { method: 'POST', as: cast.admin, body })).status).toBe(404)
    expect(refused(await merge(twin, twin))).toBe('same_provider')
    await app.tamper(
      sql`update provider set phone = '600' where company_id = ${cast.companyId} and id = ${twin}`,
    )
    expect(refused(await merge(cast.providerId, twin, cast.admin, version))).toBe('stale_data')
  })

  test('is one, however often and in whichever direction it is asked at once', async () => {
    const { cast, twin, merge, preview, ids } = await stage('alavez')
    const there = (await preview(cast.providerId, twin)).version
    const back = (await preview(twin, cast.providerId)).version
    const answers = await Promise.all([
      merge(cast.providerId, twin, cast.admin, there),
      merge(twin, cast.providerId, cast.admin, back),
      merge(cast.providerId, twin, cast.admin, there),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await ids('/api/providers')).toHaveLength(1)
  })

  test('that somebody made or unmade beside the product is found', async () => {
    const { cast, orders, twin, merged } = await stage('tocada')
    const order = await orders.submit()
    await merged()
    const { companyId, providerId } = cast
    const says = (into: string | null) =>
      app.tamper(sql`update provider set merged_into = ${into}
        where company_id = ${companyId} and id = ${providerId}`)
    const moves = (to: string) =>
      app.tamper(
        sql`update document set provider_id = ${to} where company_id = ${companyId} and id = ${order}`,
      )
    await says(null)
    expect(Object.keys(await brokenInvariants(app))).toContain('a provider is merged as was sealed')
    await says(twin)
    await moves(providerId)
    expect(await brokenInvariants(app)).toMatchObject({
      'nothing current is of a provider that was merged': [`${providerId} order ${order}`],
    })
    await moves(twin)
  })

  test('comes before or after a change of an account that is asked at the same moment', async () => {
    const { cast, twin, merge, preview, ask } = await stage('mudanza')
    const path = `/api/providers/${cast.providerId}`
    const { name, clientIds, version } = (await ask(path)).body
    const { version: seen } = await preview(cast.providerId, twin)
    const body = { name, clientIds, seen: version, status: 'active', iban: newIban }
    const both = await Promise.all([
      merge(cast.providerId, twin, cast.admin, seen),
      app.ask(path, { method: 'PUT', as: cast.admin, body }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('comes before or after what is done with an order at the same moment, and loses none', async () => {
    const { cast, orders, twin, merge, preview, contract, ids } = await stage('carrera')
    await payFrom(app, cast)
    const [first, second] = [await orders.approved({ name: 'Uno' }), await orders.approved({ name: 'Dos' })]
    const seen = (await preview(cast.providerId, twin)).version
    const submit = (name: string) =>
      app.ask('/api/documents', { method: 'POST', as: cast.client, body: { ...cast.order, name } })
    const done = await Promise.all([
      submit('Tres'),
      orders.confirm(first ?? '', cast.executor),
      merge(cast.providerId, twin, cast.admin, seen),
      batchesOf(app, cast, () => [second ?? '']).make(),
      submit('Cuatro'),
      contract('Al mismo tiempo'),
    ])
    // The merge may find the batch there, and an order may find that its provider has just gone: nothing else.
    expect(done.map(({ status }) => status).filter(status => ![200, 409].includes(status))).toEqual([])
    const listed = await ids(`/api/documents?providerId=${done[2].status === 200 ? twin : cast.providerId}`)
    const sent = [done[0], done[4]].filter(({ status }) => status === 200)
    expect(listed).toHaveLength(2 + sent.length)
  })
})
