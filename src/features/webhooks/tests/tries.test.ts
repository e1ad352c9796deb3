// Fate of a delivery that fails, and of its webhook; calls by hand; the day of two secrets.
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { webhookSeal } from '#features/webhooks/store.ts'
import { reseal } from '#mend/reseal.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { advanceClock, clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { secret } from '#tests/support/app.ts'
import { answers } from '#tests/support/receivers.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { webhookDesk } from '#tests/support/webhook-desk.ts'

const patient = { timeout: 120_000 }
const desk = webhookDesk('intentos')

test('what failed is kept, tried again later with the same id and body, and then accepted', async () => {
  const receiver = await desk.receiver(answers(500, 'ahora no'))
  const made = await desk.webhook(receiver.url)
  await desk.approve()
  await desk.tell()
  const [failed] = await desk.deliveries(made.id)
  expect(failed).toMatchObject({ state: 'waiting', status: 500, attempts: 1 })
  expect(await desk.read(made.id, `/deliveries/${failed.id}`)).toMatchObject({ answer: 'ahora no' })
  expect(receiver.calls).toHaveLength(1)
  receiver.answering = answers(204)
  advanceClock(15)
  await desk.deliver()
  expect(await desk.deliveries(made.id)).toMatchObject([{ state: 'accepted', attempts: 2 }])
  const [first, second] = receiver.calls
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(await desk.read(made.id)).toMatchObject({ failingSince: null })
})

test(
  'what happens while an old failure waits for hours is told when the receiver has rested',
  patient,
  async () => {
    const receiver = await desk.receiver(answers(500))
    await desk.webhook(receiver.url)
    await desk.approve()
    await desk.tell()
    for (let tries = 1; tries < 5; tries++) {
      const [next] = await desk.app.tamper(sql`
      select next_try_at as at from webhook_lane where company = ${desk.cast.companyId}`)
      advanceClock((Date.parse(String(next?.at)) - clock.now().getTime()) / 1000 + 1)
      await desk.deliver()
    }
    expect(receiver.calls).toHaveLength(5)
    receiver.answering = answers(204)
    await desk.approve()
    await desk.plan()
    advanceClock(301)
    await desk.deliver()
    expect(receiver.calls).toHaveLength(6)
  },
)

test('a receiver that asks for time is given it', async () => {
  const receiver = await desk.receiver(answers(503, '', { 'retry-after': '3600' }))
  const made = await desk.webhook(receiver.url)
  await desk.approve()
  await desk.tell()
  const [{ nextTryAt, triedAt }] = await desk.deliveries(made.id)
  expect(Date.parse(nextTryAt) - Date.parse(triedAt)).toBe(3_600_000)
})

