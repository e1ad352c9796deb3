// Nothing leaves a sample: no mail, no invitation, no file for the bank, no figure of the platform.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRequestLetter } from '#features/platform/text/own-company.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { openPost } from '#server/mail/post.ts'
import { origin, secret } from '#tests/support/app.ts'
import { nextPayDay } from '#tests/support/days.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { kind, playersOf } from '#tests/support/players.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'

let app: WholeProduct
let players: ReturnType<typeof playersOf>
beforeAll(async () => {
  app = await startWhole()
  players = playersOf(app)
})
afterAll(() => app?.stop())

describe('from a sample', () => {
  test('no mail is sent, whatever happens in it', async () => {
    const { session, email, sampleId, companyId } = await players.playing()
    await players.post('/api/people', session, {
      email: 'real@fuera.example',
      name: 'Rosa',
      lastName: 'Real',
      role: 'approver',
    })
    await players.decide(session, 'return')
    await app.settled()
    const mails = async () =>
      (
        await app.tamper(sql`select to_address from mail
      where to_address in (${email}, 'real@fuera.example') or to_address like '%ejemplo.invalid'`)
      ).length
    expect(await mails()).toBe(0)
    const write = openPost(secret, { product: 'Visto Bueno', origin })
    const letter = companyRequestLetter(email, origin)
    await asSystem(app.db, sampleId, tx => write(tx, letter, tx.now))
    expect(await mails()).toBe(0)
    await asSystem(app.db, companyId, tx => write(tx, letter, tx.now))
    expect(await mails()).toBe(1)
  })

  test('nobody is invited, and the screens know it', async () => {
    const { session } = await players.playing()
    const person = { email: 'x@fuera.example', name: 'Rosa', lastName: 'Real', role: 'approver' }
    expect(kind(await players.post('/api/people', session, person))).toEqual([409, 'sample_company'])
    const client = { name: 'Otro', email: 'y@fuera.example', phone: null }
    expect(kind(await players.post('/api/clients', session, client))).toEqual([409, 'sample_company'])
    const { body: people } = await players.get('/api/people', session)
    expect(people.can.create).toMatchObject({ refused: 'sample_company' })
    expect((await app.tamper(sql`select id from account where email = ${person.email}`)).length).toBe(0)
  })

  test('no file for the bank is made', async () => {
    const { session, sampleId } = await players.playing()
    const { body } = await players.get('/api/documents?limit=100', session)
    const approved = body.items.find(
      (it: { state: string; type: string }) => it.state === 'approved' && it.type === 'gasto',
    )
    const batch = {
      documentIds: [approved.id],
      payOn: nextPayDay(),
      format: 'pain.001.001.09',
      reason: null,
    }
    expect(kind(await players.post('/api/payment-batches', session, batch))).toEqual([409, 'sample_company'])
    expect(await app.tamper(sql`select id from payment_batch where company_id = ${sampleId}`)).toEqual([])
  })

  test('papers say that they are examples', async () => {
    const { session } = await players.playing()
    const { body } = await players.get('/api/documents?limit=100', session)
    const { id } = body.items.find((it: { state: string }) => it.state === 'executed')
    const { body: link, status } = await players.post(`/api/documents/${id}/certificates`, session)
    expect([status, link.url]).toEqual([200, expect.any(String)])
    const paper = await app.http.inject({ url: link.url.replace(origin, '') })
    expect(pdfText(paper.rawPayload)).toContain('EJEMPLO SIN VALOR')
    const { body: sheet } = await players.post('/api/documents/exports', session, { format: 'csv' })
    const file = await app.http.inject({ url: sheet.url.replace(origin, '') })
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('Ejemplo de Norte')
  })

  test('its settings, and so its name, stay', async () => {
    const { session } = await players.playing()
    const answer = await app.ask('/api/company/settings', {
      method: 'PATCH',
      as: session.access_token,
      body: { name: 'Banco de Verdad' },
    })
    expect(kind(answer)).toEqual([409, 'sample_company'])
  })

  test('the platform sees nothing, in no list and no figure', async () => {
    const operator = { as: await app.signInWithoutCompany() }
    const seen = async () => {
      const paths = [
        'summary',
        'companies?limit=100',
        'users?limit=100',
        'customers?limit=100',
        'revenue',
        'order-flows?limit=100',
        'contracts?limit=100',
      ]
      const answers = await Promise.all(paths.map(path => app.ask(`/api/platform/${path}`, operator)))
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
      // The company's own activity is told: its administrator has made a sample.
      const told = JSON.stringify(answers.map(({ body }) => body))
      return told.replace(/"lastActivityAt":(null|"[^"]*")/g, '')
    }
    const { session } = await players.newPlayer()
    const before = await seen()
    const { body } = await players.make(session)
    expect(await seen()).toBe(before)
    const restate = { plan: 'free', reason: 'Prueba' }
    const change = await app.ask(`/api/platform/companies/${body.companyId}/plan`, {
      method: 'PUT',
      ...operator,
      body: restate,
    })
    expect(change.status).toBe(404)
  })

  test('an invented person gets no real address', async () => {
    const { session } = await players.playing()
    const { body } = await players.get('/api/clients', session)
    const answer = await app.ask(`/rest/v1/profiles?id=eq.${body.items[0].id}`, {
      method: 'PATCH',
      as: session.access_token,
      body: { email: 'real@fuera.example' },
    })
    expect(answer.status).not.toBeLessThan(400)
  })
})
