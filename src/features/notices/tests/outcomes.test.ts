// Mails of an order's outcome to whoever asked for it, and to nobody else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcomesSubscriber } from '#features/notices/subscribers/outcomes.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { origin, type TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { hostileText, mailing } from '#tests/support/letters.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

/** Subjects of the mails about outcomes to an address, oldest first. */
async function told(address: string): Promise<string[]> {
  await deliverAll(app.db, mailing)
  const mails = await app.mails(address)
  return mails
    .filter(({ kind }) => kind === 'outcome')
    .map(({ subject }) => subject.replace(/\s/g, ' '))
    .toReversed()
}

async function stage(name: string) {
  const cast = await makeCast(app, name, { approvers: 1 })
  const orders = ordersOf(app, cast)
  const submit = (as: string, over: object = {}): Promise<string> =>
    orders.post('/api/documents', as, { ...cast.order, ...over }).then(({ body }) => body.id)
  return { cast, orders, submit, told: (who = 'cliente') => told(cast.address(who)) }
}

const mute = (as: string, muted: readonly string[]) =>
  app.ask('/api/notices/mails', { method: 'PUT', as, body: { muted } })

const giveBack = (cast: Cast, id: string) =>
  ordersOf(app, cast).post(`/api/documents/${id}/execution/return`, cast.executor, {
    revision: 1,
    payment: 1,
    attempt: 1,
    returnedOn: dayFromToday(),
    reason: 'Cuenta cerrada',
  })

describe('whoever asked for an order', () => {
  test('is mailed once that it is approved, when nothing is left to approve', async () => {
    const { cast, orders, told: subjects } = await stage('aprobada')
    const id = await orders.submit()
    expect(await subjects()).toEqual([])
    await orders.decide(id, cast.approvers[0])
    expect(await subjects()).toEqual([`Aprobado: Cemento (${id}), 100 €`])
    expect(await subjects()).toHaveLength(1)
    const [mail] = await app.mails(cast.address('cliente'))
    expect(mail?.text).toMatch(
      /Proveedor: +Proveedor aprobada\nProyecto: +\S.*\nÚltima aprobación: +Aprobador 0 Pérez\n/,
    )
    expect(mail?.text).toContain('Ver el pedido:')
    expect(mail?.links).toContain(`${origin}/client/projects/${cast.projectId}/documents/${id}`)
  })

  test('is mailed several of one kind together', async () => {
    const { cast, orders, told: subjects } = await stage('juntas')
    const ids = [await orders.approved({ name: 'Uno' }), await orders.approved({ name: 'Dos' })]
    expect(await subjects()).toEqual(['2 pedidos aprobados'])
    const [mail] = await app.mails(cast.address('cliente'))
    for (const id of ids) expect(mail?.text).toContain(id)
  })

  test.each([
    ['reject', 'Rechazado'],
    ['return', 'Devuelto para que lo corrijas'],
  ])('is mailed the reason of a decision to %s', async (decision, word) => {
    const { cast, orders, told: subjects } = await stage(decision)
    const id = await orders.submit()
    await orders.decide(id, cast.approvers[0], decision, { comment: `Falta\nla <b>factura</b>` })
    expect(await subjects()).toEqual([`${word}: Cemento (${id}), 100 €`])
    const [mail] = await app.mails(cast.address('cliente'))
    expect(mail?.text).toMatch(/Motivo: +Falta la <b>factura<\/b>\n/)
    expect(mail?.text).toMatch(decision === 'return' ? /Lo devuelve: +Aprobador/ : /Lo rechaza: +Aprobador/)
    expect(mail?.text).toContain(decision === 'return' ? 'Corregir el pedido:' : 'Ver el pedido:')
    expect(mail?.html).not.toContain('<b>')
  })

  test('is mailed that it is paid with its last payment, and that the bank sent one back', async () => {
    const { cast, orders, told: subjects } = await stage('pagada')
    const payments = ['5000', '5000'].map(amountMinor => ({ dueOn: dayFromToday(30), amountMinor }))
    const id = await orders.approved({ payments })
    await orders.confirm(id, cast.executor, { payment: 1 })
    expect(await subjects()).toEqual([`Aprobado: Cemento (${id}), 100 €`])
    await orders.confirm(id, cast.executor, { payment: 2 })
    expect((await giveBack(cast, id)).status).toBe(200)
    expect((await subjects()).slice(1).toSorted()).toEqual([
      `El banco ha devuelto un pago: Cemento (${id}), 100 €`,
      `Pagado: Cemento (${id}), 100 €`,
    ])
    const [mail] = await app.mails(cast.address('cliente'))
    expect(mail?.text).toContain('Cuenta cerrada')
  })

  test('is mailed that it could not be executed, and that it is disputed', async () => {
    const { cast, orders, told: subjects } = await stage('fallida')
    const id = await orders.approved()
    await orders.post(`/api/documents/${id}/execution/rejection`, cast.executor, {
      revision: 1,
      reason: 'Cuenta cerrada',
    })
    expect((await subjects()).at(-1)).toBe(`No se ha podido pagar: Cemento (${id}), 100 €`)
    await orders.post(`/api/documents/${id}/execution/retry`, cast.admin, { revision: 1 })
    await orders.confirm(id, cast.executor)
    const email = cast.address('cobra')
    await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
    const body = { answered: 0, cause: 'not_received', reason: 'No ha llegado' }
    const answer = await orders.post(`/api/documents/${id}/dispute`, await app.signIn(email), body, newId())
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect((await subjects()).at(-1)).toBe(`En disputa: Cemento (${id}), 100 €`)
  })

  test('for a provider reads outcomes without comments, and of payments only the advice', async () => {
    const { cast, orders, submit, told: subjects } = await stage('pide')
    const email = cast.address('cobra')
    await app.person(cast.companyId, 'provider', email, { providerId: cast.providerId })
    const provider = await app.signIn(email)
    const id = await submit(provider)
    await orders.decide(id, cast.approvers[0], 'approve', { comment: 'Caro, pero es amigo' })
    await orders.confirm(id, cast.executor)
    expect(await subjects('cobra')).toEqual([`Aprobado: Cemento (${id}), 100 €`])
    expect((await app.mails(email)).map(({ kind }) => kind).toSorted()).toEqual(['outcome', 'remittance'])
    const refused = await submit(provider, { name: 'Arena' })
    await orders.decide(refused, cast.approvers[0], 'reject', { comment: 'No es de fiar' })
    expect(await subjects('cobra')).toHaveLength(2)
    for (const { text } of await app.mails(email))
      expect(text).not.toMatch(/amigo|fiar|Aprobador|Última aprobación/)
  })
})

