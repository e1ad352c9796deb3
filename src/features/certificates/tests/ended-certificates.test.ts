import { afterAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { certificatesIn } from '#tests/support/certificates.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { startWhole } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'fines')
const other = await makeCast(app, 'ajena')
const orders = ordersOf(app, cast)
await app.person(cast.companyId, 'provider', 'proveedor@fines.example', { providerId: cast.providerId })
const provider = await app.signIn('proveedor@fines.example')

const { issue, issued, check: checked } = certificatesIn(app, cast.client)
const check = async (code: string, fileSha256?: string) => (await checked({ code, fileSha256 })).body
const timeline = async (id: string, as = cast.client) =>
  (await app.ask(`/api/documents/${id}/timeline`, { as })).body

async function rejected(comment = 'No está en el presupuesto') {
  const id = await orders.submit({ name: 'Grúa torre', amountMinor: '123456' })
  await orders.decide(id, cast.approvers[0], 'approve', { comment: 'Hace falta' })
  expect((await orders.decide(id, cast.approvers[1], 'reject', { comment })).status).toBe(200)
  return id
}

async function cancel(id: string, reason: string) {
  const body = { revision: 1, reason }
  expect((await orders.post(`/api/documents/${id}/cancellation`, cast.admin, body)).status).toBe(200)
}

test('of a rejected order it says by whom, when and why, who had approved, and what is free again', async () => {
  const { said } = await issued(await rejected())
  for (const part of [
    'Constancia de rechazo',
    'Esta constancia no certifica una aprobación: el pedido no se aprobó.',
    'Etapa rechazada. Aprobado ·',
    'Aprobador 0 Pérez «Hace falta» Rechazado ·',
    'RECHAZADO · DOC-',
    '1.234,56 €, que el contrato tenía reservado para este pedido como solicitado, está libre otra vez',
    'que el pedido fue rechazado: no muestra nada más.',
  ])
    expect(said).toContain(part)
  expect(said).toMatch(/RECHAZADO el \S+ \S+ por Aprobador 1 Pérez: «No está en el presupuesto»/)
  expect(said).not.toMatch(/Constancia de aprobación|APROBADO|al aprobarse|Ejecución/)
})

test('of a cancelled order it says so, what had been approved, and that the commitment is free again', async () => {
  const id = await orders.approved({ amountMinor: '20000' })
  const approval = await issued(id)
  await cancel(id, 'El proveedor no existe')
  const { said, code, sha256 } = await issued(id)
  expect(said).toMatch(/ANULADO el \S+ \S+ por Elena Admin: «El proveedor no existe»/)
  for (const part of [
    'Constancia de anulación',
    'la que tuvo el pedido ya no vale.',
    'Etapa aprobada. Aprobado ·',
    'Presupuesto del contrato al aprobarse',
    '200 €, que el contrato tenía reservado para este pedido como comprometido, está libre otra vez',
    'Se anuló sin que quedara nada ejecutado.',
  ])
    expect(said).toContain(part)
  expect(said).not.toMatch(/Constancia de aprobación|APROBADO/)
  // The Constancia of its approval stays what it was: genuine, and no longer in force.
  const lapsed = { isGenuine: true, isFileGenuine: true, cancelledOn: dayFromToday(), takenBackOn: null }
  expect(await check(approval.code, approval.sha256)).toEqual(lapsed)
  expect(await check(code, sha256)).toEqual({ ...lapsed, ended: { end: 'cancelled', on: dayFromToday() } })
})

test('of an order that was cancelled after one of its payments only the rest is free again', async () => {
  const payments = ['12000', '8000'].map((amountMinor, at) => ({ dueOn: dayFromToday(at + 1), amountMinor }))
  const id = await orders.approved({ amountMinor: '20000', payments })
  expect((await orders.confirm(id, cast.executor, { payment: 1 })).status).toBe(200)
  await cancel(id, 'El resto no llegó')
  const { said } = await issued(id)
  expect(said).toContain('80 €, que el contrato tenía reservado')
  expect(said).toContain('Pagado en parte: 1 de 2 vencimientos.')
})

test('whoever checks one learns that it is of a rejection and its day, and nothing of a tampered code or file', async () => {
  const { code, sha256 } = await issued(await rejected())
  const ended = { end: 'rejected', on: dayFromToday() }
  const genuine = { isGenuine: true, isFileGenuine: true, cancelledOn: null, takenBackOn: null, ended }
  expect(await check(code.toLowerCase(), sha256)).toEqual(genuine)
  expect(await check(code, 'f'.repeat(64))).toEqual({ ...genuine, isFileGenuine: false })
  const tampered = `${code.startsWith('7') ? '8' : '7'}${code.slice(1)}`
  const unknown = { isGenuine: false, isFileGenuine: false, cancelledOn: null, takenBackOn: null }
  expect(await check(tampered, sha256)).toEqual(unknown)
})

test('an approval that was taken back before the rejection is not told as one, nor its Constancia as a rejection', async () => {
  const id = await orders.approved()
  const approval = await issued(id)
  await orders.post(`/api/documents/${id}/undoing`, cast.approvers[1], { revision: 1 })
  await orders.decide(id, cast.approvers[1], 'reject', { comment: 'Me equivoqué' })
  expect((await issued(id)).said).not.toContain('al aprobarse')
  const known = await check(approval.code)
  expect([known.takenBackOn, known.ended]).toEqual([dayFromToday(), undefined])
})

test('it is for who sees the order, never for its provider, another company, or an order that came back', async () => {
  const id = await rejected()
  for (const as of [cast.admin, cast.client, cast.approvers[0]])
    expect((await issue(id, as)).status).toBe(200)
  expect((await issue(id, provider)).status).not.toBe(200)
  for (const as of [other.client, other.admin]) expect((await issue(id, as)).status).toBe(404)
  const cancelled = await orders.approved()
  await cancel(cancelled, 'Repetido')
  expect((await issue(cancelled, provider)).body.type).toBe('/problems/not_for_provider')
  const withdrawn = await orders.submit()
  await orders.post(`/api/documents/${withdrawn}/withdrawal`, cast.client, { revision: 1 })
  expect((await issue(withdrawn)).body.type).toBe('/problems/not_approved')
  const told = await timeline(withdrawn)
  expect([told.ended, told.can.certify.refused]).toEqual([null, 'not_approved'])
  expect(await timeline(id)).toMatchObject({ ended: 'rejected', can: { certify: true } })
})

test('its fact says which end it certifies, and rows and journal agree', async () => {
  const id = await rejected()
  await issued(id)
  const [fact] = (await app.journal(cast.companyId, id)).filter(
    ({ action }) => action === 'document.certified',
  )
  expect(fact?.after).toMatchObject({ ended: 'rejected' })
  const { body } = await app.ask('/api/audit/events?limit=20', { as: cast.admin })
  expect(JSON.stringify(body.items)).toContain('Constancia de rechazo emitida')
  expect(await brokenInvariants(app)).toEqual({})
  await app.tamper(sql`update certificate set facts = replace(facts, '"rejected"', '"cancelled"')
    where company_id = ${cast.companyId} and document_id = ${id}`)
  expect(await brokenInvariants(app)).not.toEqual({})
})
