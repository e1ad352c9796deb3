// A file becomes open orders: each is sent by the product's own rules, and nothing of a file gets around approval.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importRoutes } from '#features/imports/api.ts'
import { workOnImports } from '#features/imports/commands/work.ts'
import { lockImport } from '#features/imports/store.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { faultFields, importDesk, lines } from '#tests/support/import-desk.ts'
import { earlier } from '#tests/support/moved-times.ts'

let app: TestApp
let cast: Cast
let desk: ReturnType<typeof importDesk>
let count = 0
beforeAll(async () => {
  app = await startProduct({ routes: importRoutes })
}, 120_000)
beforeEach(async () => {
  count += 1
  cast = await makeCast(app, `pedidos${count}`, {
    approvers: 1,
    total: '10000000',
    overrunPolicy: 'bloquear',
  })
  desk = importDesk(app, cast.admin ?? '')
}, 120_000)
afterAll(() => app.stop())

const columns = [
  'Concepto',
  'Proyecto',
  'Proveedor',
  'Tipo',
  'Monto total',
  'Base',
  'IVA',
  'IRPF',
  'Moneda',
  'Factura',
  'Fecha de factura',
  'Vencimiento',
  'Contrato',
  'Motivo',
]
type Cells = Partial<Record<(typeof columns)[number], string>>
const usual = () => ({
  Concepto: 'Cemento',
  Proyecto: 'Obra',
  Proveedor: `Proveedor pedidos${count}`,
  'Monto total': '121,00',
})
const file = (...rows: Cells[]) =>
  lines(columns, ...rows.map(row => columns.map(column => ({ ...usual(), ...row })[column] ?? '')))
const orders = () =>
  app.tamper(sql`select id, name, state, amount_minor::text as amount, created_by as "createdBy" from document
    where company_id = ${cast.companyId} order by number`)
const card = async (id: unknown) => ordersOf(app, cast).card(String(id), cast.admin)

test('orders begin their approval as if sent by hand, and whoever imports them is their author', async () => {
  const { id, revision, counts } = await desk.checked(
    'orders',
    file(
      {
        Factura: 'F-1',
        'Fecha de factura': '15/01/2026',
        Vencimiento: '15/03/2026',
        Base: '100',
        IVA: '21 %',
        IRPF: '15',
      },
      { Concepto: 'Cuota', Tipo: 'emisión', 'Monto total': '50', Contrato: 'se factura' },
      { Concepto: '=SUMA(A1:A9)', 'Monto total': '', Base: '200', IVA: '0,21', Factura: 'F-2' },
    ),
  )
  expect(counts).toMatchObject({ good: 3, refused: 0 })
  expect((await desk.rowsIn(id, 'good'))[0].note).toBe(
    `Pedido de Pago de 121 €, Proveedor pedidos${count}, en Obra con ${cast.payable}. Base 100 €, IVA 21 €. Se pagan 106 €. Vence el 15/03/2026`.replaceAll(
      ' €',
      '\u00a0€',
    ),
  )
  expect(await orders()).toEqual([])
  await desk.start(id, revision)
  await desk.work()
  const made = await orders()
  expect(made.map(({ name, state, amount }) => [name, state, amount])).toEqual([
    ['Cemento', 'in_approval', '12100'],
    ['Cuota', 'in_approval', '5000'],
    ['=SUMA(A1:A9)', 'in_approval', '24200'],
  ])
  const first = await card(made[0]?.id)
  expect(first).toMatchObject({
    invoiceNumber: 'F-1',
    invoiceDate: '2026-01-15',
    breakdown: { withholding: { kind: 'irpf', withheldMinor: '1500' } },
    planned: [{ dueOn: '2026-03-15', amountMinor: '10600' }],
  })
  expect(await ordersOf(app, cast).balance()).toEqual([10_000_000, 36_300, 0, 0])
  const { decide } = ordersOf(app, cast)
  expect((await decide(String(made[0]?.id), cast.admin)).status).toBe(409)
  expect((await decide(String(made[0]?.id), cast.approvers[0])).status).toBe(200)
  // Decided, it stays; the others are withdrawn to whoever sent them.
  await desk.post(`/${id}/undo`, {})
  await desk.work()
  expect((await desk.get(`/${id}`)).counts).toMatchObject({ undone: 2, kept: 1 })
  expect((await orders()).map(({ state }) => state)).toEqual(['approved', 'returned', 'returned'])
})