describe('nobody', () => {
  test('else is mailed: neither another client, nor another company, nor whoever left or came to see it no more', async () => {
    const { cast, orders, submit } = await stage('propia')
    const foreign = await stage('lejana')
    const neighbour = await makeCast(app, 'vecina', { companyId: cast.companyId, approvers: 0 })
    const colleague = cast.address('colega')
    await app.person(cast.companyId, 'client_user', colleague, { clientId: cast.clientId })
    await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      select ${cast.companyId}, ${cast.projectId}, who.id, x from account who, unnest(array['view', 'edit']) x
      where who.email = ${colleague}`)
    const as = await app.signIn(colleague)
    const [seen, unseen] = [await submit(as, { name: 'Vista' }), await submit(as, { name: 'Ajena' })]
    await orders.decide(seen, cast.approvers[0])
    expect(await told(colleague)).toEqual([`Aprobado: Vista (${seen}), 100 €`])
    await app.tamper(sql`delete from project_permission where company_id = ${cast.companyId}
      and user_id = (select id from account where email = ${colleague})`)
    await orders.decide(unseen, cast.approvers[0])
    expect(await told(colleague)).toHaveLength(1)
    const others = ['admin', 'cliente', 'ejecuta', 'aprueba0'].map(cast.address)
    for (const address of [...others, neighbour.address('cliente'), foreign.cast.address('cliente')])
      expect(await told(address), address).toEqual([])
  })

  test('is mailed what they did themselves, muted, or would hear after they left', async () => {
    const { cast, orders, submit, told: subjects } = await stage('callada')
    await mute(cast.client, ['approved'])
    const id = await orders.approved()
    expect(await subjects()).toEqual([])
    await orders.confirm(id, cast.executor)
    expect(await subjects()).toEqual([`Pagado: Cemento (${id}), 100 €`])
    const issued = await orders.approved({ type: 'emision' })
    await orders.confirm(issued, cast.executor)
    const body = { answered: 0, cause: 'not_correct', reason: 'Otro importe' }
    await orders.post(`/api/documents/${issued}/dispute`, cast.client, body, newId())
    expect(await subjects()).toEqual([
      `Pagado: Cemento (${id}), 100 €`,
      `Emitido: Cemento (${issued}), 100 €`,
    ])
    const left = await submit(cast.admin)
    await app.tamper(sql`update member set active = false where company_id = ${cast.companyId}
      and user_id = (select id from account where email = ${cast.address('admin')})`)
    await orders.decide(left, cast.approvers[0])
    expect(await subjects('admin')).toEqual([])
  })

  test('who executes an order is mailed twice that it is approved', async () => {
    const { cast, orders, submit } = await stage('dobles')
    await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      values (${cast.companyId}, ${cast.projectId}, ${cast.executorId}, 'edit')`)
    const id = await submit(cast.executor)
    expect(id, 'an executor may ask for orders').toBeDefined()
    await orders.decide(id, cast.approvers[0])
    expect(await told(cast.address('ejecuta'))).toEqual([])
  })

  test('is mailed what happened more than a day ago, and a hostile text harms no mail', async () => {
    const { cast, orders, told: subjects } = await stage('antigua')
    const id = await orders.approved()
    const old = [{ id: newId(), kind: 'approval.decided', objectId: id, at: '2020-01-01T00:00:00Z' }]
    await app.tamper(
      sql`delete from outbox_message where company = ${cast.companyId} and subscriber = 'outcomes'`,
    )
    await asSystem(app.db, cast.companyId, tx => outcomesSubscriber(mailing).handle(tx, old))
    expect(await subjects()).toEqual([])
    await app.tamper(
      sql`update document set name = ${hostileText} where company_id = ${cast.companyId} and id = ${id}`,
    )
    await orders.confirm(id, cast.executor)
    expect(await subjects()).toHaveLength(1)
    const [mail] = await app.mails(cast.address('cliente'))
    expect(mail?.html).not.toContain('<h1>')
    expect(mail?.subject).not.toMatch(/[\r\n]/)
  })
})
