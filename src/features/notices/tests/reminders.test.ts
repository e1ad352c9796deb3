// Reminder mails about waiting orders: their readers, their times, and how often they come.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isMorning } from '#features/approvals/rules/waiting.ts'
import { remind, reminder } from '#features/notices/commands/remind.ts'
import { maxSingleEscalations } from '#features/notices/rules/reminders.ts'
import { addDays, dayFromInstant, formatDay } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { openPost } from '#server/mail/post.ts'
import { origin, secret, type TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { deliverAll } from '#tests/support/subscribers.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
const today = dayFromInstant(clock.now(), 'Europe/Madrid')
let name = 0
beforeEach(() => {
  name += 1
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app?.stop())

const mailing = { post: openPost(secret, { product: 'Visto Bueno', origin }), origin }
const deliver = async () => {
  await deliverAll(app.db, mailing)
}
/** Nine in the morning in Madrid, some days from today. */
const inDays = (days: number, time = '09:00:00Z') =>
  vi.spyOn(clock, 'now').mockReturnValue(new Date(`${addDays(today, days)}T${time}`))
const run = (companyId: string) => asSystem(app.db, companyId, tx => remind(tx, mailing))

const halves = (...days: readonly string[]) => days.map(dueOn => ({ dueOn, amountMinor: '5000' }))

async function makeWorld() {
  const cast = await makeCast(app, `recuerda${name}`)
  const address = cast.address('aprueba0')
  const subjects = async (to = address) => {
    const mails = await app.mails(to)
    return mails.map(({ subject }) => subject)
  }
  return { ...cast, name: `recuerda${name}`, orders: ordersOf(app, cast), subjects }
}

test('whoever has something late is written once a day all that waits for them, oldest first', async () => {
  const world = await makeWorld()
  const late = await world.orders.submit({ name: 'Tarde' })
  expect(await run(world.companyId)).toBe(0)
  inDays(5)
  expect(await run(world.companyId)).toBe(0)
  inDays(6)
  expect(await run(world.companyId)).toBe(2)
  expect(await run(world.companyId)).toBe(0)
  expect(await world.subjects()).toEqual(['1 pedido te espera'])
  const [mail] = await app.mails(world.address('aprueba0'))
  expect(mail?.text).toContain(
    `Tarde (${late}) · Proveedor ${world.name} · 100 € · Espera tu aprobación · hace 6 días`,
  )
  expect(mail?.text).toMatch(new RegExp(`${origin}/decidir#\\S+`))
  // Three days without the program are made up for by one mail.
  inDays(9)
  expect(await run(world.companyId)).toBe(2)
  expect(await world.subjects()).toHaveLength(2)
})

test('nobody is written about orders before they have accepted: what waits is told then', async () => {
  const world = await makeWorld()
  const addresses = ['aprueba0', 'aprueba1', 'admin', 'cliente'].map(world.address)
  const enters = (at: Date | null) =>
    app.tamper(sql`update account set last_sign_in_at = null,
    email_confirmed_at = ${at} where email = any (${addresses}::text[])`)
  const written = async () => (await Promise.all(addresses.map(each => app.mails(each)))).flat()
  const before = (await written()).length
  await enters(null)
  await world.orders.submit({ name: 'Tarde' })
  await deliver()
  inDays(6)
  await run(world.companyId)
  await deliver()
  expect(await written()).toHaveLength(before)
  await enters(clock.now())
  inDays(7)
  expect(await run(world.companyId)).toBe(2)
  expect((await written()).map(({ kind }) => kind).filter(kind => kind === 'digest')).toHaveLength(2)
})

test('two nodes on one morning write once', async () => {
  const world = await makeWorld()
  await world.orders.submit()
  inDays(7)
  await Promise.all([1, 2, 3].map(() => reminder(app.db, mailing)([world.companyId])))
  expect(await world.subjects()).toHaveLength(1)
})

test('before eight of the company nobody is written, also when the clocks change', () => {
  const at = (instant: string) => isMorning(new Date(instant), 'Europe/Madrid')
  expect([at('2026-10-24T05:59:00Z'), at('2026-10-24T06:00:00Z')]).toEqual([false, true])
  expect([at('2026-10-26T06:59:00Z'), at('2026-10-26T07:00:00Z')]).toEqual([false, true])
  expect(isMorning(new Date('2026-10-26T07:00:00Z'), 'America/Bogota')).toBe(false)
})

test('executors are written what waits for their confirmation', async () => {
  const world = await makeWorld()
  await world.orders.approved({ name: 'Por pagar', payments: halves(addDays(today, 20), addDays(today, 50)) })
  inDays(6)
  expect(await run(world.companyId)).toBe(1)
  const [mail] = await app.mails(world.address('ejecuta'))
  expect(mail?.text).toContain(`Vence el ${formatDay(addDays(today, 20))} · Espera tu confirmación`)
})

test('an order that waits too long is told once to its client and the administrators, with who holds it', async () => {
  const world = await makeWorld()
  await world.orders.submit()
  inDays(6)
  await run(world.companyId)
  inDays(7)
  await run(world.companyId)
  vi.restoreAllMocks()
  await app.tamper(sql`update outbox_message set next_try_at = now() - interval '1 minute'`)
  await deliver()
  for (const as of [world.client, world.admin]) {
    const { body } = await app.ask('/api/notices', { as })
    expect(body.items).toMatchObject([
      { topic: 'approval.overdue', holders: 'Aprobador 0 Pérez, Aprobador 1 Pérez' },
    ])
  }
})

test('corrected and late once more, it is told once more', async () => {
  const world = await makeWorld()
  const id = await world.orders.submit()
  const told = async () =>
    await app.tamper(sql`select 1 from outbox_message where kind = 'approval.overdue' and object_id = ${id}
      and company = ${world.companyId}`)
  inDays(6)
  await run(world.companyId)
  expect(await told()).toHaveLength(1)
  vi.restoreAllMocks()
  await world.orders.decide(id, world.approvers[0], 'return', { comment: 'Falta el albarán' })
  const again = await app.ask(`/api/documents/${id}`, {
    method: 'PUT',
    as: world.client,
    body: { ...world.order, revision: 1, name: 'Corregido' },
  })
  expect(again).toMatchObject({ status: 200 })
  inDays(7)
  await run(world.companyId)
  inDays(8)
  await run(world.companyId)
  expect(await told()).toHaveLength(2)
})

test('of many late at once each person reads in one mail, and nobody hears of each', async () => {
  const world = await makeWorld()
  for (let index = 0; index <= maxSingleEscalations; index++)
    await world.orders.submit({ name: `Viejo ${index}` })
  inDays(6)
  // Two approvers, the client who asked, and the administrator.
  expect(await run(world.companyId)).toBe(4)
  for (const who of ['cliente', 'admin'])
    expect(await world.subjects(world.address(who))).toContain(
      `${maxSingleEscalations + 1} pedidos esperan demasiado tiempo`,
    )
  inDays(7)
  expect(await run(world.companyId)).toBe(2)
  vi.restoreAllMocks()
  await app.tamper(sql`update outbox_message set next_try_at = now()`)
  await deliver()
  expect((await app.ask('/api/notices', { as: world.admin })).body.items).toEqual([])
})

test('a company that fails waits an hour for its next try, loses nothing and keeps no other waiting', async () => {
  const world = await makeWorld()
  await world.orders.submit()
  let tries = 0
  const broken: typeof mailing = {
    ...mailing,
    post: async (...given) => {
      if (++tries === 1) throw new Error('no more room')
      return mailing.post(...given)
    },
  }
  const remindAll = reminder(app.db, broken)
  inDays(6)
  await expect(remindAll([world.companyId])).rejects.toThrow('some companies')
  inDays(6, '09:55:00Z')
  await remindAll([world.companyId])
  expect([tries, await world.subjects()]).toEqual([1, []])
  inDays(6, '10:00:00Z')
  await remindAll([world.companyId])
  expect(await world.subjects()).toEqual(['1 pedido te espera'])
})

test('what comes to wait is written at once, and neither again nor to whoever wants no such mail', async () => {
  const world = await makeWorld()
  const [first = '', second = ''] = world.approvers
  const mute = (as: string, muted: string[]) =>
    app.ask('/api/notices/mails', { method: 'PUT', as, body: { muted } })
  expect((await mute(second, ['due', 'digest'])).body).toEqual({ muted: ['due', 'digest'] })
  expect((await mute(second, ['todo'])).status).toBe(422)
  expect((await app.ask('/api/notices/mails', { as: first })).body).toEqual({ muted: [] })
  const dueOn = addDays(today, 30)
  const id = await world.orders.submit({ name: 'Nuevo', payments: [{ dueOn, amountMinor: '10000' }] })
  await deliver()
  expect(await world.subjects()).toEqual([`Espera tu aprobación: Nuevo (${id}), 100 €`])
  expect((await app.mails(world.address('aprueba0')))[0]?.text).toMatch(
    new RegExp(`Vence el: +${formatDay(dueOn)}\n`),
  )
  expect(await world.subjects(world.address('aprueba1'))).toEqual([])
  inDays(6)
  expect(await run(world.companyId)).toBe(1)
  vi.restoreAllMocks()
  for (const approver of world.approvers) await world.orders.decide(id, approver)
  await deliver()
  expect(await world.subjects(world.address('ejecuta'))).toEqual([
    `Espera tu confirmación: Nuevo (${id}), 100 €`,
  ])
})

test('of a seat that changed hands only its new approver hears', async () => {
  const world = await makeWorld()
  const heirId = await app.person(world.companyId, 'approver', world.address('relevo'), { name: 'Relevo' })
  const heir = await app.signIn(world.address('relevo'))
  await world.orders.submit()
  await deliver()
  const [leaverId] = world.approverIds
  const { body } = await app.ask(`/api/people/${leaverId}/departure`, { as: world.admin })
  const seats = [{ seatId: body.seats[0].seatId, substituteId: heirId }]
  const left = { method: 'POST', as: world.admin, body: { seats } } as const
  expect((await app.ask(`/api/people/${leaverId}/departure`, left)).status).toBe(200)
  await deliver()
  for (const as of [heir, world.approvers[1]])
    expect((await app.ask('/api/notices', { as })).body.items).toHaveLength(1)
})

test('a suspended company’s people are reminded, and who was switched off is not', async () => {
  const world = await makeWorld()
  await world.orders.submit()
  await app.tamper(sql`update company set status = 'suspended' where company_id = ${world.companyId}`)
  await app.tamper(sql`update account set active = false where email = ${world.address('aprueba1')}`)
  inDays(6)
  expect(await run(world.companyId)).toBe(1)
})
