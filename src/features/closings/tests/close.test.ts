// Closes of a month: made once, in versions, with an archive that anybody who has its digest can check.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ClosedMonth,
  csvRows,
  linesOf,
  month,
  startMonth,
  thisMonth,
} from '#tests/support/closed-month.ts'
import { unzipped } from '#tests/support/unzip.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let place: ClosedMonth
beforeAll(async () => {
  place = await startMonth()
}, 180_000)
afterAll(() => place?.app.stop())

describe('a close', () => {
  let archiveId = ''
  const issueAll = async () => {
    for (let left = 1; left > 0; ) {
      const { status, body } = await place.orders.post('/api/closings/papers', place.cast.admin, { month })
      expect(status, JSON.stringify(body)).toBe(200)
      left = body.left
    }
  }
  const close = (seen: number, over: object = {}, as = place.cast.admin) =>
    place.orders.post('/api/closings', as, { month, seen, ...over })

  test('waits for the Constancias of its orders, and is made once when two make it at once', async () => {
    const { monthEnd } = place
    expect(await close(0)).toMatchObject({ status: 409, body: { type: '/problems/papers_missing' } })
    await issueAll()
    const both = await Promise.all([close(0), close(0)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { closings, late, can } = await monthEnd()
    expect(closings).toHaveLength(1)
    archiveId = closings[0]?.id ?? ''
    expect([closings[0]?.version, late]).toEqual([1, 0])
    expect(can.close).toBe(true)
    expect(linesOf(closings[0] ?? { figures: [] }, 'paid')).toMatchObject([{ count: 5 }])
    expect(await close(1)).toMatchObject({ status: 409, body: { type: '/problems/nothing_new' } })
  })

  test('is for administrators, of months that are over, of clients that exist', async () => {
    const { cast, foreign, orders } = place
    for (const as of [cast.client, cast.executor]) expect((await close(0, {}, as)).status, as).toBe(403)
    expect((await close(0, { month: thisMonth })).body.type).toBe('/problems/month_not_over')
    expect((await close(0, { clientId: foreign.clientId })).status).toBe(404)
    expect((await orders.post('/api/closings/papers', cast.client, { month })).status).toBe(403)
  })

  test('has an archive whose manifest names every file with its digest, and which is the same each time', async () => {
    const { app, cast, orders, ids, monthEnd, sheet } = place
    const fetchArchive = async () => {
      const link = await orders.post(`/api/closings/${archiveId}/download`, cast.admin, {})
      expect(link.status, JSON.stringify(link.body)).toBe(200)
      return app.http.inject({ url: link.body.url })
    }
    const one = await fetchArchive()
    const two = await fetchArchive()
    expect(one.statusCode).toBe(200)
    expect(two.rawPayload.equals(one.rawPayload)).toBe(true)
    const files = unzipped(one.rawPayload)
    const manifest = files['manifiesto.json'] ?? ''
    const { closings } = await monthEnd()
    const digest = createHash('sha256').update(manifest).digest('hex')
    expect(closings[0]?.digest).toBe(digest)
    expect(files['huella.txt']).toContain(digest)
    const { archivos } = JSON.parse(manifest)
    expect(Object.keys(files).toSorted()).toEqual(
      ['manifiesto.json', 'huella.txt', ...archivos.map(({ ruta }: { ruta: string }) => ruta)].toSorted(),
    )
    const paths = Object.keys(files)
    expect(paths.filter(path => path.startsWith('facturas/'))).toEqual([
      expect.stringMatching(new RegExp(`^facturas/${ids.billed} .* - Factura 7 enero\\.pdf$`)),
    ])
    expect(paths.filter(path => path.startsWith('comprobantes/'))).toHaveLength(1)
    expect(paths.filter(path => path.startsWith('constancias/'))).toHaveLength(5)
    expect(csvRows(files['contabilidad.csv'] ?? '')).toHaveLength((await sheet()).rows.length)
  })

  test('has an archive for nobody but administrators of its company', async () => {
    const { app, cast, second, foreign, orders, monthEnd } = place
    for (const as of [cast.client, foreign.admin, cast.executor])
      expect((await orders.post(`/api/closings/${archiveId}/download`, as, {})).status).toBe(404)
    const own = await close(0, { clientId: second.clientId })
    expect(own.status, JSON.stringify(own.body)).toBe(200)
    const refused = await orders.post(`/api/closings/${own.body.id}/download`, second.client, {})
    expect(refused.body.type).toBe('/problems/archive_of_administration')
    expect((await monthEnd(second.client)).closings).toHaveLength(1)
    expect((await app.http.inject({ url: '/exports/closings/x.y/z.zip' })).statusCode).toBe(404)
  })

  test('is known to whoever has its digest: company, month and version, and nothing else', async () => {
    const { app, monthEnd } = place
    const { closings } = await monthEnd()
    const code = closings[0]?.digest ?? ''
    const check = async (body: object) =>
      (await app.ask('/api/certificates/check', { method: 'POST', body })).body
    expect(await check({ code, fileSha256: code.toUpperCase() })).toEqual({
      isGenuine: true,
      isFileGenuine: true,
      cancelledOn: null,
      takenBackOn: null,
      closing: {
        companyName: expect.any(String),
        isSample: false,
        month,
        version: 1,
        closedAt: closings[0]?.closedAt,
        isOfClient: false,
        isLast: true,
      },
    })
    expect(await check({ code: code.toUpperCase(), fileSha256: '0'.repeat(64) })).toMatchObject({
      isGenuine: true,
      isFileGenuine: false,
    })
    expect(await check({ code: 'f'.repeat(64) })).toMatchObject({ isGenuine: false, isFileGenuine: null })
  })

  test('forbids nothing later: what enters its month is named, and closed again as another version', async () => {
    const { pay, ids, monthEnd, behind } = place
    const before = (await monthEnd()).closings[0]
    await pay(ids.back, { payment: 1, reference: 'TRF-2' })
    const open = await monthEnd()
    expect([open.late, open.can.close]).toEqual([1, true])
    expect((await behind('late')).items).toMatchObject([{ documentId: ids.back, amount: { minor: '500' } }])
    expect(await close(0)).toMatchObject({ status: 409, body: { type: '/problems/stale_version' } })
    await issueAll()
    expect(await close(1)).toMatchObject({ status: 200, body: { version: 2 } })
    const { closings, late } = await monthEnd()
    expect([closings.map(({ version }) => version), late]).toEqual([[2, 1], 0])
    expect(closings[1]).toEqual(before)
    expect(closings[0]?.digest).not.toBe(before?.digest)
  })

  test('is made again when only its sheet says something else, and not when nothing does', async () => {
    const { app, cast, orders, monthEnd } = place
    expect(await close(2)).toMatchObject({ status: 409, body: { type: '/problems/nothing_new' } })
    const changes = [{ subject: { place: 'expense' }, code: '621', seen: '' }]
    const said = await app.ask('/api/ledger-accounts', {
      method: 'PUT',
      as: cast.admin,
      key: crypto.randomUUID(),
      body: { changes },
    })
    expect(said.status, JSON.stringify(said.body)).toBe(200)
    expect(await close(2)).toMatchObject({ status: 200, body: { version: 3 } })
    expect((await monthEnd()).closings.map(({ version }) => version)).toEqual([3, 2, 1])
    expect((await orders.post('/api/closings', cast.admin, { month, seen: 3 })).status).toBe(409)
  })

  test('offers the ledger accounts of providers by name', async () => {
    const { app, cast } = place
    const { status, body } = await app.ask('/api/ledger-accounts/providers?words=PROV', { as: cast.admin })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.items.length).toBeGreaterThan(0)
  })

  test('leaves a journal and rows that agree', async () => {
    const { app, read } = place
    const { items } = await read<{ items: { action: string }[] }>('/api/audit/events')
    expect(items.filter(({ action }) => action === 'closing.made')).toHaveLength(4)
    expect(await brokenInvariants(app)).toEqual({})
  })
})
