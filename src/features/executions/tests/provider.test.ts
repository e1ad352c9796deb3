// Two providers in one project: what each of them learns, and what they do not.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountFiles } from '#features/files/api.ts'
import { acceptedMediaTypes, maxFileBytes } from '#features/files/wire.ts'
import { simplePdf } from '#features/samples/rules/simple-pdf.ts'
import { authenticator } from '#server/auth/tokens.ts'
import { sql } from '#server/database/sql.ts'
import { fileStore } from '#server/files/file-store.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, noPictures, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-provider-'))
const files = fileStore(folder, { maxBytes: maxFileBytes, mediaTypes: acceptedMediaTypes })
let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
let [provider, rival, rivalId, own, theirs, fileId] = ['', '', '', '', '', '']

beforeAll(async () => {
  app = await startProduct({
    mount: ({ http, db, tokens, limits }) =>
      mountFiles(http, {
        db,
        files,
        pictures: noPictures,
        authenticate: authenticator(tokens),
        secret,
        limits,
      }),
  })
  cast = await makeCast(app, 'norte', { total: '7777700' })
  orders = ordersOf(app, cast)
  rivalId = await cast.make('/api/providers', { name: 'Rival', clientIds: [cast.clientId] })
  provider = await personOf(cast.providerId, 'proveedor')
  rival = await personOf(rivalId, 'rival')
  fileId = await upload(provider)
  own = await made(provider, { name: 'Propio', amountMinor: '123400', fileIds: [fileId] })
  for (const approver of cast.approvers) await orders.decide(own, approver)
  await orders.confirm(own, cast.executor)
  // Charged to the contract with the client: the rival is party to none.
  const issue = { type: 'emision', providerId: rivalId, amountMinor: '555500' }
  theirs = await orders.approved({ ...issue, name: 'Ajeno' })
  await orders.submit({ type: 'emision', name: 'Por aprobar', amountMinor: '1100' })
  await deliverAll(app.db)
})
afterAll(async () => {
  await app.stop()
  fs.rmSync(folder, { recursive: true })
})

async function personOf(providerId: string, who: string): Promise<string> {
  await app.person(cast.companyId, 'provider', cast.address(who), { name: 'Pat', lastName: who, providerId })
  return app.signIn(cast.address(who))
}

async function made(as: string, over: object): Promise<string> {
  const answer = await orders.post('/api/documents', as, { ...cast.order, ...over })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}

async function upload(as: string): Promise<string> {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="factura.pdf"\r\n\r\n'
  const headers = { authorization: `Bearer ${as}`, 'content-type': 'multipart/form-data; boundary=x' }
  const payload = Buffer.concat([Buffer.from(head), simplePdf(['Factura']), Buffer.from('\r\n--x--\r\n')])
  return (await app.http.inject({ method: 'POST', url: '/api/files', headers, payload })).json().id
}

const read = async (address: string, as: string) => (await app.ask(address, { as })).body

describe('a provider', () => {
  it('is told of nobody who approves or pays, of no other provider and of no contract but its own', async () => {
    const everything = [
      '/api/projects',
      `/api/projects/${cast.projectId}`,
      '/api/documents',
      '/api/contracts',
      `/api/projects/${cast.projectId}/documents/${own}`,
      `/api/documents/${own}/execution`,
      `/api/documents/${own}/timeline`,
      '/api/executions/statement',
      '/api/notices',
      '/api/files',
      `/api/contracts/${cast.payable}`,
    ]
    for (const address of everything) {
      const { status, body } = await app.ask(address, { as: provider })
      expect(status, address).toBe(200)
      const text = JSON.stringify(body)
      for (const secretOfOthers of [
        'Aprobador',
        'Tesorería',
        'Rival',
        'Ajeno',
        cast.billable,
        ...cast.approverIds,
      ])
        expect(text, address).not.toContain(secretOfOthers)
      expect(text, address).not.toContain(cast.executorId)
    }
  })

  it('learns what its own contracts in a project come to, not the project’s budget', async () => {
    await cast.make('/api/projects', {
      name: 'Otra',
      clientId: cast.clientId,
      totalMinor: '99999900',
      approverIds: cast.approverIds,
      contractIds: [cast.billable, cast.payable],
      executorIds: [cast.executorId],
    })
    for (const project of (await read('/api/projects', provider)).items)
      expect(project.total).toEqual({ minor: '7777700', currency: 'EUR' })
    const [seenByRival] = (await read('/api/projects', rival)).items
    expect([seenByRival.id, seenByRival.total.minor]).toEqual([cast.projectId, '0'])
  })

  it('finds the project of every order it is named in, and cannot order where it has no contract', async () => {
    const project = await read(`/api/projects/${cast.projectId}`, rival)
    expect([project.contracts, project.can.createDocument.refused]).toEqual([[], 'forbidden'])
    const { status } = await orders.post('/api/documents', rival, { ...cast.order, providerId: rivalId })
    expect([403, 404]).toContain(status)
  })

  it('finds no contract and no order of another', async () => {
    for (const address of [
      `/api/contracts/${cast.billable}`,
      `/api/projects/${cast.projectId}/documents/${theirs}`,
      `/api/documents/${theirs}/timeline`,
      `/api/documents/${theirs}/execution`,
    ])
      expect((await app.ask(address, { as: provider })).status, address).toBe(404)
  })

  it('is told who paid neither by name nor by id, and the administration is', async () => {
    const { execution } = await read(`/api/documents/${own}/execution`, provider)
    expect([execution.executedById, execution.executedByName]).toEqual([null, null])
    expect([execution.executedOn, execution.reference]).toEqual([dayFromToday(), 'TRF-1'])
    const seen = await read(`/api/documents/${own}/execution`, cast.admin)
    expect(seen.execution.executedByName).toContain('Tesorería')
  })
})

