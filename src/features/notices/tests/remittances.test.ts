// Mails to a provider about its payments: once each, and nobody else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { executionFact } from '#features/executions/facts.ts'
import { remittancesSubscriber } from '#features/notices/subscribers/remittances.ts'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { Message } from '#server/jobs/outbox.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, creditorIban, paidAt, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { hostileText, mailing } from '#tests/support/letters.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
})
afterAll(() => app.stop())

const kinds = ['remittance', 'payment_returned']

/** A company whose provider has an account, one person who signs in (`cobra`), and orders to pay. */
async function stage(name: string) {
  const cast = await makeCast(app, name, { approvers: 1 })
  await paidAt(app, cast.companyId, cast.providerId, { iban: creditorIban, bic: 'COBADEFFXXX' })
  const join = (who: string, providerId = cast.providerId) =>
    app.person(cast.companyId, 'provider', cast.address(who), { name: 'Pat', providerId })
  await join('cobra')
  const provider = await app.signIn(cast.address('cobra'))
  const orders = ordersOf(app, cast)
  const pay = async (over: object = {}, confirmation: object = {}) => {
    const id = await orders.approved(over)
    const answer = await orders.confirm(id, cast.executor, confirmation)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return id
  }
  const giveBack = (id: string, attempt = 1, payment = 1) =>
    orders.post(`/api/documents/${id}/execution/return`, cast.executor, {
      revision: 1,
      payment,
      attempt,
      returnedOn: dayFromToday(),
      reason: 'Cuenta embargada',
    })
  return { cast, orders, join, provider, pay, giveBack, told: (who = 'cobra') => told(cast.address(who)) }
}

/** Subjects of the mails about payments to an address, oldest first. */
async function told(address: string): Promise<string[]> {
  await deliverAll(app.db, mailing)
  const mails = await app.mails(address)
  return mails
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ subject }) => subject)
    .toReversed()
}

const mute = (as: string, muted: readonly string[]) =>
  app.ask('/api/notices/mails', { method: 'PUT', as, body: { muted } })

const leave = ({ companyId, address }: Cast, who: string) =>
  app.tamper(sql`update member set active = false where company_id = ${companyId}
    and user_id = (select id from account where email = ${address(who)})`)

describe('a payment', () => {
  test('is told to its provider: what, which invoice, when, how much, to which account; and nothing of others', async () => {
    const { cast, pay, told: subjects } = await stage('norte')
    const invoice = { invoiceNumber: 'F-14', invoiceDate: dayFromToday(-2) }
    const id = await pay({ name: 'Andamios', ...invoice }, { reference: 'TRF-77' })
    expect((await subjects()).map(subject => subject.replace(/\s/g, ' '))).toEqual([
      `Pago de norte: 100 € · Andamios (${id})`,
    ])
    const [mail] = await app.mails(cast.address('cobra'))
    const text = mail?.text ?? ''
    for (const said of ['Andamios', id, 'F-14 del', 'terminada en …3000', 'TRF-77'])
      expect(text).toContain(said)
    for (const kept of [creditorIban, 'Cliente norte', 'Tesorería', 'Aprobador', 'Obra', 'Elena'])
      expect(`${mail?.subject}${text}${mail?.html}`, kept).not.toContain(kept)
  })

  test('is told once, though its fact is delivered twice and another fact says the same', async () => {
    const { cast, pay, told: subjects } = await stage('repetido')
    const id = await pay()
    const messages = await app.owner.run<Message>(sql`
      select id, kind, object_id as "objectId", created_at as at from outbox_message
      where subscriber = 'remittances' and company = ${cast.companyId}`)
    expect(messages).toHaveLength(1)
    expect(await subjects()).toHaveLength(1)
    const again = remittancesSubscriber(mailing)
    await asSystem(app.db, cast.companyId, tx => again.handle(tx, messages))
    await asSystem(app.db, cast.companyId, tx =>
      record(
        tx,
        null,
        executionFact('execution.confirmed', id, {
          before: { state: 'approved' },
          after: {
            state: 'executed',
            executedOn: dayFromToday(),
            reference: 'TRF-1',
            proofFileId: null,
            proof: null,
            content: null,
          },
        }),
      ),
    )
    expect(await subjects()).toHaveLength(1)
  })

  test('of several is told each by itself, as part of them', async () => {
    const { orders, cast, told: subjects } = await stage('partes')
    const payments = ['3333', '3333', '3334'].map((amountMinor, index) => ({
      dueOn: dayFromToday(30 * (index + 1)),
      amountMinor,
    }))
    const id = await orders.approved({ payments })
    await orders.confirm(id, cast.executor, { payment: 2 })
    expect((await subjects())[0]?.replace(/\s/g, ' ')).toBe(
      `Pago 2 de 3 de partes: 33,33 € · Cemento (${id})`,
    )
    await orders.confirm(id, cast.executor, { payment: 3 })
    expect(await subjects()).toMatchObject([
      expect.stringMatching(/^Pago 2 de 3/),
      expect.stringMatching(/^Pago 3 de 3.*33,34/),
    ])
  })

  test('that came back is told without its reason, and told again when it is made again', async () => {
    const { cast, orders, provider, pay, giveBack, told: subjects } = await stage('vuelta')
    const id = await pay()
    expect((await giveBack(id)).status).toBe(200)
    await orders.confirm(id, cast.executor)
    expect((await giveBack(id, 2)).status).toBe(200)
    expect((await subjects()).map(subject => subject.split(' de ')[0]).toSorted()).toEqual([
      '2 pagos',
      '2 pagos devueltos por el banco',
    ])
    const { items } = (await app.ask('/api/notices', { as: provider })).body
    expect(items[0]).toMatchObject({ topic: 'execution.payment_returned', documentId: id })
    for (const { text, html } of await app.mails(cast.address('cobra')))
      expect(text + html).not.toContain('embargada')
    await orders.confirm(id, cast.executor)
    expect(await subjects()).toHaveLength(3)
    expect((await subjects())[2]).toMatch(/^Pago de vuelta/)
  })

  test('in a batch that is confirmed at once is one mail with the others', async () => {
    const { cast, orders, told: subjects } = await stage('remesa')
    await payFrom(app, cast)
    await paidAt(app, cast.companyId, cast.providerId, { iban: creditorIban, bic: 'COBADEFFXXX' })
    const ids = [await orders.approved({ name: 'Uno' }), await orders.approved({ name: 'Dos' })]
    const batches = batchesOf(app, cast, () => ids)
    const batch = await batches.sent()
    expect((await batches.confirm(batch)).status).toBe(200)
    expect((await subjects()).map(subject => subject.replace(/\s/g, ' '))).toEqual([
      '2 pagos de remesa: 200 €',
    ])
    const [mail] = await app.mails(cast.address('cobra'))
    for (const id of ids) expect(mail?.text).toContain(id)
    expect(mail?.text).toContain('REM-1')
  })

  test('is harmless whatever was typed, and breaks nothing', async () => {
    const { cast, orders, told: subjects } = await stage('malicia')
    const id = await orders.approved()
    await app.tamper(
      sql`update document set name = ${hostileText} where company_id = ${cast.companyId} and id = ${id}`,
    )
    await app.tamper(sql`update company set name = ${hostileText} where company_id = ${cast.companyId}`)
    await orders.confirm(id, cast.executor)
    expect(await subjects()).toHaveLength(1)
    const [mail] = await app.mails(cast.address('cobra'))
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    expect(mail?.html).not.toContain('<h1>')
  })
})

