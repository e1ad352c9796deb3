import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { newId } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())
afterEach(() => void vi.restoreAllMocks())
const cast = await makeCast(app, 'norte')
const other = await makeCast(app, 'sur')
const orders = ordersOf(app, cast)
const approved = await orders.approved({ name: 'Póliza' })
await orders.submit({ name: 'Flete' })
const foreign = await ordersOf(app, other).approved()

const list = async (query = '', as = cast.admin) => app.ask(`/api/audit/events${query}`, { as })
const items = async (query = '', as = cast.admin) => (await list(query, as)).body.items
const exported = (body: object, as = cast.admin) =>
  app.ask('/api/audit/exports', { method: 'POST', as, body: { format: 'csv', ...body } })
const download = (url: string) => app.http.inject({ method: 'GET', url })
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)

async function whole(query: string): Promise<{ id: string }[]> {
  const found: { id: string }[] = []
  for (let after: string | null = ''; after !== null; ) {
    const { body } = await list(`?${query}${after === '' ? '' : `&after=${after}`}`)
    found.push(...body.items)
    after = body.next
  }
  return found
}

describe('the journal', () => {
  test('is the administration’s alone, of its own company', async () => {
    for (const token of [cast.client, cast.executor, ...cast.approvers]) {
      expect((await list('', token)).status).toBe(404)
      expect((await exported({}, token)).status).toBe(403)
    }
    const [event] = await items('', other.admin)
    expect((await app.ask(`/api/audit/events/${event.id}`, { as: other.admin })).status).toBe(200)
    const absent = await app.ask(`/api/audit/events/${newId()}`, { as: cast.admin })
    const hidden = await app.ask(`/api/audit/events/${event.id}`, { as: cast.admin })
    expect([hidden.status, hidden.body.type]).toEqual([absent.status, absent.body.type])
    expect(hidden.status).toBe(404)
    expect((await app.ask(`/api/audit/events/${event.id}`, { as: other.client })).status).toBe(404)
  })

  test('is read by pages, the newest first, each event once', async () => {
    const all = ids(await whole('limit=7'))
    const written = await app.owner.run<{ id: string }>(
      sql`select id from event where company_id = ${cast.companyId} order by id desc`,
    )
    expect(all).toEqual(ids(written))
  })

  test('is narrowed by person, kind of action, object, day and who stood in for another', async () => {
    expect(ids(await items(`?object=${approved.toLowerCase()}`))).toHaveLength(3)
    expect(foreign).toBe('DOC-001')
    const [decision] = await items(`?actorId=${cast.approverIds[0]}&group=orders`)
    expect(decision).toMatchObject({
      sentence: 'Aprobación dada',
      actorName: 'Aprobador 0 Pérez',
      onBehalfOfName: null,
      objectType: 'document',
      objectId: approved,
      objectName: 'Póliza',
    })
    expect(await items(`?actorId=${other.approverIds[0]}`)).toEqual([])
    const access = await items('?group=access&limit=200')
    expect(new Set(access.map((event: { action: string }) => event.action))).toContain('session.signed_in')
    expect(await items('?group=contracts&object=PRJ-001')).toEqual([])
    expect(await items('?delegated=yes')).toEqual([])
    await asSystem(app.db, cast.companyId, tx =>
      record(
        tx,
        { userId: cast.executorId },
        {
          kind: 'approval.decided',
          subscribers: [],
          object: { type: 'document', id: approved },
          onBehalfOf: cast.approverIds[0] ?? null,
          after: { decision: 'reject' },
        },
      ),
    )
    expect(await items('?delegated=yes')).toMatchObject([
      { actorName: 'Tesorería Pérez', onBehalfOfName: 'Aprobador 0 Pérez', sentence: 'Pedido rechazado' },
    ])
    await app.owner.run(
      sql`delete from event_unsealed where event_id = (select id from event where on_behalf_of is not null)`,
    )
    await app.owner.run(sql`delete from event where on_behalf_of is not null`)
  })

  test('ends its days with the company’s wall, not with UTC', async () => {
    const { id } = await asSystem(app.db, cast.companyId, async tx => {
      const late = tx.at(new Date('2024-06-30T22:30:00Z'))
      await record(late, null, {
        kind: 'company.settings_changed',
        subscribers: [],
        object: { type: 'company', id: tx.companyId },
      })
      return { id: newId(Date.parse('2024-06-30T22:30:00Z')) }
    })
    expect(id).toBeTruthy()
    expect(await items('?from=2024-07-01&to=2024-07-01')).toHaveLength(1)
    expect(await items('?from=2024-06-30&to=2024-06-30')).toEqual([])
  })

  test('shows what was before and after, and the seal as soon as there is one', async () => {
    const [decision] = await items(`?actorId=${cast.approverIds[1]}&group=orders`)
    expect(decision).not.toHaveProperty('after')
    await sealEvents(app.db)
    const { body } = await app.ask(`/api/audit/events/${decision.id}`, { as: cast.admin })
    expect(body).toMatchObject({ before: { state: 'in_approval' }, after: { state: 'approved', total: 2 } })
    const [row] = await app.owner.run<{ sequence: bigint; hash: string }>(sql`
      select sequence, hash from event_seal where company_id = ${cast.companyId} and event_id = ${decision.id}`)
    expect(body.seal).toEqual({ sequence: Number(row?.sequence), hash: row?.hash })
    const { body: told } = await app.ask(`/api/documents/${approved}/timeline`, { as: cast.client })
    expect(told.items.at(-1)).toMatchObject({ action: 'approval.decided', sequence: Number(row?.sequence) })
  })
})