describe('the statement', () => {
  it('adds up the orders of whoever asks, by type, status and currency', async () => {
    const totalsOf = async (as: string) =>
      (await read('/api/executions/statement', as)).totals
        .map(({ type, status, count, amount }: Total) =>
          [type, status, count, amount.minor, amount.currency].join(' '),
        )
        .toSorted()
    const [paid, pending] = ['gasto paid 1 123400 EUR', 'emision pending 1 1100 EUR']
    const approved = 'emision approved 1 555500 EUR'
    expect(await totalsOf(provider)).toEqual([pending, paid])
    expect(await totalsOf(rival)).toEqual([approved])
    for (const as of [cast.admin, cast.client, cast.executor, ...cast.approvers])
      expect(await totalsOf(as ?? '')).toEqual([approved, pending, paid])
  })

  it('adds up the same when counters have been taken apart, and one of them is below zero', async () => {
    const ask = () => read('/api/executions/statement', cast.admin)
    const before = await ask()
    await app.tamper(sql`
      with taken as (update document_tally set count = count + 2, amount_minor = amount_minor + 500
        where company_id = ${cast.companyId} and slot = (select min(slot) from document_tally where company_id = ${cast.companyId})
        returning *)
      insert into document_tally select company_id, project_id, type, state, (slot + 1) % 8, -2, -500 from taken
      on conflict (company_id, project_id, type, state, slot) do update
        set count = document_tally.count - 2, amount_minor = document_tally.amount_minor - 500`)
    expect(await ask()).toEqual(before)
  })

  it('says what is to be issued and what was paid, when', async () => {
    const mine = await read('/api/executions/statement', provider)
    expect(mine.toIssue).toEqual([])
    expect(mine.paid).toMatchObject([
      { document: { id: own }, executedOn: dayFromToday(), reference: 'TRF-1' },
    ])
    const others = await read('/api/executions/statement', rival)
    expect(others.paid).toEqual([])
    expect(others.toIssue.map(({ id }: { id: string }) => id)).toEqual([theirs])
  })
})

type Total = { type: string; status: string; count: number; amount: { minor: string; currency: string } }

describe('the files of a provider', () => {
  it('are those its people attached, with their order, and no other provider’s', async () => {
    const { items, next } = await read('/api/files', provider)
    expect(items).toMatchObject([
      { id: fileId, name: 'factura.pdf', document: { id: own, name: 'Propio', projectId: cast.projectId } },
    ])
    expect(next).toBeNull()
    const partner = await personOf(cast.providerId, 'compañera')
    expect((await read('/api/files', partner)).items).toHaveLength(1)
    expect((await read('/api/files', rival)).items).toEqual([])
    expect((await read('/api/files', cast.client)).items).toEqual([])
    expect((await read('/api/files', cast.admin)).items).toHaveLength(1)
  })

  it('are not there before they hang from an order', async () => {
    await upload(rival)
    expect((await read('/api/files', rival)).items).toEqual([])
  })

  it('page by keyset', async () => {
    const second = await upload(provider)
    await made(provider, { name: 'Segundo', fileIds: [second] })
    const first = await read('/api/files?limit=1', provider)
    expect([first.items[0].id, first.next]).toEqual([second, second])
    const rest = await read(`/api/files?limit=1&after=${first.next}`, provider)
    expect([rest.items[0].id, rest.next]).toEqual([fileId, null])
  })
})