describe('nobody else', () => {
  test('is told: no other provider, no other company, no client and nobody who has left', async () => {
    const { cast, join, pay, told: subjects } = await stage('propio')
    const foreign = await stage('ajeno')
    expect(foreign.cast.providerId).toBe(cast.providerId)
    const rivalId = await cast.make('/api/providers', { name: 'Rival', clientIds: [cast.clientId] })
    await join('rival', rivalId)
    await join('antes')
    await app.signIn(cast.address('antes'))
    await leave(cast, 'antes')
    await join('invitada')
    await app.tamper(sql`update account set email_confirmed_at = null, last_sign_in_at = null
      where email = ${cast.address('invitada')}`)
    await pay()
    expect(await subjects()).toHaveLength(1)
    for (const who of ['rival', 'antes', 'invitada', 'cliente', 'admin', 'ejecuta'])
      expect(await told(cast.address(who)), who).toEqual([])
    expect(await foreign.told()).toEqual([])
  })

  test('is told of what is issued, which pays nobody', async () => {
    const { pay, told: subjects } = await stage('emite')
    await pay({ type: 'emision' })
    expect(await subjects()).toEqual([])
  })
})

test('who does without a kind is written the other alone', async () => {
  const { provider, pay, giveBack, told: subjects } = await stage('callado')
  expect((await mute(provider, ['paid'])).body).toEqual({ muted: ['paid'] })
  const id = await pay()
  expect(await subjects()).toEqual([])
  await giveBack(id)
  expect(await subjects()).toMatchObject([expect.stringMatching(/^Pago devuelto/)])
})

describe('the address of a provider', () => {
  const addressed = (cast: Cast, email: string | null) =>
    app.tamper(
      sql`update provider set email = ${email} where company_id = ${cast.companyId} and id = ${cast.providerId}`,
    )

  test('is written to where none of its people can be, without an address that is sign-in’s', async () => {
    const { cast, pay, told: subjects } = await stage('buzon')
    await addressed(cast, cast.address('Cobros'))
    await pay()
    expect(await told(cast.address('cobros'))).toEqual([])
    expect(await subjects()).toHaveLength(1)
    await leave(cast, 'cobra')
    await pay({ name: 'Segundo' })
    expect(await told(cast.address('cobros'))).toMatchObject([expect.stringContaining('Segundo')])
    const [mail] = await app.mails(cast.address('cobros'))
    expect(mail?.text).not.toContain('/provider/')
    expect(await subjects()).toHaveLength(1)
  })

  test('is not written to when it is of somebody who has left, or of its person who wants no mails', async () => {
    const { cast, provider, pay, told: subjects } = await stage('ida')
    await addressed(cast, cast.address('cobra'))
    await mute(provider, ['paid'])
    await pay()
    expect(await subjects()).toEqual([])
    await leave(cast, 'cobra')
    await pay()
    expect(await subjects()).toEqual([])
  })

  test.each([
    ['none', null],
    ['empty', ''],
    ['of several', 'a@b.example, c@d.example'],
    ['no address', 'Juan'],
  ])('%s stops no payment and no other mail', async (name, email) => {
    const { cast, pay } = await stage(`sin${name.replace(/\W/g, '')}`)
    await leave(cast, 'cobra')
    await addressed(cast, email)
    await pay()
    await deliverAll(app.db, mailing)
    const [left] = await app.owner.run(sql`select from outbox_message where company = ${cast.companyId}
        and subscriber = 'remittances'`)
    expect(left).toBeUndefined()
  })
})