test('a row says all that is wrong with it, and what another company has is nobody’s', async () => {
  const other = await makeCast(app, `ajenos${count}`, { approvers: 1 })
  await cast.make('/api/contracts', {
    type: 'cliente',
    clientId: cast.clientId,
    description: 'De otro proyecto',
    totalMinor: '100',
    currency: 'EUR',
    startsOn: '2020-01-01',
    endsOn: '2090-12-31',
  })
  const { id, counts } = await desk.checked(
    'orders',
    file(
      {
        Concepto: '',
        Proyecto: other.clientId,
        Proveedor: 'Proveedor ajenos',
        Tipo: 'regalo',
        'Monto total': '1,234.00',
        'Fecha de factura': '30/02/2026',
      },
      { Moneda: 'USD', Factura: '---', IRPF: '15' },
      { Base: '100', IVA: '21', 'Monto total': '120', Contrato: 'De otro proyecto' },
      { 'Monto total': '#¡VALOR!', Proveedor: '' },
      { 'Monto total': '100.000,01', Concepto: 'No cabe' },
    ),
  )
  expect(counts).toMatchObject({ good: 0, refused: 5 })
  const fields = faultFields(await desk.rowsIn(id, 'refused')).map(each => each.toSorted())
  expect(fields).toEqual([
    ['amount', 'invoiceDate', 'name', 'project', 'provider', 'type'],
    ['currency', 'invoiceNumber', 'vat'],
    ['amount', 'contract'],
    ['amount', 'provider'],
    ['amount'],
  ])
})

test('brought again they exist; those that look alike come with a reason alone', async () => {
  const rows = [{ Factura: 'F-7' }, { Concepto: 'Emitida', Tipo: 'Emisión', 'Monto total': '77' }]
  expect((await desk.imported('orders', file(...rows))).counts).toMatchObject({ made: 2 })
  const again = await desk.checked(
    'orders',
    file(
      ...rows,
      { Concepto: 'Otra', Factura: 'F-8' },
      { Concepto: 'Otra más', Factura: 'F-8', 'Monto total': '9' },
      { Concepto: 'Explicada', Factura: 'F-9', Motivo: 'Son entregas distintas' },
    ),
  )
  expect(again.counts).toMatchObject({ existing: 2, refused: 1, good: 2 })
  const [alike] = await desk.rowsIn(again.id, 'refused')
  expect(alike.faults).toEqual([{ field: 'reason', text: expect.stringContaining('DOC-001') }])
})

test('however late they are brought again they exist, those with a reason too; another reason makes another', async () => {
  const explained = { Concepto: 'Explicada', 'Monto total': '9', Motivo: 'Son entregas distintas' }
  const rows = [{ Concepto: 'Cuota' }, explained]
  expect((await desk.imported('orders', file(...rows))).counts).toMatchObject({ made: 2 })
  await app.tamper(sql`update document set submitted_at = ${earlier(part`submitted_at`, part`interval '40 days'`)}
    where company_id = ${cast.companyId}`)
  const again = await desk.imported('orders', file(...rows, { Concepto: 'Cuota', Motivo: 'La de febrero' }))
  expect(again.counts).toMatchObject({ made: 1, existing: 2, refused: 0 })
  // Two files that say the same order, on two nodes at once.
  const one = { Concepto: 'A la vez', 'Monto total': '7', Motivo: 'Urgente' }
  const both = [await desk.checked('orders', file(one)), await desk.checked('orders', file(one, explained))]
  for (const { id, revision } of both) expect((await desk.start(id, revision)).status).toBe(200)
  await Promise.all([desk.work(), desk.work()])
  expect((await orders()).filter(({ name }) => name === 'A la vez')).toHaveLength(1)
})

test('once an import is undone its file comes again, and each order says which it stands for', async () => {
  const rows = [{ Factura: 'F-1' }, { Concepto: 'Cuota', 'Monto total': '50' }]
  const { id } = await desk.imported('orders', file(...rows))
  await desk.post(`/${id}/undo`, {})
  await desk.work()
  const again = await desk.imported('orders', file(...rows))
  expect(again.counts).toMatchObject({ made: 2, existing: 0, refused: 0 })
  const reasons = await app.tamper(sql`select content->>'duplicateReason' as reason from document_revision
    where company_id = ${cast.companyId} order by document_id`)
  expect(reasons.map(({ reason }) => reason)).toEqual([
    null,
    null,
    'Sustituye a DOC-001: se deshizo su importación',
    'Sustituye a DOC-002: se deshizo su importación',
  ])
  expect((await desk.checked('orders', file(...rows, { Concepto: 'Suelto' }))).counts).toMatchObject({
    existing: 2,
    good: 0,
  })
})