test(
  'a receiver that is gone for three days is switched off, which the administrators hear by mail and bell',
  patient,
  async () => {
    const receiver = await desk.receiver(answers(500))
    const made = await desk.webhook(receiver.url)
    const orderId = await desk.approve()
    await desk.tell()
    for (let tries = 0; tries < 12; tries++) {
      // No session lives so long: the rows themselves say when the next try is due.
      const [next] = await desk.app.tamper(sql`
      select next_try_at as at from webhook_lane where company = ${desk.cast.companyId}`)
      if (!next) break
      advanceClock((Date.parse(String(next.at)) - clock.now().getTime()) / 1000 + 1)
      await desk.deliver()
    }
    // The session is as old as the test now.
    await desk.signInAgain()
    expect(await desk.read(made.id)).toMatchObject({
      state: 'switched_off',
      switchedOffFor: 'failures',
      failed: 1,
    })
    expect(receiver.calls).toHaveLength(11)
    const [mail] = await desk.app.mails(desk.cast.address('admin'))
    expect(mail).toMatchObject({ subject: 'Un webhook se ha desconectado' })
    expect(mail?.text).toContain('Respondió 500')
    expect(mail?.text).toContain(`/empresa/settings/webhooks/${made.id}`)
    await deliverAll(desk.app.db)
    const { items } = (await desk.app.ask('/api/notices', { as: desk.cast.admin })).body
    expect(items).toContainEqual(
      expect.objectContaining({ topic: 'company.webhook_switched_off', webhookName: 'Contabilidad' }),
    )
    const journal = await desk.app.journal(desk.cast.companyId, made.id)
    expect(journal.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.switched_off'])
    // Resumed, and what failed is sent again.
    receiver.answering = answers(204)
    const { revision } = await desk.read(made.id)
    expect((await desk.write(`${made.id}/moves`, { move: 'resume', revision })).status).toBe(200)
    expect((await desk.write(`${made.id}/resends`, {})).body).toEqual({ resent: 1 })
    await desk.deliver()
    expect(JSON.parse(receiver.calls.at(-1)?.body ?? '').data.id).toBe(orderId)
    expect(await desk.read(made.id)).toMatchObject({
      state: 'active',
      failed: 0,
      waiting: 0,
      failingSince: null,
    })
  },
)

test('an answer of 410 switches a webhook off at once', async () => {
  const receiver = await desk.receiver(answers(410))
  const made = await desk.webhook(receiver.url)
  await desk.approve()
  await desk.tell()
  expect(await desk.read(made.id)).toMatchObject({ state: 'switched_off', switchedOffFor: 'gone', failed: 1 })
  await desk.approve()
  await desk.tell()
  expect(receiver.calls).toHaveLength(1)
})

test('path and query of an address, which may be a secret, stand in no fact, notice or mail', async () => {
  const receiver = await desk.receiver(answers(410))
  const url = `${receiver.url}/hidden/path?token=hidden`
  const made = await desk.webhook(url)
  const fields = { url: `${url}-too`, description: 'Otra', events: ['order.approved'] }
  const changed = { method: 'PUT', as: desk.cast.admin, body: { ...fields, revision: 1 } } as const
  expect((await desk.app.ask(`/api/webhooks/${made.id}`, changed)).status).toBe(200)
  await desk.approve()
  await desk.tell()
  expect(receiver.calls).toHaveLength(1)
  await deliverAll(desk.app.db)
  expect(
    (await desk.app.ask(`/api/webhooks/${made.id}`, { method: 'DELETE', as: desk.cast.admin })).status,
  ).toBe(200)
  const journal = await desk.app.journal(desk.cast.companyId, made.id)
  expect(journal.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.changed',
    'webhook.switched_off',
    'webhook.removed',
  ])
  const events = await desk.app.tamper(sql`
    select e::text as text from event e where company_id = ${desk.cast.companyId}`)
  const notices = (await desk.app.ask('/api/notices', { as: desk.cast.admin })).body
  const mails = await desk.app.mails(desk.cast.address('admin'))
  expect(mails).toContainEqual(expect.objectContaining({ subject: 'Un webhook se ha desconectado' }))
  const said = JSON.stringify([events, notices, mails])
  expect(said).toContain(`http://127.0.0.1:${receiver.port}`)
  expect(said).not.toContain('hidden')
})

test('a webhook whose secret cannot be opened calls nobody, says why, and is switched off in the end', async () => {
  const receiver = await desk.receiver()
  const made = await desk.webhook(receiver.url)
  await desk.app.tamper(
    sql`update webhook_secret set sealed = 'v1.x' where company_id = ${desk.cast.companyId}`,
  )
  await desk.approve()
  await desk.tell()
  expect(await desk.deliveries(made.id)).toMatchObject([
    { state: 'waiting', attempts: 1, fault: expect.stringContaining('no se puede leer') },
  ])
  expect((await desk.read(made.id)).failingSince).not.toBeNull()
  await desk.app.tamper(sql`
    update webhook_endpoint set failing_since = failing_since - interval '3 days'
    where company_id = ${desk.cast.companyId}`)
  advanceClock(15)
  await desk.deliver()
  expect(await desk.read(made.id)).toMatchObject({ state: 'switched_off', switchedOffFor: 'failures' })
  expect(receiver.calls).toEqual([])
  // With another secret it works again.
  expect((await desk.write(`${made.id}/secrets`)).status).toBe(200)
  const { revision } = await desk.read(made.id)
  await desk.write(`${made.id}/moves`, { move: 'resume', revision })
  await desk.write(`${made.id}/resends`, {})
  await desk.deliver()
  expect(receiver.calls).toHaveLength(1)
  await desk.app.tamper(sql`delete from webhook_secret where sealed = 'v1.x'`)
})

