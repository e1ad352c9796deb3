import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { insertFile } from '#features/files/store.ts'
import { newId } from '#kernel/ids.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  orders = ordersOf(app, cast)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

describe('confirming', () => {
  it('turns the commitment into use and leaves who, when and the reference', async () => {
    const [, , committed = 0, used = 0] = await orders.balance()
    const id = await orders.approved({ amountMinor: '900' })
    expect((await orders.confirm(id, cast.executor)).body).toEqual({ id, state: 'executed' })
    expect((await orders.balance()).slice(2)).toEqual([committed, used + 900])
    const { body } = await app.ask(`/api/documents/${id}/execution`, { as: cast.client })
    expect(body.execution).toMatchObject({
      executedByName: 'Tesorería Pérez',
      executedOn: dayFromToday(),
      reference: 'TRF-1',
    })
  })

  it('is for who executes in the project alone', async () => {
    const id = await orders.approved()
    expect((await orders.confirm(id, undefined)).status).toBe(401)
    for (const who of [cast.admin, cast.client, cast.approvers[0]])
      expect((await orders.confirm(id, who)).status).toBe(403)
    const other = await makeCast(app, 'ajena')
    expect((await orders.confirm(id, other.executor)).status).toBe(404)
  })

  it('before approval, twice, or of a date to come is refused', async () => {
    const open = await orders.submit()
    expect((await orders.confirm(open, cast.executor)).body.type).toBe('/problems/not_approved')
    const id = await orders.approved()
    expect((await orders.confirm(id, cast.executor, { executedOn: '2089-01-01' })).body.type).toBe(
      '/problems/executed_in_future',
    )
    await orders.confirm(id, cast.executor)
    expect((await orders.confirm(id, cast.executor)).body.type).toBe('/problems/already_executed')
  })

  it('with bad input says what is wrong at its field', async () => {
    const id = await orders.approved()
    const { status, body } = await orders.confirm(id, cast.executor, {
      executedOn: '31/02/2026',
      reference: ' ',
    })
    expect(status).toBe(422)
    expect(
      body.issues.map((issue: { pointer: string; message: string }) => [issue.pointer, issue.message]),
    ).toEqual([
      ['/executedOn', 'Fecha no válida (dd/mm/aaaa)'],
      ['/reference', 'Referencia requerida'],
    ])
  })

  it('needs its proof when the company asks for it', async () => {
    const strict = await makeCast(app, 'estricta')
    const own = ordersOf(app, strict)
    const id = await own.approved()
    await app.ask('/api/company/settings', {
      method: 'PATCH',
      as: strict.admin,
      body: { proofRequired: true },
    })
    expect((await own.confirm(id, strict.executor)).body.type).toBe('/problems/proof_required')
  })
})

describe('a proof', () => {
  it('with the very content of another order’s is told beside it, to whoever sees that order', async () => {
    const own = await app.ask('/auth/v1/user', { as: cast.executor })
    const proof = () =>
      asSystem(app.db, cast.companyId, async tx => {
        const file = { id: newId(), name: 'recibo.pdf', mediaType: 'application/pdf', size: 900 }
        await insertFile(tx, { ...file, sha256: 'ab'.repeat(32), uploadedBy: own.body.id })
        return file.id
      })
    const [first, second] = [await orders.approved(), await orders.approved()]
    for (const id of [first, second])
      expect((await orders.confirm(id, cast.executor, { proofFileId: await proof() })).status).toBe(200)
    const alsoIn = async (id: string, as: string) =>
      (await app.ask(`/api/documents/${id}/execution`, { as })).body.execution.proofAlsoIn
    const { projectId } = cast
    expect(await alsoIn(second, cast.client)).toEqual([{ documentId: first, projectId }])
    expect(await alsoIn(first, cast.executor)).toEqual([{ documentId: second, projectId }])
    expect(await alsoIn(await confirmedWith(null), cast.client)).toEqual([])
  })

  async function confirmedWith(proofFileId: string | null): Promise<string> {
    const id = await orders.approved()
    await orders.confirm(id, cast.executor, { proofFileId })
    return id
  }
})

describe('rejecting an execution', () => {
  it('needs a reason, keeps the commitment, and can be retried or cancelled', async () => {
    const id = await orders.approved()
    const path = `/api/documents/${id}/execution/rejection`
    expect((await orders.post(path, cast.executor, { revision: 1, reason: '' })).status).toBe(422)
    const balance = await orders.balance()
    const rejected = await orders.post(path, cast.executor, { revision: 1, reason: 'Cuenta cerrada' })
    expect(rejected.body.state).toBe('execution_rejected')
    expect(await orders.balance()).toEqual(balance)
    const seen = await app.ask(`/api/documents/${id}/execution`, { as: cast.client })
    expect(seen.body.rejection).toMatchObject({ reason: 'Cuenta cerrada', byName: 'Tesorería Pérez' })
    expect((await orders.confirm(id, cast.executor)).body.type).toBe('/problems/not_approved')
    await orders.post(`/api/documents/${id}/execution/retry`, cast.executor, { revision: 1 })
    expect((await orders.confirm(id, cast.executor)).status).toBe(200)
  })
})

describe('the queue', () => {
  it('holds the approved orders that the person executes, and no other', async () => {
    const id = await orders.approved()
    const ids = async (as: string | undefined) =>
      (await app.ask('/api/executions/pending', { as })).body.items.map(
        (item: { document: { id: string } }) => item.document.id,
      )
    expect(await ids(cast.executor)).toContain(id)
    expect(await ids(cast.admin)).toEqual([])
    await orders.confirm(id, cast.executor)
    expect(await ids(cast.executor)).not.toContain(id)
  })
})

describe('the timeline', () => {
  it('shows every step with who and when, in order', async () => {
    const id = await orders.approved()
    await orders.confirm(id, cast.executor)
    const { body } = await app.ask(`/api/documents/${id}/timeline`, { as: cast.client })
    expect(
      body.items.map((item: { action: string; actorName: string }) => [item.action, item.actorName]),
    ).toEqual([
      ['document.submitted', 'Cliente norte'],
      ['approval.decided', 'Aprobador 0 Pérez'],
      ['approval.decided', 'Aprobador 1 Pérez'],
      ['execution.confirmed', 'Tesorería Pérez'],
    ])
  })

  it('tells a provider what became of its order, and never who approves', async () => {
    const id = await orders.approved()
    await app.person(cast.companyId, 'provider', cast.address('proveedor'), { providerId: cast.providerId })
    const provider = await app.signIn(cast.address('proveedor'))
    const { body } = await app.ask(`/api/documents/${id}/timeline`, { as: provider })
    expect(JSON.stringify(body)).not.toContain('Aprobador')
    const card = await app.ask(`/api/projects/${cast.projectId}/documents/${id}`, { as: provider })
    expect(card.body.stages).toEqual([])
    expect(JSON.stringify(card.body)).not.toContain('Aprobador')
    const project = await app.ask(`/api/projects/${cast.projectId}`, { as: provider })
    expect(project.body.approvers).toEqual([])
  })
})
