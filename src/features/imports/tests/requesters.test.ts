// Orders of a file that others had asked for: they are theirs, and an order has no author fewer for that.
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { TokenScope } from '#kernel/token-scope.ts'
import { sql } from '#server/database/sql.ts'
import { giveToken } from '#tests/support/api-tokens.ts'
import { type Cast, makeCast } from '#tests/support/cast.ts'
import { faultFields, importDesk, importingCompany, lines } from '#tests/support/import-desk.ts'
import { startWhole } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())

let cast: Cast
let adminId = ''
let name = ''
beforeEach(async () => {
  ;({ name, cast, adminId } = await importingCompany(app, 'ajenos'))
}, 120_000)

const file = (...rows: (readonly [order: string, requester: string])[]) =>
  lines(
    ['Concepto', 'Proyecto', 'Proveedor', 'Monto total', 'Motivo', 'Solicitante'],
    ...rows.map(([order, requester]) => [
      order,
      'Obra',
      `Proveedor ${name}`,
      '100,00',
      `Por ${order}`,
      requester,
    ]),
  )
const card = async (id: string, as = cast.admin) =>
  (await app.ask(`/api/projects/${cast.projectId}/documents/${id}`, { as })).body
const decide = (id: string, as: string) =>
  app.ask(`/api/documents/${id}/decision`, { method: 'POST', as, body: { revision: 1, decision: 'approve' } })
/** Permission of somebody to order in the cast's project. */
const letOrder = (userId: string) =>
  app.ask(`/api/projects/${cast.projectId}/permissions/${userId}`, {
    method: 'PUT',
    as: cast.admin,
    body: { permissions: ['view', 'edit'] },
  })

test('an order belongs to whom its file says: they take it back, and the journal says who brought it', async () => {
  const clientId = await app.accountOf(cast.address('cliente'))
  const desk = importDesk(app, cast.admin)
  const { id, revision, counts } = await desk.checked(
    'orders',
    file(['Arena', cast.address('cliente')], ['Cal', '']),
  )
  expect(counts).toMatchObject({ good: 2 })
  const notes = (await desk.rowsIn(id, 'good')).map(({ note }: { note: string }) => note)
  expect(notes).toEqual([expect.stringContaining('Lo pide '), expect.not.stringContaining('Lo pide ')])
  await desk.start(id, revision)
  await desk.work()
  const [theirs, own] = (await desk.rowsIn(id, 'made')).map(({ madeId }: { madeId: string }) => madeId)
  const list = async (who: string) =>
    (await app.ask(`/api/documents?requesterId=${who}`, { as: cast.admin })).body.items.map(
      (item: { id: string }) => item.id,
    )
  expect([await list(clientId), await list(adminId)]).toEqual([[theirs], [own]])
  const [sent] = await app.journal(cast.companyId, theirs)
  expect(sent).toMatchObject({ action: 'document.submitted', after: { requesterId: clientId } })
  expect((await card(theirs, cast.client)).can.withdraw).toBe(true)
  expect((await card(theirs)).can.withdraw).not.toBe(true)
  expect(await brokenInvariants(app)).toEqual({})
  const give = (to: string) =>
    app.tamper(
      sql`update document set created_by = ${to} where company_id = ${cast.companyId} and id = ${theirs}`,
    )
  await give(await app.accountOf(cast.address('ejecuta')))
  const truth = 'whoever an order belongs to sent it, or is its author beside who did, as was sealed'
  expect(await brokenInvariants(app)).toEqual({ [truth]: [theirs] })
  await give(clientId)
})

test('neither whoever asked for an order nor whoever brought it approves it', async () => {
  const userId = cast.approverIds[0] ?? ''
  await letOrder(userId)
  await cast.make('/api/projects', {
    name: 'Entre dos',
    clientId: cast.clientId,
    totalMinor: '1000000',
    contractIds: [cast.payable],
    approverIds: [adminId, userId, await app.accountOf(cast.address('cliente'))],
    executorIds: [cast.executorId],
  })
  const rows = file(['Arena', cast.address('cliente')]).replace('Obra', 'Entre dos')
  const desk = importDesk(app, cast.admin)
  const { id } = await desk.imported('orders', rows)
  const [{ madeId }] = await desk.rowsIn(id, 'made')
  expect((await decide(madeId, cast.admin)).status).toBe(409)
  expect((await decide(madeId, cast.client)).status).toBe(409)
  expect((await decide(madeId, cast.approvers[0] ?? '')).status).toBe(200)
  expect(await brokenInvariants(app)).toEqual({})
})

test('somebody who may not order there, who is not there yet, or of whom there are several is a fault of the cell', async () => {
  const other = await makeCast(app, `lejos${name}`, { approvers: 1 })
  await app.person(cast.companyId, 'approver', cast.address('mirona'))
  const desk = importDesk(app, cast.admin)
  const { id, counts } = await desk.checked(
    'orders',
    file(
      ['Nadie', 'nadie@pruebas.example'],
      ['Otra empresa', other.address('admin')],
      ['Sin permiso', cast.address('mirona')],
      ['Dos', `${cast.address('cliente')}, ${cast.address('admin')}`],
    ),
  )
  expect(counts).toMatchObject({ refused: 4 })
  expect(faultFields(await desk.rowsIn(id, 'refused'))).toEqual([1, 2, 3, 4].map(() => ['requester']))
})

test('orders in the name of others are withdrawn as their import is undone, and go back to whom they belong', async () => {
  const clientId = await app.accountOf(cast.address('cliente'))
  const desk = importDesk(app, cast.admin)
  const { id } = await desk.imported('orders', file(['Arena', cast.address('cliente')]))
  const [{ madeId }] = await desk.rowsIn(id, 'made')
  expect((await desk.post(`/${id}/undo`, {})).status).toBe(200)
  await desk.work()
  expect((await desk.get(`/${id}`)).counts).toMatchObject({ undone: 1 })
  expect(await card(madeId)).toMatchObject({ state: 'returned', createdById: clientId })
  expect(await brokenInvariants(app)).toEqual({})
})

test('a person asks in the name of others with a token too, and a service in its own alone', async () => {
  const scopes: TokenScope[] = ['imports:read', 'imports:write', 'orders:write']
  const rows = file(['Arena', cast.address('cliente')])
  const body = { name: 'ERP', scopes, days: 90 }
  const { text: service } = (await app.ask('/api/company/tokens', { method: 'POST', as: cast.admin, body }))
    .body
  const theirs = await importDesk(app, service).checked('orders', rows)
  expect(faultFields(await importDesk(app, service).rowsIn(theirs.id, 'refused'))).toEqual([['requester']])
  const { text } = await giveToken(app, { companyId: cast.companyId, userId: adminId, scopes })
  const own = await importDesk(app, text).imported('orders', rows)
  expect(own.counts).toMatchObject({ made: 1 })
  expect(await brokenInvariants(app)).toEqual({})
})
