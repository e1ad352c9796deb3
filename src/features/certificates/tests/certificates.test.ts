import { createHash } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { clock } from '#server/clock.ts'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { certificatesIn } from '#tests/support/certificates.ts'
import { startWhole } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())
afterEach(() => void vi.restoreAllMocks())
const cast = await makeCast(app, 'norte', { total: '1000000' })
const other = await makeCast(app, 'sur')
const orders = ordersOf(app, cast)
await app.person(cast.companyId, 'provider', 'proveedor@pruebas.example', { providerId: cast.providerId })
const provider = await app.signIn('proveedor@pruebas.example')

const { issue, issued, download } = certificatesIn(app, cast.client)

describe('a Constancia', () => {
  test('says that the approval exceeded the contract within its tolerance, and by how much', async () => {
    const tight = await makeCast(app, 'ajustada', { total: '100000', overrunPolicy: 'bloquear' })
    const tolerance = { rate: 500, amountMinor: null, currency: null }
    const settings = { method: 'PATCH', as: tight.admin, body: { tolerance } } as const
    expect((await app.ask('/api/company/settings', settings)).status).toBe(200)
    const id = await ordersOf(app, tight).approved({ amountMinor: '103000' })
    expect((await issued(id, tight.client)).text).toMatch(
      /Dentro de la tolerancia: 30\s€ más que el total del contrato, de 50\s€ que se admiten/,
    )
  })

  test('says what was approved, by whom, with what was left, how it was paid and under which seal', async () => {
    const id = await orders.submit({ name: 'Póliza de Ñandú', amountMinor: '123456', description: 'Anual' })
    await orders.decide(id, cast.approvers[0], 'approve', { comment: 'Conforme con la póliza' })
    await orders.decide(id, cast.approvers[1])
    const before = (await issued(id)).text
    expect(before).toContain('Todavía no se ha confirmado la ejecución.')
    await orders.confirm(id, cast.executor)
    const { text, file } = await issued(id)
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
    const [seal] = await app.owner.run<{ sequence: bigint; hash: string }>(sql`
      select s.sequence, s.hash from event_seal s join event e on e.company_id = s.company_id and e.id = s.event_id
      where e.company_id = ${cast.companyId} and e.object_id = ${id} and e.action = 'execution.confirmed'`)
    for (const said of [
      'Constancia de aprobación',
      `Pedido de Pago ${id} · Póliza de Ñandú`,
      'APROBADO Y PAGADO',
      '1.234,56\u00a0€',
      'Aprobador 0 Pérez',
      '«Conforme con la póliza»',
      'Aprobador 1 Pérez',
      'Se necesitan las 2 aprobaciones',
      '10.000\u00a0€',
      '8.765,44\u00a0€',
      'TRF-1',
      'Tesorería Pérez',
      'Página 1 de ',
      String(seal?.hash),
    ])
      expect(text, said).toContain(said)
    // The code to check it by stands on the first page, before what may be of any length.
    expect(text.indexOf('Comprobar que es auténtica')).toBeLessThan(text.indexOf('Solicitado por'))
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('of a credit note says which order it reduces, and by how much, and that the balance does not have it yet', async () => {
    const paid = await orders.approved()
    await orders.confirm(paid, cast.executor)
    const taxLines = [{ kind: 'iva', rate: 2100, baseMinor: '2066', taxMinor: '434' }]
    const amounts = { amountMinor: '2500', breakdown: { taxLines } }
    const note = { revision: 1, name: 'Sacos rotos', ...amounts, duplicateReason: 'Otro abono' }
    const { body } = await orders.post(`/api/documents/${paid}/credit-notes`, cast.client, note)
    for (const approver of cast.approvers) await orders.decide(body.id, approver)
    expect((await issued(body.id)).text).toContain('antes de que vuelva a él lo abonado')
    await orders.confirm(body.id, cast.executor, { reference: 'ABONO-9' })
    const { text } = await issued(body.id)
    for (const said of [
      `Abono de ${paid}: ${body.id} · Sacos rotos`,
      'APROBADO Y ABONADO',
      'Fecha del abono',
      'ABONO-9',
      'A descontar',
    ])
      expect(text, said).toContain(said)
    expect(text).not.toContain('A pagar')
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('prints the account whole for the company alone, and its end for everybody else', async () => {
    await app.owner.run(sql`update provider set iban = 'ES9121000418450200051332'
      where company_id = ${cast.companyId} and id = ${cast.providerId} returning id`)
    const id = await orders.approved()
    const accountTo = async (as: string | undefined) =>
      /Cuenta bancaria\s+(\S+)/.exec((await issued(id, as)).text)?.[1]
    expect(await accountTo(cast.admin)).toBe('ES9121000418450200051332')
    for (const as of [cast.client, cast.approvers[0]]) expect(await accountTo(as)).toBe('…1332')
    await app.owner.run(sql`update provider set iban = null
      where company_id = ${cast.companyId} and id = ${cast.providerId} returning id`)
  })

  test('prints both names where somebody stood in for another', async () => {
    const id = await orders.approved()
    const [approval] = await app.owner.run<{ decided_at: string }>(sql`
      select decided_at from approval where document_id = ${id} and approver_id = ${cast.approverIds[0]}`)
    await asSystem(app.db, cast.companyId, tx =>
      record(
        tx.at(new Date(approval?.decided_at ?? '')),
        { userId: cast.executorId },
        {
          kind: 'approval.decided',
          subscribers: [],
          object: { type: 'document', id },
          onBehalfOf: cast.approverIds[0] ?? null,
          after: { decision: 'approve' },
        },
      ),
    )
    expect((await issued(id)).text).toContain('Tesorería Pérez en nombre de Aprobador 0 Pérez')
  })

  test('says who gave an approval to somebody else and why, and asks for as many as approved', async () => {
    const heirId = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
    const id = await orders.submit()
    const [seat] = (await orders.card(id)).stages[0].seats
    const body = { revision: 1, userId: heirId, reason: 'Está de baja' }
    await orders.post(`/api/documents/${id}/approvals/${seat.id}/reassignment`, cast.admin, body)
    for (const as of [await app.signIn(cast.address('relevo')), cast.approvers[1]])
      await orders.decide(id, as)
    const { text } = await issued(id)
    expect(text).toContain('Se necesitan las 2 aprobaciones')
    const said = text.replaceAll(/\s+/g, ' ')
    expect(said).toContain('Reasignada por Elena Admin, en lugar de Aprobador 0 Pérez: «Está de baja».')
    expect(said).toContain('Sin efecto')
  })

  test('keeps the balance of its moment, whatever is spent or amended afterwards', async () => {
    const id = await orders.approved({ amountMinor: '50000' })
    const balanceOf = (text: string) => /Total\n(.*)\n[\s\S]*?Disponible\n(.*)\n/.exec(text)?.slice(1, 3)
    const then = balanceOf((await issued(id)).text)
    await orders.approved({ amountMinor: '70000' })
    const { body: contract } = await app.ask(`/api/contracts/${cast.payable}`, { as: cast.admin })
    expect(contract.balance).toBeTruthy()
    await app.ask(`/api/contracts/${cast.payable}/amendments`, {
      method: 'POST',
      as: cast.admin,
      body: { revision: contract.revision ?? 1, totalMinor: '5000000', reason: 'Ampliación' },
    })
    expect(balanceOf((await issued(id)).text)).toEqual(then)
    expect(then?.[0]).toBe('10.000\u00a0€')
  })

  test('is for who sees the order, once it is approved, and never for its provider', async () => {
    const waiting = await orders.submit()
    const done = await orders.approved()
    expect(await issue(waiting)).toMatchObject({ status: 409, body: { type: '/problems/not_approved' } })
    expect(await issue(done, provider)).toMatchObject({
      status: 409,
      body: { type: '/problems/not_for_provider' },
    })
    expect((await issue(done, other.client)).status).toBe(404)
    expect((await issue(done, other.admin)).status).toBe(404)
    expect((await issue('DOC-999')).status).toBe(404)
    await app.person(cast.companyId, 'approver', 'nadie@pruebas.example')
    expect((await issue(done, await app.signIn('nadie@pruebas.example'))).status).toBe(404)
    for (const token of [cast.admin, cast.client, cast.executor, cast.approvers[0]])
      expect((await issue(done, token)).status).toBe(200)
    const can = async (id: string, as: string) =>
      (await app.ask(`/api/documents/${id}/timeline`, { as })).body.can.certify
    expect(await can(done, cast.client)).toBe(true)
    expect((await can(waiting, cast.client)).refused).toBe('not_approved')
    expect((await can(done, provider)).refused).toBe('not_for_provider')
  })

  test('is an event, once for a repeated key, and is the same file however often its link is followed', async () => {
    const id = await orders.approved()
    const [one, again] = [
      await issue(id, cast.client, 'constancia-1'),
      await issue(id, cast.client, 'constancia-1'),
    ]
    expect(again.body).toEqual(one.body)
    const events = (await app.journal(cast.companyId, id)).filter(
      event => event.action === 'document.certified',
    )
    expect(events).toHaveLength(1)
    const [file, same] = [await download(one.body.url), await download(one.body.url)]
    expect(file.headers['content-disposition']).toContain(`Constancia%20${id}.pdf`)
    expect(file.rawPayload.equals(same.rawPayload)).toBe(true)
    expect(events[0]?.after).toMatchObject({
      file: createHash('sha256').update(file.rawPayload).digest('hex'),
    })
  })

  test('is served by its own link alone, for five minutes and while the session lives', async () => {
    const id = await orders.approved()
    await app.person(cast.companyId, 'admin', 'jefa@pruebas.example')
    const leaving = await app.signIn('jefa@pruebas.example')
    const { url } = await issued(id, leaving)
    for (const wrong of [
      url.replace('certificates', 'journal'),
      `${url}`.replace('.', 'x.'),
      '/exports/certificates/a/b',
    ])
      expect((await download(wrong)).statusCode).toBe(404)
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 301_000))
    expect((await download(url)).statusCode).toBe(404)
    vi.restoreAllMocks()
    await app.ask('/auth/v1/logout', { method: 'POST', as: leaving })
    expect((await download(url)).statusCode).toBe(401)
  })
})
