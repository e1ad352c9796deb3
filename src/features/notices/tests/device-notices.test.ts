// Notices that devices are sent: sealed for them alone, signed, without amounts and names unless somebody asked, and in time.
import { describe, expect, test } from 'vitest'
import { pushTitles } from '#features/notices/text/pushes.ts'
import { sql } from '#server/database/sql.ts'
import { makePushKey } from '#server/push/push-keys.ts'
import { contact, pushDesk, readSigner, tell } from '#tests/support/push-desk.ts'
import { answers, stalls } from '#tests/support/receivers.ts'

const keys = [makePushKey()]
const desk = pushDesk('avisa', { keys })
const title = pushTitles['approval.requested']

describe('a notice on a device', () => {
  test('is sealed for the device, signed with our key, and says no amount, name or number', async () => {
    const device = await desk.device()
    const id = await desk.submit()
    await tell(desk)
    const [call] = desk.callsTo(device)
    if (!call) throw new Error('nothing was sent')
    const pushed = device.open(call)
    expect(pushed).toMatchObject({ title, body: '', path: `/client/pending-approvals?doc=${id}` })
    expect(JSON.stringify(pushed)).not.toMatch(/Cemento|100|Proveedor|Cliente/)
    const { key, claims } = await readSigner(call)
    expect(key).toBe(desk.publicKey)
    expect(claims).toMatchObject({ aud: new URL(desk.receiver.url).origin, sub: contact })
    expect(call.headers).toMatchObject({
      ttl: '86400',
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(await desk.waiting(device.id)).toEqual([])
    const { devices } = (await desk.ask('', desk.approver)).body
    expect(devices).toMatchObject([{ id: device.id, toldAt: expect.any(String) }])
  })

  test('shows amount and names on the device alone for which somebody asked for them', async () => {
    const [told, quiet] = [await desk.device(), await desk.device()]
    const body = { showsDetails: true }
    const changed = await desk.ask(`/${told.id}`, desk.approver, { method: 'PATCH', body })
    expect(changed.body.showsDetails).toBe(true)
    await desk.submit()
    await tell(desk)
    const bodies = [told, quiet].map(device => desk.callsTo(device).map(call => device.open(call).body))
    expect(bodies).toEqual([[expect.stringMatching(/^Cemento · Proveedor .* · 100\s€$/)], ['']])
  })

  test('takes the place of an earlier one about the same order, and of no other order', async () => {
    const device = await desk.device(desk.cast.client)
    const [one, other] = [await desk.submit(), await desk.submit()]
    for (const id of [one, other]) {
      await desk.orders().decide(id, desk.approver, 'approve')
      await tell(desk)
    }
    await desk.orders().confirm(one, desk.cast.executor)
    await tell(desk)
    const topics = desk.callsTo(device).map(({ headers }) => headers.topic)
    expect(topics).toEqual([topics[0], topics[1], topics[0]])
    expect(topics[0]).not.toBe(topics[1])
  })

  test('is not sent once the order is decided, or the notice is read', async () => {
    const device = await desk.device()
    const id = await desk.submit()
    await desk.notice()
    await desk.orders().decide(id, desk.approver, 'approve')
    await desk.submit()
    await desk.notice()
    expect(await desk.waiting(device.id)).toHaveLength(2)
    await desk.app.ask('/api/notices/read', { method: 'POST', as: desk.approver })
    await tell(desk)
    expect(desk.callsTo(device)).toEqual([])
    expect(await desk.waiting(device.id)).toEqual([])
  })

  test('does not come of a kind that its person has muted', async () => {
    const device = await desk.device(desk.cast.client)
    const body = { muted: ['document.approved'] }
    await desk.app.ask('/api/notices/muted', { method: 'PUT', body, as: desk.cast.client })
    await desk.orders().approved()
    await tell(desk)
    expect(desk.callsTo(device)).toEqual([])
  })

  test('is one for many at once, and says their number', async () => {
    const device = await desk.device()
    for (let orders = 0; orders < 5; orders++) await desk.submit()
    await tell(desk)
    expect(desk.callsTo(device).map(call => device.open(call))).toMatchObject([
      { title: '5 novedades', body: '', path: '/client/notifications' },
    ])
  })

  test('does not reach somebody who has left the company', async () => {
    const device = await desk.device()
    await desk.submit()
    await desk.notice()
    const [approverId] = desk.cast.approverIds
    await desk.app.tamper(sql`update member set active = false
      where company_id = ${desk.cast.companyId} and user_id = ${approverId}`)
    await tell(desk)
    expect(desk.callsTo(device)).toEqual([])
  })
})

describe('a push service', () => {
  test.each([404, 410])('that answers %i removes the device', async status => {
    const device = await desk.device()
    desk.answer(answers(status))
    await desk.submit()
    await tell(desk)
    expect((await desk.ask('', desk.approver)).body.devices).toEqual([])
    expect(await desk.waiting(device.id)).toEqual([])
  })

  test.each([429, 500, 403])(
    'that answers %i is tried again later, and then takes the notice',
    async status => {
      desk.answer(answers(status))
      const device = await desk.device()
      await desk.submit()
      await tell(desk)
      expect(await desk.waiting(device.id)).toEqual([{ attempts: 1, next_try_at: expect.anything() }])
      const node = desk.node()
      await node.begin()
      await node.settle()
      expect(desk.callsTo(device)).toHaveLength(1)
      desk.answer(answers(201))
      await tell(desk)
      expect(desk.callsTo(device)).toHaveLength(2)
      expect(await desk.waiting(device.id)).toEqual([])
    },
  )

  test('is given the time that it asks for', async () => {
    desk.answer(answers(429, '', { 'retry-after': '3600' }))
    const device = await desk.device()
    await desk.submit()
    await tell(desk)
    const [waiting] = await desk.waiting(device.id)
    expect(Date.parse(String(waiting?.next_try_at)) - Date.now()).toBeGreaterThan(3500_000)
  })

  test('that never answers delays nobody else, and its notice stays', async () => {
    const slow = await desk.device()
    const quick = await desk.device(desk.cast.admin)
    desk.answer((response, call) => (call.path === slow.path ? stalls : answers(201))(response, call))
    await desk.submit()
    const test = { method: 'POST', as: desk.cast.admin }
    const node = desk.node(1500)
    await desk.notice()
    await desk.hurry()
    await node.begin()
    await expect.poll(() => desk.callsTo(slow).length).toBe(1)
    expect((await desk.ask(`/${quick.id}/test`, desk.cast.admin, test)).body).toEqual({ outcome: 'sent' })
    await node.settle()
    expect(await desk.waiting(slow.id)).toHaveLength(1)
  })
})

test('after the operator has changed the key, what was given the former one is told as long as it is kept', async () => {
  desk.answer(answers(201))
  const next = makePushKey()
  const device = await desk.device()
  await desk.submit()
  await tell(desk, desk.node(5000, [next, ...keys]))
  expect(desk.callsTo(device)).toHaveLength(1)
  await desk.submit()
  await tell(desk, desk.node(5000, [next]))
  expect(desk.callsTo(device)).toHaveLength(1)
  expect(await desk.waiting(device.id)).toEqual([])
})
