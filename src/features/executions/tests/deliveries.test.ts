// Deliveries of a provider after the approval: who may send them, when, who sees them, and what they prove.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertFile } from '#features/files/store.ts'
import { newId } from '#kernel/ids.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
let providerUserId: string
let provider: string
let rival: string
let id: string

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  orders = ordersOf(app, cast)
  const { companyId, providerId, clientId, make } = cast
  const rivalId = await make('/api/providers', { name: 'Rival', clientIds: [clientId] })
  providerUserId = await app.person(companyId, 'provider', 'grua@pruebas.example', { providerId })
  await app.person(companyId, 'provider', 'rival@pruebas.example', { providerId: rivalId })
  provider = await app.signIn('grua@pruebas.example')
  rival = await app.signIn('rival@pruebas.example')
})
afterAll(() => app.stop())
beforeEach(async () => {
  id = await orders.approved()
})

async function fileOf(uploadedBy: string, companyId = cast.companyId): Promise<string> {
  const file = { id: newId(), name: 'factura.pdf', mediaType: 'application/pdf', size: 900, uploadedBy }
  await asSystem(app.db, companyId, tx =>
    insertFile(tx, { ...file, sha256: file.id.replaceAll('-', '').padEnd(64, '0') }),
  )
  return file.id
}
const deliver = (
  fileIds: readonly string[],
  as: string | undefined = provider,
  over: object = {},
  key?: string,
) => orders.post(`/api/documents/${id}/deliveries`, as, { fileIds, note: null, ...over }, key)
const status = async (as: string | undefined) =>
  (await app.ask(`/api/documents/${id}/execution`, { as })).body

describe('a delivery', () => {
  test('is seen by who executes and who asked, may be the proof, and is told in the timeline', async () => {
    const fileId = await fileOf(providerUserId)
    expect((await deliver([fileId], provider, { note: 'Factura 12' })).body).toEqual({ delivered: 1 })
    for (const as of [cast.executor, cast.client, provider]) {
      expect((await status(as)).deliveries).toMatchObject([
        { fileId, name: 'factura.pdf', note: 'Factura 12' },
      ])
      expect((await app.ask(`/api/files/${fileId}/link`, { as })).status).toBe(200)
    }
    expect((await app.journal(cast.companyId, id)).map(({ action }) => action)).toContain(
      'document.delivered',
    )
    const timeline = (await app.ask(`/api/documents/${id}/timeline`, { as: provider })).body
    expect(timeline.items.map(({ action }: { action: string }) => action)).toContain('document.delivered')
    expect((await orders.confirm(id, cast.executor, { proofFileId: fileId })).status).toBe(200)
    expect((await status(provider)).execution.proof.fileId).toBe(fileId)
  })

  test('repeated changes nothing, under the same key or another', async () => {
    const fileId = await fileOf(providerUserId)
    const key = newId()
    expect((await deliver([fileId], provider, {}, key)).body).toEqual({ delivered: 1 })
    expect((await deliver([fileId], provider, {}, key)).body).toEqual({ delivered: 1 })
    expect((await deliver([fileId])).body).toEqual({ delivered: 0 })
    const both = await Promise.all([deliver([fileId]), deliver([fileId])])
    expect(both.map(answer => answer.body)).toEqual([{ delivered: 0 }, { delivered: 0 }])
    expect((await status(provider)).deliveries).toHaveLength(1)
  })

  test('waits for the approval, and may come after the execution', async () => {
    const fileId = await fileOf(providerUserId)
    const approved = id
    id = await orders.submit()
    expect((await deliver([fileId])).body).toMatchObject({
      status: 409,
      type: expect.stringContaining('not_approved'),
    })
    expect((await status(provider)).can.deliver).toMatchObject({ refused: 'not_approved' })
    id = approved
    await orders.confirm(id, cast.executor)
    expect((await deliver([fileId])).status).toBe(200)
  })

  test('is the order’s own provider’s alone: for another it does not exist, for the company’s people it is refused', async () => {
    const fileId = await fileOf(providerUserId)
    expect((await deliver([fileId], rival)).status).toBe(404)
    for (const as of [cast.client, cast.admin, cast.executor, cast.approvers[0]])
      expect((await deliver([fileId], as)).body).toMatchObject({
        type: expect.stringContaining('not_its_provider'),
      })
    expect((await status(cast.admin)).deliveries).toEqual([])
  })

  test('carries only files that its sender uploaded, at most twenty to an order', async () => {
    const foreign = await fileOf(cast.executorId)
    expect((await deliver([foreign])).body.type).toMatch(/file_not_yours/)
    expect((await deliver([newId()])).body.type).toMatch(/file_not_yours/)
    const many = await Promise.all(Array.from({ length: 21 }, () => fileOf(providerUserId)))
    expect((await deliver(many.slice(0, 10))).body).toEqual({ delivered: 10 })
    expect((await deliver(many.slice(10, 20))).body).toEqual({ delivered: 10 })
    expect((await deliver(many.slice(20))).body.type).toMatch(/too_many_deliveries/)
    expect((await deliver(many.slice(0, 11))).status).toBe(422)
  })

  test('of another order is no proof of this one', async () => {
    const fileId = await fileOf(providerUserId)
    await deliver([fileId])
    const other = await orders.approved()
    expect((await orders.confirm(other, cast.executor, { proofFileId: fileId })).body.type).toMatch(
      /file_not_yours/,
    )
  })

  test('is among the files its provider sent', async () => {
    const fileId = await fileOf(providerUserId)
    await deliver([fileId])
    const { items } = (await app.ask('/api/files', { as: provider })).body
    expect(items[0]).toMatchObject({ id: fileId, document: { id } })
    expect((await app.ask('/api/files', { as: rival })).body.items).toEqual([])
  })
})