test('a delivery is sent again by hand, with the same id', async () => {
  const receiver = await desk.receiver()
  const made = await desk.webhook(receiver.url)
  await desk.approve()
  await desk.tell()
  const [{ id }] = await desk.deliveries(made.id)
  expect((await desk.write(`${made.id}/deliveries/${id}/resends`)).status).toBe(200)
  expect((await desk.write(`${made.id}/deliveries/${id}/resends`)).body).toMatchObject({
    type: expect.stringContaining('delivery_waits'),
  })
  await desk.deliver()
  const [first, second] = receiver.calls.map(({ headers }) => headers['webhook-id'])
  expect(second).toBe(first)
})

test('what somebody sends again during a call that fails is sent at once, not after a rest', async () => {
  const receiver = await desk.receiver()
  const made = await desk.webhook(receiver.url)
  await desk.approve()
  await desk.tell()
  const [{ id }] = await desk.deliveries(made.id)
  await desk.approve()
  await desk.plan()
  await desk.app.tamper(sql`update webhook_lane set failures = 8 where company = ${desk.cast.companyId}`)
  const during = new Promise<number>(settle => {
    receiver.answering = async response => {
      receiver.answering = answers(204)
      settle((await desk.write(`${made.id}/deliveries/${id}/resends`)).status)
      response.writeHead(500).end()
    }
  })
  const node = desk.node()
  await node.beginVisits()
  expect(await during).toBe(200)
  await node.settle()
  await desk.deliver(node)
  expect(receiver.calls).toHaveLength(3)
  expect(await desk.read(made.id, `/deliveries/${id}`)).toMatchObject({ state: 'accepted', attempts: 1 })
})

test('a test call is sent once, also while paused, and its answer is kept', async () => {
  const receiver = await desk.receiver(answers(418, 'soy una tetera'))
  const made = await desk.webhook(receiver.url)
  expect((await desk.write(`${made.id}/moves`, { move: 'pause', revision: 1 })).status).toBe(200)
  const { deliveryId } = (await desk.write(`${made.id}/tests`)).body
  expect((await desk.write(`${made.id}/tests`)).status).toBe(409)
  await desk.approve()
  await desk.tell()
  advanceClock(3600)
  await desk.deliver()
  expect(receiver.calls.map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.test'])
  expect(await desk.read(made.id, `/deliveries/${deliveryId}`)).toMatchObject({
    state: 'failed',
    status: 418,
    answer: 'soy una tetera',
    isTest: true,
  })
  // It says nothing of the health of what facts find.
  expect(await desk.read(made.id)).toMatchObject({ state: 'paused', failingSince: null })
})

test('for a day after a new secret, calls carry signatures of both; then of the new one alone', async () => {
  const receiver = await desk.receiver()
  const made = await desk.webhook(receiver.url)
  const renewed = (await desk.write(`${made.id}/secrets`)).body
  expect(renewed.secret).not.toBe(made.secret)
  const newest = async () => {
    await desk.write(`${made.id}/tests`)
    await desk.deliver()
    const { body = '', headers = {} } = receiver.calls.at(-1) ?? {}
    return { body, headers }
  }
  const both = await newest()
  expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  advanceClock(25 * 3600)
  await desk.signInAgain()
  const one = await newest()
  expect(one.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  expect(await desk.read(made.id)).toMatchObject({ formerSecretUntil: null })
  // The instant of the call is ahead of ours: the signature alone is compared.
  const sign = (key: string) =>
    new Webhook(key).sign(
      one.headers['webhook-id'] ?? '',
      new Date(Number(one.headers['webhook-timestamp']) * 1000),
      one.body,
    )
  expect(one.headers['webhook-signature']).toBe(sign(renewed.secret))
  expect(both.headers['webhook-signature']).not.toContain(sign(made.secret))
})

test('while the program’s own secret is rotated, secrets of webhooks are sealed anew and stay what they are', async () => {
  const made = await desk.webhook('http://127.0.0.1:9/in')
  const newer = 'a newer secret of at least thirty-two characters'
  const { sealed } = await reseal(desk.app.db, makeSecret(newer, secret.first.text))
  expect(sealed['webhook secrets'].unreadable).toBe(0)
  expect(sealed['webhook secrets'].changed).toBeGreaterThanOrEqual(1)
  const [row] = await desk.app.tamper(sql`
    select sealed from webhook_secret where company_id = ${desk.cast.companyId}`)
  expect(webhookSeal(makeSecret(newer)).unseal(String(row?.sealed))).toBe(made.secret)
})
