// Changing the account: whole or not at all, with every step taken, and nothing of a thief's is left behind.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { bearerOf, secondFactors } from '#tests/support/second-factor.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers()
})
afterAll(() => app?.stop())

const changed = 'retama pálida 47'

describe('a change of several things', () => {
  test('of which one is refused changes nothing', async () => {
    const { email } = await app.someone()
    const taken = await app.someone()
    const { client } = await app.enter(email)
    const both = { password: changed, email: taken.email, data: { name: 'Otro' } }
    expect((await client.auth.updateUser(both)).error).toMatchObject({ code: 'email_exists' })
    expect((await app.enter(email, changed)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await app.enter(email)).session?.user.user_metadata).toMatchObject({ name: 'Ana' })
    const weak = { password: 'corta', email: app.newAddress() }
    expect((await client.auth.updateUser(weak)).error).toMatchObject({ code: 'weak_password' })
    expect(await app.mails(weak.email)).toEqual([])
  })

  test('changes all of it', async () => {
    const { email } = await app.someone()
    const next = app.newAddress()
    const { client } = await app.enter(email)
    const all = { password: changed, email: next, data: { name: 'Otra' } }
    const { data, error } = await client.auth.updateUser(all)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ new_email: next, user_metadata: { name: 'Otra' } })
    expect((await app.enter(email, changed)).error).toBeNull()
    const { code } = await app.linkIn(next, 'email_change')
    const verified = await app.browser().auth.verifyOtp({ token_hash: code, type: 'email_change' })
    expect(verified.data.user?.email).toBe(next)
  })
})

describe('a change of password', () => {
  test('voids an address that waits to be confirmed, and no new link to it can be asked for', async () => {
    const { email } = await app.someone()
    const thiefs = app.newAddress()
    const { client: thief } = await app.enter(email)
    expect((await thief.auth.updateUser({ email: thiefs })).error).toBeNull()
    const { code } = await app.linkIn(thiefs, 'email_change')
    const { client: owner } = await app.enter(email)
    const { data } = await owner.auth.updateUser({ password: changed })
    expect(data.user).not.toHaveProperty('new_email')
    const late = await app.browser().auth.verifyOtp({ token_hash: code, type: 'email_change' })
    expect(late.error).toMatchObject({ code: 'otp_expired' })
    await app.limitsPass()
    await app.browser().auth.resend({ type: 'email_change', email })
    expect(await app.mails(thiefs)).toHaveLength(1)
  })
})

describe('before the second step', () => {
  test('not even the name is changed', async () => {
    const { email } = await secondFactors(app).guarded()
    const { client } = await app.enter(email)
    const { error } = await client.auth.updateUser({ data: { name: 'Ladrón' } })
    expect(error).toMatchObject({ code: 'insufficient_aal', status: 401 })
    expect((await app.enter(email)).session?.user.user_metadata).toMatchObject({ name: 'Ana' })
  })
})

describe('what people say of themselves', () => {
  test('is kept and journalled, position and department as the names; the rest of `data` is dropped', async () => {
    const { email, userId } = await app.someone()
    const { client } = await app.enter(email)
    const said = { name: 'Ana', lastName: 'Sanz', position: ' Jefa de obra ', department: 'Compras' }
    const { data, error } = await client.auth.updateUser({
      data: { ...said, role: 'admin', boss: true, timeZone: 'Asia/Tokyo' },
    })
    expect(error).toBeNull()
    const kept = { ...said, position: 'Jefa de obra' }
    expect(data.user?.user_metadata).toEqual({ ...kept, role: data.user?.app_metadata.role })
    await client.auth.updateUser({ data: { department: '' } })
    expect((await app.enter(email)).session?.user.user_metadata).toMatchObject({ ...kept, department: '' })
    const events = await app.tamper(sql`
      select after ->> 'position' as position, after ->> 'department' as department from event
      where object_id = ${userId} and action = 'account.data_changed' order by id`)
    expect(events).toEqual([
      { position: 'Jefa de obra', department: 'Compras' },
      { position: 'Jefa de obra', department: '' },
    ])
  })

  test.each(['position', 'department'])('a %s is a line of up to 80 characters', async field => {
    const { client } = await app.enter((await app.someone()).email)
    for (const wrong of ['x'.repeat(81), 'dos\nlíneas', 7])
      expect((await client.auth.updateUser({ data: { [field]: wrong } })).error).not.toBeNull()
    expect((await client.auth.updateUser({ data: { [field]: 'x'.repeat(80) } })).error).toBeNull()
  })
})

describe('one’s own time zone', () => {
  const choose = (as: string | undefined, body: object) =>
    app.ask('/api/account/time-zone', { method: 'PUT', as, body })

  test('is what every session of the person says from then on, and of nobody else; null is the company’s', async () => {
    const { email, userId } = await app.someone()
    const other = await app.someone()
    const as = await bearerOf((await app.enter(email)).client)
    const lima = { timeZone: 'America/Lima' }
    // Chosen twice at once, it is one change; whose it is, the session says and nothing else.
    const answers = await Promise.all([choose(as, { ...lima, userId: other.userId }), choose(as, lima)])
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, lima],
      [200, lima],
    ])
    const said = async (address: string) => (await app.enter(address)).session?.user.user_metadata
    expect(await said(email)).toMatchObject(lima)
    expect(await said(other.email)).not.toHaveProperty('timeZone')
    expect((await choose(as, { timeZone: null })).body).toEqual({ timeZone: null })
    expect(await said(email)).not.toHaveProperty('timeZone')
    const events = await app.tamper(sql`
      select after ->> 'timeZone' as zone from event
      where object_id = ${userId} and action = 'account.time_zone_changed' order by id`)
    expect(events).toEqual([{ zone: lima.timeZone }, { zone: null }])
  })

  test('that somebody changed in the database, beside the journal, is found', async () => {
    const { email, userId } = await app.someone()
    const as = await bearerOf((await app.enter(email)).client)
    const found = async () =>
      (await brokenInvariants(app))['a person reads hours in the zone that they chose last'] ?? []
    const put = (zone: string | null) =>
      app.tamper(sql`update account set time_zone = ${zone} where id = ${userId}`)
    // As of somebody who chose it while they worked nowhere, where nothing is sealed.
    await put('America/Lima')
    expect(await found()).not.toContain(userId)
    await choose(as, { timeZone: 'Asia/Tokyo' })
    expect(await found()).not.toContain(userId)
    await put(null)
    expect(await found()).toContain(userId)
    await choose(as, { timeZone: 'Europe/Rome' })
    expect(await found()).not.toContain(userId)
  })

  test('is a zone that exists, or refused at its field; nobody signed in has none', async () => {
    const { email, userId } = await app.someone()
    const as = await bearerOf((await app.enter(email)).client)
    for (const timeZone of ['Marte/Olympus', '', ' ', 7, 'x'.repeat(61), undefined])
      expect(await choose(as, { timeZone })).toMatchObject({
        status: 422,
        body: { issues: [{ pointer: '/timeZone', message: 'Zona horaria no válida' }] },
      })
    expect((await choose(undefined, { timeZone: 'America/Lima' })).status).toBe(401)
    const kept = await app.tamper(sql`select time_zone from account where id = ${userId}`)
    expect(kept).toEqual([{ time_zone: null }])
  })

  test('waits for the second step', async () => {
    const { email } = await secondFactors(app).guarded()
    const as = await bearerOf((await app.enter(email)).client)
    expect(await choose(as, { timeZone: 'America/Lima' })).toMatchObject({
      status: 403,
      body: { type: '/problems/second_step_required' },
    })
  })
})
