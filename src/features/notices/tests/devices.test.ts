// Devices of a person: theirs alone, few, ended with the session that turned them on, and never inside the network.
import { describe, expect, test } from 'vitest'
import { sweepSessions } from '#features/identity/commands/sweep.ts'
import { sql } from '#server/database/sql.ts'
import { password } from '#tests/support/app.ts'
import { makeDevice, pushDesk } from '#tests/support/push-desk.ts'
import { answers } from '#tests/support/receivers.ts'

const desk = pushDesk('aparato')
const listedIds = async (as: string) =>
  (await desk.ask('', as)).body.devices.map(({ id }: { id: string }) => id)

describe('a device', () => {
  test('is listed with its name, without details, and its addition stands in the journal', async () => {
    const device = await desk.device()
    const { body } = await desk.ask('', desk.approver)
    expect(body).toMatchObject({
      publicKey: desk.publicKey,
      devices: [
        { id: device.id, name: 'Chrome en Android', toldAt: null, showsDetails: false, isReached: true },
      ],
      can: { add: true },
    })
    expect(JSON.stringify(body)).not.toContain(device.endpoint)
    const rows = JSON.stringify(await desk.app.tamper(sql`select * from push_device where id = ${device.id}`))
    for (const hidden of [device.endpoint, device.auth, device.p256dh]) expect(rows).not.toContain(hidden)
    const [approverId] = desk.cast.approverIds
    const journal = await desk.app.journal(desk.cast.companyId, approverId)
    expect(journal.map(({ action }) => action)).toContain('notices.device_added')
  })

  test('of somebody else is unknown: it is neither seen, changed, tried nor removed', async () => {
    const { id } = await desk.device()
    const stranger = await desk.stranger('ajeno')
    for (const as of [desk.cast.admin, stranger.admin]) {
      expect(await listedIds(as)).toEqual([])
      const asked = [
        [`/${id}`, { method: 'DELETE' }],
        [`/${id}`, { method: 'PATCH', body: { showsDetails: true } }],
        [`/${id}/test`, { method: 'POST' }],
      ] as const
      for (const [path, call] of asked) expect((await desk.ask(path, as, call)).status).toBe(404)
    }
    expect(await listedIds(desk.approver)).toEqual([id])
  })

  test('is asked of nobody without a session', async () => {
    for (const method of ['GET', 'POST']) expect((await desk.ask('', undefined, { method })).status).toBe(401)
  })

  test('that is added twice, also at once, is one', async () => {
    const device = makeDevice(desk.receiver.url)
    const answers = await Promise.all([1, 2, 3].map(() => desk.add(device, desk.approver)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await listedIds(desk.approver)).toHaveLength(1)
  })

  test('on which another person comes in is theirs, and tells the former nothing more; without its keys it is not', async () => {
    const device = await desk.device()
    const liar = { subscription: { ...device.subscription, auth: 'A'.repeat(22) } }
    const refused = await desk.add(device, desk.cast.admin, liar)
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/device_known'])
    expect(await listedIds(desk.approver)).toEqual([device.id])
    expect((await desk.add(device, desk.cast.admin)).status).toBe(200)
    expect(await listedIds(desk.approver)).toEqual([])
    expect(await listedIds(desk.cast.admin)).toHaveLength(1)
  })

  test('that several people add at once is of one of them, and none gets an error', async () => {
    const { approver, cast } = desk
    const people = [approver, cast.admin, cast.executor, cast.client]
    const before = await Promise.all(people.map(listedIds))
    for (const _ of [1, 2, 3]) {
      const device = makeDevice(desk.receiver.url)
      const answers = await Promise.all(people.map(person => desk.add(device, person)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const added = answers.map(({ body }) => body.id)
      const listed = (await Promise.all(people.map(listedIds))).flat()
      expect(listed).toHaveLength(before.flat().length + 1)
      for (const [at, id] of added.entries()) await desk.ask(`/${id}`, people[at], { method: 'DELETE' })
    }
  })

  test('is one of ten at most', async () => {
    for (let added = 0; added < 10; added++) await desk.device()
    const refused = await desk.add(makeDevice(desk.receiver.url), desk.approver)
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/too_many_devices'])
    expect((await desk.ask('', desk.approver)).body.can.add).toMatchObject({ refused: 'too_many_devices' })
  })

  test('is refused with another key than ours', async () => {
    const refused = await desk.add(makeDevice(desk.receiver.url), desk.approver, {
      publicKey: 'B'.repeat(87),
    })
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/push_key_changed'])
  })

  test.each([
    `https://empuje.example/${'x'.repeat(3000)}`,
    'no es una dirección',
    'javascript:alert(1)',
    '',
    7,
    null,
  ])('is not added with an address like %j', async endpoint => {
    const { subscription } = makeDevice(desk.receiver.url)
    const refused = await desk.add(makeDevice(desk.receiver.url), desk.approver, {
      subscription: { ...subscription, endpoint },
    })
    expect([409, 422]).toContain(refused.status)
  })

  test.each(['', 'A', 'A'.repeat(87), `B${'A'.repeat(86)}`, '!'.repeat(87)])(
    'is not added with a key for which nothing can be sealed: %j',
    async p256dh => {
      const { subscription } = makeDevice(desk.receiver.url)
      const refused = await desk.add(makeDevice(desk.receiver.url), desk.approver, {
        subscription: { ...subscription, p256dh },
      })
      expect([409, 422]).toContain(refused.status)
    },
  )
})

describe('a device ends', () => {
  const signOut = (as: string, scope: string) =>
    desk.app.ask(`/auth/v1/logout?scope=${scope}`, { method: 'POST', as })

  test.each(['local', 'global'])(
    'when its person signs out of the session that turned it on (%s)',
    async scope => {
      await desk.device()
      await signOut(desk.approver, scope)
      expect(await listedIds(await desk.app.signIn(desk.cast.address('aprueba0')))).toEqual([])
    },
  )

  test('not when its session runs out by itself; when its person signs out afterwards, wherever', async () => {
    const { id } = await desk.device()
    const { sessionId } = await desk.app.tokens.verifyAccessToken(desk.approver)
    await desk.app.tamper(
      sql`update session set idle_after = now() - interval '1 day' where id = ${sessionId}`,
    )
    await sweepSessions(desk.app.db)
    const again = await desk.app.signIn(desk.cast.address('aprueba0'))
    expect(await listedIds(again)).toEqual([id])
    await signOut(again, 'local')
    expect(await listedIds(await desk.app.signIn(desk.cast.address('aprueba0')))).toEqual([])
  })

  test('also when its session has just run out, and nobody has cleaned up since', async () => {
    await desk.device()
    const { sessionId } = await desk.app.tokens.verifyAccessToken(desk.approver)
    await desk.app.tamper(
      sql`update session set idle_after = now() - interval '1 minute' where id = ${sessionId}`,
    )
    const again = await desk.app.signIn(desk.cast.address('aprueba0'))
    await signOut(again, 'local')
    expect(await listedIds(await desk.app.signIn(desk.cast.address('aprueba0')))).toEqual([])
  })

  test('with a change of the password, but for that of the session that changes it', async () => {
    const other = await desk.app.signIn(desk.cast.address('aprueba0'))
    await desk.device(other)
    const { id } = await desk.device()
    const body = { password: 'otra-clave-muy-larga-7', current_password: password }
    const changed = await desk.app.ask('/auth/v1/user', { method: 'PUT', body, as: desk.approver })
    expect(changed.status).toBe(200)
    expect(await listedIds(desk.approver)).toEqual([id])
  })

  test('when its person removes it', async () => {
    const { id } = await desk.device()
    expect((await desk.ask(`/${id}`, desk.approver, { method: 'DELETE' })).body).toEqual({ removed: true })
    expect(await listedIds(desk.approver)).toEqual([])
  })
})

describe('a try', () => {
  test('says that the service took it, that it knows the device no more, and that it did not answer well', async () => {
    const { id } = await desk.device()
    const tryIt = () => desk.ask(`/${id}/test`, desk.approver, { method: 'POST' })
    desk.answer(answers(201))
    expect((await tryIt()).body).toEqual({ outcome: 'sent' })
    desk.answer(answers(500))
    expect((await tryIt()).body.type).toBe('/problems/device_unreachable')
    desk.answer(answers(410))
    expect((await tryIt()).body).toEqual({ outcome: 'gone' })
    expect(await listedIds(desk.approver)).toEqual([])
  })
})

describe('a renewal by the browser', () => {
  const renew = (body: object) => desk.ask('/renewal', undefined, { method: 'POST', body })

  test('gives the device its new address, without a session, to whoever has its secret', async () => {
    const device = await desk.device()
    const next = makeDevice(desk.receiver.url)
    const { endpoint, auth } = device
    const stranger = await renew({ endpoint, auth: 'A'.repeat(22), next: next.subscription })
    expect(stranger.status).toBe(404)
    expect((await renew({ endpoint: `${endpoint}0`, auth, next: next.subscription })).status).toBe(404)
    expect((await renew({ endpoint, auth, next: next.subscription })).body).toEqual({ renewed: true })
    desk.answer(answers(201))
    await desk.ask(`/${device.id}/test`, desk.approver, { method: 'POST' })
    expect([desk.callsTo(device).length, desk.callsTo(next).length]).toEqual([0, 1])
  })

  test('takes no address that another device has', async () => {
    const [one, other] = [await desk.device(), await desk.device(desk.cast.admin)]
    const { endpoint, auth } = one
    expect((await renew({ endpoint, auth, next: other.subscription })).status).toBe(404)
    expect(await listedIds(desk.cast.admin)).toEqual([other.id])
  })

  test('gives one address to one of two devices that ask for it at once', async () => {
    for (const _ of [1, 2, 3]) {
      const devices = [await desk.device(), await desk.device(desk.cast.executor)]
      const next = makeDevice(desk.receiver.url)
      const answers = await Promise.all(
        devices.map(({ endpoint, auth }) => renew({ endpoint, auth, next: next.subscription })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    }
  })
})