test('orders are taken back by whoever imported them alone, and another administrator is told who', async () => {
  const { id } = await desk.imported('orders', file({}))
  await app.person(cast.companyId, 'admin', cast.address('otra'), { name: 'Otra' })
  const other = await app.signIn(cast.address('otra'))
  const { can } = await desk.get(`/${id}`, other)
  expect(can.undo).toEqual({ refused: 'not_requester', text: expect.stringContaining('Elena Admin') })
  const refused = await desk.post(`/${id}/undo`, {}, other)
  expect([refused.status, refused.body.type]).toEqual([409, '/problems/not_requester'])
  expect((await desk.get(`/${id}`)).can.undo).toBe(true)
})

test('a contract closed, or a right ended, between preview and confirmation lets nothing through', async () => {
  const before = await desk.checked('orders', file({}, { Concepto: 'Emitida', Tipo: 'Emisión' }))
  const closed = await app.ask(`/api/contracts/${cast.payable}/status`, {
    method: 'POST',
    as: cast.admin,
    body: { revision: 1, status: 'completed', reason: 'Terminado' },
  })
  expect(closed.status).toBe(200)
  await desk.start(before.id, before.revision)
  await desk.work()
  expect((await desk.get(`/${before.id}`)).counts).toMatchObject({ made: 1, refused: 1 })
  expect((await desk.rowsIn(before.id, 'refused'))[0].faults[0].field).toBe('contract')
  // No longer an administrator, they may still order in the project, and import nothing.
  const second = await desk.checked(
    'orders',
    file({ Concepto: 'Tarde', Tipo: 'Emisión', 'Monto total': '33' }),
  )
  await desk.start(second.id, second.revision)
  const adminId = await app.accountOf(cast.address('admin'))
  await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
    values (${cast.companyId}, ${cast.projectId}, ${adminId}, 'edit')`)
  await app.tamper(sql`update account set role = 'approver' where id = ${adminId}`)
  await desk.work()
  expect((await orders()).map(({ name }) => name)).toEqual(['Emitida'])
  const refused = await app.tamper(
    sql`select faults->0->>'text' as text from import_row where import_id = ${second.id}`,
  )
  expect(refused[0]?.text).toContain('administración')
})

test('each row comes once, whatever ends in the middle, on several nodes, and confirmed by two', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => ({
    Concepto: `Pieza ${index}`,
    'Monto total': `${index + 1}`,
  }))
  const [first, second] = [
    await desk.checked('orders', file(...rows)),
    await desk.checked('orders', file(...rows)),
  ]
  const started = await Promise.all([first, second].map(({ id, revision }) => desk.start(id, revision)))
  expect(started.map(({ status }) => status).toSorted()).toEqual([200, 409])
  let steps = 0
  await workOnImports(app.db, { invite: async () => {} }, () => steps++ < 5)
  expect(await orders()).toHaveLength(5)
  await Promise.all([desk.work(), desk.work()])
  expect(await orders()).toHaveLength(12)
  // The other, confirmed once the first has ended, finds all of them there.
  const left = started[0]?.status === 200 ? second : first
  expect((await desk.start(left.id, left.revision)).status).toBe(200)
  await desk.work()
  expect((await desk.get(`/${left.id}`)).counts).toMatchObject({ made: 0, existing: 12 })
  expect(await orders()).toHaveLength(12)
})

test('a large import lets others have their turn, and one that another node holds is left to it', async () => {
  const pieces = Array.from({ length: 9 }, (_, index) => ({
    Concepto: `Pieza ${index}`,
    'Monto total': `${index + 1}`,
  }))
  const large = await desk.checked('orders', file(...pieces))
  const small = await desk.checked('orders', file({ Concepto: 'Poco', 'Monto total': '99' }))
  for (const { id, revision } of [large, small]) await desk.start(id, revision)
  let steps = 0
  await workOnImports(app.db, { invite: async () => {} }, () => steps++ < 8)
  expect((await desk.get(`/${small.id}`)).state).toBe('finished')
  const begun = await desk.get(`/${large.id}`)
  expect([begun.state, begun.counts.made]).toEqual(['importing', 6])
  await asSystem(app.db, cast.companyId, async tx => {
    await lockImport(tx, large.id)
    await desk.work()
  })
  expect((await desk.get(`/${large.id}`)).counts.made).toBe(6)
  await desk.work()
  expect((await desk.get(`/${large.id}`)).counts.made).toBe(9)
})

test('a file of 10,001 rows is refused before anything is kept', async () => {
  const content = Buffer.from(`Concepto\n${'Fila\n'.repeat(10_001)}`).toString('base64')
  const answer = await desk.post('', { kind: 'orders', fileName: 'muchos.csv', content })
  expect([answer.status, answer.body.type]).toEqual([409, '/problems/too_many_rows'])
  expect((await desk.get('')).items).toEqual([])
})
