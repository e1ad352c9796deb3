// Comments on an order: who reads them, who is told, what a question is, and what stays as it is.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { type Cast, makeCast, ordersOf } from '#tests/support/cast.ts'
import { ublFile } from '#tests/support/invoice-files.ts'
import { mailing } from '#tests/support/letters.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { uploadFile } from '#tests/support/upload.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: WholeProduct
let cast: Cast
let orders: ReturnType<typeof ordersOf>

beforeAll(async () => {
  app = await startWhole()
  cast = await makeCast(app, 'charla')
  orders = ordersOf(app, cast)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const path = (id: string) => `/api/documents/${id}/comments`
const say = (id: string, as: string | undefined, body: object, key = newId()) =>
  app.ask(path(id), { method: 'POST', as, body, key })
const read = (id: string, as: string | undefined) => app.ask(path(id), { as })

type Told = { topic: string; documentId: string }
const toldOf = async (as: string | undefined, documentId: string): Promise<string[]> => {
  await deliverAll(app.db, mailing)
  const { body } = await app.ask('/api/notices', { as })
  return body.items
    .filter((notice: Told) => notice.documentId === documentId && notice.topic.startsWith('comment.'))
    .map(({ topic }: Told) => topic)
}

describe('a comment', () => {
  test('is read by whoever sees the order, stands in its history, and leaves the order as it is', async () => {
    const id = await orders.submit()
    const before = await orders.card(id)
    const text = 'Falta el albarán.\n¿Lo tiene alguien?'
    const said = await say(id, cast.approvers[0], { text })
    expect(said.status).toBe(200)
    for (const as of [cast.client, cast.admin, cast.executor, cast.approvers[1]])
      expect((await read(id, as)).body.items).toEqual([
        expect.objectContaining({ text, authorName: 'Aprobador 0 Pérez', isOpen: false, askedName: null }),
      ])
    const timeline = await app.ask(`/api/documents/${id}/timeline`, { as: cast.client })
    expect(timeline.body.items.at(-1)).toMatchObject({ action: 'comment.added', reason: text })
    expect(await orders.card(id)).toEqual(before)
    expect(await toldOf(cast.client, id)).toEqual(['comment.added'])
    expect(await toldOf(cast.approvers[0], id)).toEqual([])
  })

  test('tells whom it mentions, who see the order, and nobody else by name', async () => {
    const id = await orders.submit()
    const [first = '', second = ''] = cast.approverIds
    const { body } = await read(id, cast.client)
    expect(body.people.map(({ userId }: { userId: string }) => userId)).toEqual(
      expect.arrayContaining([first, second, cast.executorId]),
    )
    await say(id, cast.client, { text: 'Mirad el anexo', mentioned: [second, second] })
    expect(await toldOf(cast.approvers[1], id)).toEqual(['comment.mentioned'])
    expect(await toldOf(cast.approvers[0], id)).toEqual([])
    const stranger = await app.person(cast.companyId, 'approver', cast.address('ajena'))
    for (const mentioned of [[stranger], [newId()], [await app.accountOf(cast.address('cliente'))]])
      expect((await say(id, cast.client, { text: 'Hola', mentioned })).body.type).toBe(
        '/problems/person_not_concerned',
      )
    // Administrators are known to people of the company alone.
    const admin = await app.accountOf(cast.address('admin'))
    expect((await say(id, cast.client, { text: 'Hola', mentioned: [admin] })).status).toBe(409)
    expect((await say(id, cast.executor, { text: 'Hola', mentioned: [admin] })).status).toBe(200)
  })

  test('takes the files that its author uploaded along, for those who see the order', async () => {
    const id = await orders.submit()
    const fileId = await uploadFile(app, cast.client, ublFile(), 'albarán.xml')
    expect((await say(id, cast.executor, { text: 'Uno ajeno', fileIds: [fileId] })).body.type).toBe(
      '/problems/file_not_yours',
    )
    expect((await say(id, cast.client, { text: 'El albarán', fileIds: [fileId] })).status).toBe(200)
    expect((await read(id, cast.approvers[0])).body.items[0].files).toMatchObject([{ fileId }])
    const link = (as: string | undefined) => app.ask(`/api/files/${fileId}/link`, { method: 'GET', as })
    const stranger = await makeCast(app, 'vecina')
    expect((await link(cast.approvers[0])).status).not.toBe(404)
    expect((await link(stranger.admin)).status).toBe(404)
  })
})

describe('a question', () => {
  test('asks the requester and does not return the order; its answer is told to who asked, once', async () => {
    const id = await orders.submit()
    const asked = await say(id, cast.approvers[0], { text: '¿Con o sin transporte?', isQuestion: true })
    expect(asked.status).toBe(200)
    expect((await orders.card(id)).status).toBe('pending')
    expect(await toldOf(cast.client, id)).toEqual(['comment.asked'])
    const [mail] = (await app.mails(cast.address('cliente'))).filter(({ kind }) => kind === 'due')
    expect(mail?.subject).toBe(`Te preguntan por Cemento (${id})`)
    const [question] = (await read(id, cast.client)).body.items
    expect(question).toMatchObject({
      isOpen: true,
      askedName: expect.stringContaining('Cliente'),
      can: { answer: true },
    })
    const answer = { text: 'Con transporte', answers: question.id }
    const both = await Promise.all([say(id, cast.client, answer), say(id, cast.client, answer)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.type).toBe('/problems/question_answered')
    expect(await toldOf(cast.approvers[0], id)).toEqual(['comment.answered'])
    expect((await read(id, cast.client)).body.items[0]).toMatchObject({ isOpen: false })
    expect((await orders.decide(id, cast.approvers[0])).status).toBe(200)
  })

  test('is nobody’s to oneself, and only a question is answered', async () => {
    const id = await orders.submit()
    const other = await orders.submit()
    expect((await say(id, cast.client, { text: '¿Yo?', isQuestion: true })).body.type).toBe(
      '/problems/own_order',
    )
    const comment = (await say(id, cast.executor, { text: 'Nota' })).body.id
    const foreign = (await say(other, cast.executor, { text: '¿?', isQuestion: true })).body.id
    for (const answers of [comment, foreign, newId()])
      expect((await say(id, cast.client, { text: 'Sí', answers })).status).toBe(404)
    await app.tamper(sql`update member set active = false where company_id = ${cast.companyId}
      and user_id = ${await app.accountOf(cast.address('cliente'))}`)
    expect((await say(id, cast.executor, { text: '¿?', isQuestion: true })).body.type).toBe(
      '/problems/requester_gone',
    )
    await app.tamper(sql`update member set active = true where company_id = ${cast.companyId}`)
  })
})

describe('comments are not for', () => {
  test('a provider, strangers, another client, another company, a suspended one, or nobody', async () => {
    const id = await orders.submit()
    await say(id, cast.client, { text: 'Entre nosotros' })
    const provider = cast.address('proveedor')
    await app.person(cast.companyId, 'provider', provider, { providerId: cast.providerId })
    const otherClient = await makeCast(app, 'otro-cliente', { companyId: cast.companyId })
    const neighbour = await makeCast(app, 'otra-empresa')
    const stranger = cast.address('sinproyecto')
    await app.person(cast.companyId, 'approver', stranger)
    for (const as of [
      await app.signIn(provider),
      await app.signIn(stranger),
      otherClient.client,
      neighbour.admin,
    ]) {
      expect((await read(id, as)).status).toBe(404)
      expect([403, 404]).toContain((await say(id, as, { text: 'Hola' })).status)
    }
    expect((await read(id, undefined)).status).toBe(401)
    expect((await say(id, undefined, { text: 'Hola' })).status).toBe(401)
    const lost = await ordersOf(app, neighbour).submit()
    await app.tamper(sql`update company set status = 'suspended' where company_id = ${neighbour.companyId}`)
    expect((await say(lost, neighbour.client, { text: 'Hola' })).body.type).toBe(
      '/problems/company_suspended',
    )
    const { body: timeline } = await app.ask(`/api/documents/${id}/timeline`, {
      as: await app.signIn(provider),
    })
    expect(JSON.stringify(timeline)).not.toContain('Entre nosotros')
  })

  test('absurd input; and one key says a thing once', async () => {
    const id = await orders.submit()
    for (const body of [{}, { text: '  ' }, { text: 'x'.repeat(2001) }, { text: 'Hola', mentioned: ['x'] }])
      expect((await say(id, cast.client, body)).status).toBe(422)
    expect((await say('DOC-999', cast.client, { text: 'Hola' })).status).toBe(404)
    const key = newId()
    const twice = [
      await say(id, cast.client, { text: 'Una vez' }, key),
      await say(id, cast.client, { text: 'Una vez' }, key),
    ]
    expect(twice[0]?.body).toEqual(twice[1]?.body)
    expect((await read(id, cast.client)).body.items).toHaveLength(1)
  })
})
