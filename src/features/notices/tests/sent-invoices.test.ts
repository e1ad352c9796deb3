// Notices to the people of a provider about the invoices that they send.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeNotices } from '#features/notices/subscribers.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import type { Cast } from '#tests/support/cast.ts'
import { startInvoiceDesk } from '#tests/support/invoice-desk.ts'
import { ublFile } from '#tests/support/invoice-files.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { uploadFile } from '#tests/support/upload.ts'

const patient = { timeout: 120_000 }
let desk: Awaited<ReturnType<typeof startInvoiceDesk>>
let app: TestApp
let cast: Cast
let [issuer, provider, colleague, rival] = ['', '', '', '']

beforeAll(async () => {
  desk = await startInvoiceDesk()
  app = desk.app
  ;({ cast, issuer } = await desk.billed('norte'))
  provider = await personOf(issuer, 'cristales')
  colleague = await personOf(issuer, 'colega')
  rival = await personOf(cast.providerId, 'rival')
}, 120_000)
afterAll(() => desk.stop())

async function personOf(providerId: string, who: string): Promise<string> {
  await app.person(cast.companyId, 'provider', cast.address(who), { providerId })
  return app.signIn(cast.address(who))
}

let numbers = 0
/** Id and number of an invoice that this person has sent, and that is read. */
async function sent(as: string): Promise<{ id: string; number: string }> {
  const number = `N-${++numbers}`
  const bytes = Buffer.from(ublFile().toString().replaceAll('F-2026/014', number))
  const body = { fileId: await uploadFile(app, as, bytes, 'factura.xml') }
  const answer = await app.ask('/api/received-invoices', { method: 'POST', as, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await desk.readAll(cast.companyId)
  return { id: answer.body.id, number }
}

const refusal = async (id: string, reason = 'No es nuestra') => {
  const body = { reason, revision: 2 }
  const answer = await app.ask(`/api/received-invoices/${id}/refusal`, {
    method: 'POST',
    as: cast.admin,
    body,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

type Notice = { topic: string; invoiceId?: string; invoiceName?: string; reason?: string | null }
async function told(as: string, id: string, which = 'all'): Promise<Notice[]> {
  await deliverAll(app.db)
  const { items }: { items: Notice[] } = (await app.ask(`/api/notices?which=${which}`, { as })).body
  return items.filter(({ invoiceId }) => invoiceId === id)
}

describe('whoever sent an invoice for a provider', () => {
  it('is told that it was refused, with the reason, and nobody else is', patient, async () => {
    const { id, number } = await sent(provider)
    await refusal(id, 'Falta el <b>pedido</b>')
    const notice = { topic: 'invoice.refused', invoiceName: number, reason: 'Falta el <b>pedido</b>' }
    for (const which of ['all', 'current']) expect(await told(provider, id, which)).toMatchObject([notice])
    for (const as of [colleague, rival, cast.admin, cast.client, cast.executor])
      expect(await told(as, id)).toEqual([])
  })

  it('is told that it became an order', patient, async () => {
    const { id, number } = await sent(provider)
    const body = { ...cast.order, providerId: issuer, amountMinor: '12100', invoiceRevision: 2 }
    const contractId = await cast.make('/api/contracts', {
      clientId: cast.clientId,
      totalMinor: '1000000',
      currency: 'EUR',
      type: 'proveedor',
      providerId: issuer,
      description: 'Cristales',
      startsOn: '2020-01-01',
      endsOn: '2090-12-31',
    })
    const projectId = await cast.make('/api/projects', {
      name: 'Cristalería',
      clientId: cast.clientId,
      totalMinor: '1000000',
      contractIds: [contractId],
      approverIds: cast.approverIds,
      executorIds: [cast.executorId],
    })
    const path = `/api/received-invoices/${id}/order`
    const answer = await app.ask(path, {
      method: 'POST',
      as: cast.admin,
      body: { ...body, projectId, alarmReason: 'Cuenta por confirmar' },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(await told(provider, id)).toMatchObject([
      { topic: 'invoice.ordered', invoiceName: number, reason: null },
    ])
  })

  it('is told once, though the fact is delivered twice', patient, async () => {
    const { id } = await sent(provider)
    const source = { messageId: newId(), at: new Date().toISOString(), objectId: id }
    const notice = { about: 'invoice', topic: 'invoice.refused' } as const
    for (const _time of [1, 2]) await asSystem(app.db, cast.companyId, tx => writeNotices(tx, notice, source))
    expect(await told(provider, id)).toHaveLength(1)
  })

  it('is not told when they muted it, have left, or went to another provider', patient, async () => {
    const muted = await sent(colleague)
    await app.ask('/api/notices/muted', {
      method: 'PUT',
      as: colleague,
      body: { muted: ['invoice.refused'] },
    })
    await refusal(muted.id)
    expect(await told(colleague, muted.id)).toEqual([])
    const moved = await sent(rival)
    await refusal(moved.id)
    expect(await told(rival, moved.id)).toHaveLength(1)
    await app.tamper(sql`update member set provider_id = ${issuer} where company_id = ${cast.companyId}
      and user_id = (select id from account where email = ${cast.address('rival')})`)
    const as = await app.signIn(cast.address('rival'))
    expect(await told(as, moved.id)).toEqual([])
    const left = await sent(as)
    await app.tamper(sql`update member set active = false where company_id = ${cast.companyId}
      and user_id = (select id from account where email = ${cast.address('rival')})`)
    await refusal(left.id)
    await deliverAll(app.db)
    const [notice] = await app.owner.run(sql`select from notice where facts ->> 'invoiceId' = ${left.id}`)
    expect(notice).toBeUndefined()
  })

  it('of the company’s own people is told nothing', patient, async () => {
    const { id } = await sent(cast.client)
    await refusal(id)
    expect(await told(cast.client, id)).toEqual([])
  })
})