describe('the journal as a file', () => {
  test('holds what the screen shows, and is itself an event', async () => {
    const { status, body } = await exported({ object: approved })
    expect(status).toBe(200)
    const file = await download(body.url)
    const [header, ...lines] = file.body.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(header).toBe(
      'Fecha y hora;Persona;En nombre de;Acción;Objeto;ID;Nombre;Motivo;Antes;Después;Petición;Sello;Huella;Clave de API',
    )
    expect(lines).toHaveLength(body.rows)
    expect(lines[0]).toContain(`;Aprobación dada;Pedido;${approved};Póliza;`)
    const [event] = await items('?group=exports')
    expect(event).toMatchObject({ action: 'journal.exported', actorName: 'Elena Admin' })
  })

  test('serves a book as well, and nothing to whoever has no link of its kind', async () => {
    const { body } = await exported({ format: 'xlsx' })
    expect((await download(body.url)).headers['content-type']).toContain('spreadsheetml')
    const path: string = body.url
    const orders = await app.ask('/api/documents/exports', {
      method: 'POST',
      as: cast.admin,
      body: { format: 'csv' },
    })
    const swapped = [
      path.replace('/exports/journal/', '/exports/'),
      orders.body.url.replace('/exports/', '/exports/journal/'),
    ]
    for (const url of [
      ...swapped,
      path.replace('journal/', 'journal/x'),
      '/exports/journal/x/y',
      '/exports/journal/x.y/z',
    ])
      expect((await download(url)).statusCode, url).toBe(404)
  })

  test('ends with its five minutes, with the session and with the right', async () => {
    const { body } = await exported({})
    vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 301_000))
    expect((await download(body.url)).statusCode).toBe(404)
    vi.restoreAllMocks()
    await app.person(cast.companyId, 'admin', 'jefa@pruebas.example')
    const leaving = await app.signIn('jefa@pruebas.example')
    const { body: hers } = await exported({}, leaving)
    expect((await download(hers.url)).statusCode).toBe(200)
    await app.ask('/auth/v1/logout', { method: 'POST', as: leaving })
    expect((await download(hers.url)).statusCode).toBe(401)
  })
})
