// A changed address: confirmed by its owner, told to the former one, and taken back by it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { password } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers()
})
afterAll(() => app?.stop())

describe('a changed address', () => {
  async function changing() {
    const { email, userId } = await app.someone()
    const client = app.browser()
    await client.auth.signInWithPassword({ email, password })
    const next = app.newAddress()
    const { data, error } = await client.auth.updateUser({ email: next })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: next })
    return { client, email, userId, next, ...(await app.linkIn(next, 'email_change')) }
  }

  test('counts once its owner confirms it', async () => {
    const { email, next, code } = await changing()
    expect((await app.enter(next)).error).toMatchObject({ code: 'invalid_credentials' })
    const { data, error } = await app.browser().auth.verifyOtp({ token_hash: code, type: 'email_change' })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(next)
    expect((await app.enter(next)).error).toBeNull()
    expect((await app.enter(email)).error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('is told to the former one, which takes it back: every session ends and the password is void', async () => {
    const { email, next, code, client } = await changing()
    await app.browser().auth.verifyOtp({ token_hash: code, type: 'email_change' })
    const undo = await app.linkIn(email, 'email_undo')
    expect(undo.mail.text).toContain(next)
    const { status } = await app.ask('/api/account/email-undo', { method: 'POST', body: { code: undo.code } })
    expect(status).toBe(200)
    expect((await client.auth.getUser()).error).not.toBeNull()
    expect((await app.enter(next)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await app.enter(email)).error).toMatchObject({ code: 'invalid_credentials' })
    const recovery = await app.linkIn(email, 'recovery')
    expect(
      (await app.browser().auth.verifyOtp({ token_hash: recovery.code, type: 'recovery' })).error,
    ).toBeNull()
    const again = await app.ask('/api/account/email-undo', { method: 'POST', body: { code: undo.code } })
    expect(again.status).toBe(409)
  })

  test('to one that is somebody’s is refused, also when it becomes theirs in between', async () => {
    const taken = await app.someone()
    const { email } = await app.someone()
    const client = app.browser()
    await client.auth.signInWithPassword({ email, password })
    expect((await client.auth.updateUser({ email: taken.email })).error).toMatchObject({
      code: 'email_exists',
      status: 422,
    })
    const { next, code } = await changing()
    await app.person(app.company, 'approver', next)
    const late = await app.browser().auth.verifyOtp({ token_hash: code, type: 'email_change' })
    expect(late.error).toMatchObject({ code: 'email_exists', status: 422 })
  })

  test('needs the password, unless the person has just signed in', async () => {
    const { email, userId } = await app.someone()
    const client = app.browser()
    await client.auth.signInWithPassword({ email, password })
    await app.tamper(sql`update session set amr = '[{"method":"password","timestamp":1}]'
      where user_id = ${userId}`)
    const change = (more: object) => client.auth.updateUser({ email: app.newAddress(), ...more })
    expect((await change({})).error).toMatchObject({ code: 'current_password_required' })
    expect((await change({ current_password: 'no' })).error).toMatchObject({
      code: 'current_password_invalid',
    })
    expect((await change({ current_password: password })).error).toBeNull()
  })
})

test('a change that nobody confirmed is sent again when asked, and after a day no longer', async () => {
  const { email, userId } = await app.someone()
  const { client } = await app.enter(email)
  const next = app.newAddress()
  await client.auth.updateUser({ email: next })
  const sentAfter = async () => {
    await app.limitsPass()
    expect((await app.browser().auth.resend({ type: 'email_change', email })).error).toBeNull()
    return (await app.mails(next)).length
  }
  expect(await sentAfter()).toBe(2)
  await app.tamper(
    sql`update account set email_change_sent_at = now() - interval '25 hours' where id = ${userId}`,
  )
  expect(await sentAfter()).toBe(2)
})

test('an address that somebody else has given is not confirmed by the way of one’s own', async () => {
  const { email, userId } = await app.someone()
  const wanted = app.newAddress()
  await app.tamper(sql`update account set new_email = ${wanted}, new_email_by = ${userId}, email_change_sent_at = now(),
    new_email_after = now() + interval '3 days' where id = ${userId}`)
  for (const address of [email, wanted])
    await app.ask('/auth/v1/resend', { method: 'POST', body: { email: address, type: 'email_change' } })
  expect(await app.mails(wanted)).toEqual([])
  expect(await app.tamper(sql`select purpose from one_time_token where user_id = ${userId}`)).toEqual([])
  expect((await app.enter(email)).session?.user.new_email).toBeUndefined()
})
