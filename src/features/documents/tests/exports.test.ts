import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dayFromInstant, formatDay } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { loadOrders } from '#tests/support/many-orders.ts'
import { startWhole } from '#tests/support/product.ts'
import { unzipped } from '#tests/support/unzip.ts'

const app = await startWhole()
afterAll(() => app.stop())
const cast = await makeCast(app, 'norte')
const other = await makeCast(app, 'sur')
const orders = ordersOf(app, cast)
await orders.submit({ name: '=HYPERLINK("http://x")', amountMinor: '123456' })
await orders.submit({ name: 'Flete; urgente', type: 'emision', amountMinor: '500' })
await orders.approved({ name: 'Póliza', amountMinor: '90000' })
await ordersOf(app, other).submit({ name: 'De otra empresa' })

const asked = (body: object, as = cast.client) =>
  app.ask('/api/documents/exports', { method: 'POST', as, body: { format: 'csv', ...body } })
const download = (url: string) => app.http.inject({ method: 'GET', url })

async function linesOf(body: object, as = cast.client): Promise<string[]> {
  const answer = await asked(body, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const file = await download(answer.body.url)
  expect(file.statusCode).toBe(200)
  const lines = file.body.replace('\ufeff', '').trimEnd().split('\r\n')
  expect(lines.length - 1).toBe(answer.body.rows)
  return lines
}

test('a list leaves as it is shown: its orders, in its order, and a formula runs nowhere', async () => {
  const [header, ...lines] = await linesOf({ sort: 'amount' })
  expect(header).toBe(
    'ID;Nombre;Tipo;Proyecto;Proveedor;Monto;Moneda;Estado;Detalle del estado;Creado por;Fecha;Nº de factura;Fecha de factura;NIF;Contrato;Centro de coste;Aprobado por;Aprobado el;Pagado o emitido el;Referencia;Cuenta;Base imponible;Impuestos;Retención;A pagar;Carga al contrato;Vencimiento;Pagos hechos',
  )
  expect(
    lines.map(line =>
      line
        .split(/;(?! )/)
        .slice(0, 9)
        .join(';'),
    ),
  ).toEqual([
    'DOC-002;"Flete; urgente";Pedido de Emisión;Obra;Proveedor norte;5,00;EUR;Pendiente;',
    'DOC-003;Póliza;Pedido de Pago;Obra;Proveedor norte;900,00;EUR;Aprobado;',
    `DOC-001;"'=HYPERLINK(""http://x"")";Pedido de Pago;Obra;Proveedor norte;1234,56;EUR;Pendiente;`,
  ])
})

test('a file says of a credit note which order it reduces, that it is settled, and counts it with its sign', async () => {
  const id = await orders.approved({ name: 'Con abono', amountMinor: '7000' })
  await orders.confirm(id, cast.executor)
  const note = { revision: 1, name: 'Un abono', amountMinor: '700', duplicateReason: 'Otro abono' }
  const { body } = await orders.post(`/api/documents/${id}/credit-notes`, cast.client, note)
  for (const approver of cast.approvers) await orders.decide(body.id, approver)
  await orders.confirm(body.id, cast.executor)
  const [, line] = await linesOf({ q: 'Un abono' })
  expect(line).toContain(`${body.id};Un abono;Abono de ${id};Obra;Proveedor norte;-7,00;EUR;Abonado;`)
})

test('a file says what the screens know of an order, and each reader what they may know', async () => {
  const centre = { code: 'OBR', name: 'Obras', currency: 'EUR', clientId: cast.clientId }
  const costCentreId = await cast.make('/api/cost-centres', centre)
  const paid = {
    costCentreId,
    name: 'Pagado',
    invoiceNumber: 'F-77',
    invoiceDate: '2026-01-10',
    amountMinor: '4200',
  }
  const id = await orders.approved(paid)
  await orders.confirm(id, cast.executor, { reference: 'TRF-2209' })
  await app.tamper(sql`update provider set tax_id = 'B12345674' where id = ${cast.providerId}`)
  await app.tamper(sql`update document set bank_account = 'ES9121000418450200051332' where id = ${id}`)
  const today = formatDay(dayFromInstant(clock.now(), 'Europe/Madrid'))
  const cells = async (as: string) => ((await linesOf({ q: 'F-77' }, as))[1] ?? '').split(/;(?! )/).slice(11)
  const contractId = (await orders.card(id)).contract.id
  const approvers = cast.approvers.map((_, index) => `Aprobador ${index} Pérez (${today})`).join('; ')
  const [number, day, , charged, booked, ...rest] = await cells(cast.admin)
  expect([number, day, charged, booked]).toEqual(['F-77', '10/01/2026', contractId, 'OBR · Obras'])
  expect(rest).toEqual([
    `"${approvers}"`,
    today,
    today,
    'TRF-2209',
    '…1332',
    '',
    '',
    '',
    '42,00',
    '42,00',
    '',
    '',
  ])
  expect((await cells(cast.admin))[2]).toBe('B12345674')
  expect((await cells(cast.approvers[0] ?? ''))[2]).toBe('')
  await app.person(cast.companyId, 'provider', cast.address('proveedor'), { providerId: cast.providerId })
  const own = await cells(await app.signIn(cast.address('proveedor')))
  expect(own.slice(0, 3)).toEqual(['F-77', '10/01/2026', 'B12345674'])
  expect(own[4]).toBe('')
  expect(JSON.stringify(own)).not.toMatch(/Aprobador|OBR/)
  const [row] = (await app.ask('/api/documents?q=F-77', { as: cast.client })).body.items
  expect(row).toMatchObject({ invoiceNumber: 'F-77', clientName: 'Cliente norte' })
  expect(formatDay(row.executedOn)).toBe(today)
  expect(formatDay(dayFromInstant(row.approvedAt, 'Europe/Madrid'))).toBe(today)
  const [waiting] = (await app.ask('/api/documents?q=flete', { as: cast.client })).body.items
  expect(waiting).toMatchObject({ invoiceNumber: null, executedOn: null, approvedAt: null })
})

test('the filters of the list are the file’s', async () => {
  const ids = async (body: object) => (await linesOf(body)).slice(1).map(line => line.slice(0, 7))
  expect(await ids({ type: 'emision' })).toEqual(['DOC-002'])
  expect(await ids({ status: 'approved' })).toEqual(['DOC-003'])
  expect(await ids({ q: 'poliza' })).toEqual(['DOC-003'])
  expect(await ids({ projectId: 'PRJ-999' })).toEqual([])
})

test('nobody carries away more than they see', async () => {
  for (const token of [cast.client, cast.admin, cast.executor, ...cast.approvers])
    expect((await linesOf({}, token)).join()).not.toContain('De otra empresa')
  await app.person(cast.companyId, 'approver', 'nadie@pruebas.example')
  expect(await linesOf({}, await app.signIn('nadie@pruebas.example'))).toHaveLength(1)
})

test('an export is an event: who, which list and how many orders', async () => {
  const before = (await app.journal(cast.companyId)).length
  await asked({ type: 'gasto', q: 'poliza', format: 'xlsx' })
  expect((await app.journal(cast.companyId)).slice(before)).toEqual([
    {
      action: 'documents.exported',
      object_id: cast.companyId,
      after: { rows: 1, format: 'xlsx', sort: '-date', type: 'gasto', q: 'poliza' },
    },
  ])
})

test('a file says what an amount is made of, what is paid of it and what its contract was charged', async () => {
  await orders.submit({
    name: 'Honorarios',
    amountMinor: '121000',
    breakdown: {
      taxLines: [{ kind: 'iva', rate: 2100, baseMinor: '100000', taxMinor: '21000' }],
      withholding: { kind: 'irpf', rate: 1500, baseMinor: '100000', withheldMinor: '15000' },
    },
  })
  const [header = '', row = ''] = await linesOf({ q: 'Honorarios' })
  const cells = new Map(header.split(';').map((column, index) => [column, row.split(';')[index]]))
  const columns = ['Base imponible', 'Impuestos', 'Retención', 'A pagar', 'Carga al contrato']
  expect(columns.map(column => cells.get(column))).toEqual([
    '1000,00',
    '210,00',
    '150,00',
    '1060,00',
    '1210,00',
  ])
})

test('a file says when an order is due, and which of its payments are made', async () => {
  const dueOn = dayFromToday(30)
  const payments = [
    { dueOn, amountMinor: '5000' },
    { dueOn: dayFromToday(60), amountMinor: '5000' },
  ]
  const id = await orders.approved({ name: 'A plazos', amountMinor: '10000', payments })
  expect((await orders.confirm(id, cast.executor, { payment: 1, reference: 'TRF-1ª' })).status).toBe(200)
  const [, row = ''] = await linesOf({ q: 'plazos' })
  expect(row.split(';').slice(-2)).toEqual([
    formatDay(dayFromToday(60)),
    `1 de 2: ${formatDay(dayFromToday())}, TRF-1ª`,
  ])
  const due = (from: string, to: string) =>
    app.ask(`/api/documents?dueFrom=${from}&dueTo=${to}`, { as: cast.client })
  expect((await due(dayFromToday(60), dayFromToday(60))).body.items).toHaveLength(1)
  expect((await due(dueOn, dayFromToday(59))).body.items).toEqual([])
})

test('the file is named by company, list and day, and is never kept on the way', async () => {
  const { body } = await asked({ type: 'gasto', format: 'xlsx' })
  const file = await download(body.url)
  const day = clock
    .now()
    .toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })
    .split('-')
    .toReversed()
    .join('-')
  const name = encodeURIComponent(`norte - Pedidos de pago - ${day}.xlsx`)
  expect(file.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${name}`)
  expect(file.headers['cache-control']).toBe('private, no-store')
  const sheet = unzipped(file.rawPayload)['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet).toContain('<v>1234.56</v>')
  const lines = sheet.match(/<row>/g)?.length
  expect(lines).toBeGreaterThan(2)
  expect(sheet).toContain(`<autoFilter ref="A1:AB${lines}"/>`)
})

describe('a link', () => {
  test('that somebody changed, or that is for a file, serves nothing', async () => {
    const { body } = await asked({})
    const [, , token = ''] = body.url.split('/')
    for (const wrong of [`${token}x`, token.slice(1), 'x', `${token.split('.')[0]}.`])
      expect((await download(`/exports/${wrong}/a.csv`)).statusCode).toBe(404)
    expect((await download(`/files/${token}/a.csv`)).statusCode).toBe(404)
  })

  test('ends after five minutes', async () => {
    const { body } = await asked({})
    const later = new Date(clock.now().getTime() + 301_000)
    const spy = vi.spyOn(clock, 'now').mockReturnValue(later)
    expect((await download(body.url)).statusCode).toBe(404)
    spy.mockRestore()
  })

  test('ends with the session that asked for it', async () => {
    await app.person(cast.companyId, 'admin', 'sale@pruebas.example')
    const token = await app.signIn('sale@pruebas.example')
    const { body } = await asked({}, token)
    expect((await download(body.url)).statusCode).toBe(200)
    await app.ask('/auth/v1/logout', { method: 'POST', as: token })
    expect((await download(body.url)).statusCode).toBe(401)
  })
})

describe('ten thousand orders', () => {
  const reader = 'exporta@pruebas.example'
  let origin = ''
  let client = ''
  beforeAll(async () => {
    const big = await makeCast(app, 'grande', { total: '900000000000' })
    const { companyId, projectId, clientId, approverIds, executorId } = big
    const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [big.providerId] }
    await loadOrders(app, { ...many, contractId: big.payable, count: 10_000 })
    await app.person(companyId, 'admin', reader)
    client = big.client
    origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  })

  /** An export of which the first page has arrived: of five, in the order that takes longest to read. */
  async function begun() {
    const as = await app.signIn(reader)
    const { body } = await asked({ sort: '-provider' }, as)
    const file = await fetch(origin + body.url)
    expect(file.status).toBe(200)
    return { as, file }
  }

  test('leave whole, each once', async () => {
    for (const sort of ['-date', 'amount', 'name', '-provider']) {
      const lines = await linesOf({ sort }, client)
      expect(new Set(lines.slice(1).map(line => line.split(';')[0])).size, sort).toBe(10_000)
    }
  })

  test('break off when the session ends on their way', async () => {
    const { as, file } = await begun()
    await whilePagesWait(() => app.ask('/auth/v1/logout', { method: 'POST', as }))
    await expect(file.text()).rejects.toThrow()
  })

  test('break off when the person is deactivated on their way', async () => {
    const { file } = await begun()
    await whilePagesWait(() => app.tamper(sql`update account set active = false where email = ${reader}`))
    await expect(file.text()).rejects.toThrow()
  })

  /** Holds the orders, so that no page is read before the change has been made. */
  async function whilePagesWait(change: () => Promise<unknown>): Promise<void> {
    const holder = await app.owner.pool.connect()
    try {
      await holder.query('begin; lock table document in access exclusive mode')
      await change()
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }
})

test('a file says who forced a decision, and whoever looks for that person’s approvals finds it', async () => {
  const forcerId = await app.person(cast.companyId, 'admin', cast.address('jefa'), { name: 'Jefa' })
  const forcer = await app.signIn(cast.address('jefa'))
  const settings = { method: 'PATCH', as: cast.admin, body: { forcedDecisions: true } } as const
  expect((await app.ask('/api/company/settings', settings)).status).toBe(200)
  const id = await orders.submit({ name: 'Forzado', amountMinor: '3100' })
  const forcing = { revision: 1, decision: 'approve', reason: 'Nadie contesta desde hace un mes' }
  expect((await orders.post(`/api/documents/${id}/forced-decision`, forcer, forcing)).status).toBe(200)
  const today = formatDay(dayFromInstant(clock.now(), 'Europe/Madrid'))
  const [, line, ...others] = await linesOf({ approverId: forcerId }, cast.admin)
  expect(others).toEqual([])
  expect(line).toContain(`${id};Forzado;`)
  expect(line).toContain(`;Jefa Pérez (administración, ${today});`)
})
