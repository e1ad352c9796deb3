// Limits on the tries of each way in, as they are in earnest.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { commonProblem } from '#server/problems.ts'
import { password } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers({ isRelaxed: false })
})
beforeEach(() => app.limitsPass())
afterAll(() => app?.stop())

const post = async (path: string, payload: object, remoteAddress = '203.0.113.7') => {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/auth/v1${path}`,
    payload,
    remoteAddress,
    headers: { 'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}` },
  })
  return { status: answer.statusCode, wait: Number(answer.headers['retry-after']), body: answer.json() }
}
const signIn = (email: string, typed: string, from?: string) =>
  post('/token?grant_type=password', { email, password: typed }, from)
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

describe('signing in', () => {
  test('from one address to one account: five tries, then a wait that says how long, for the right password too', async () => {
    const { email } = await app.someone()
    const tries = []
    for (let count = 0; count < 5; count++) tries.push(await signIn(email, 'no es esta'))
    expect(statusesOf(tries)).toEqual([400, 400, 400, 400, 400])
    const sixth = await signIn(email, password)
    expect([sixth.status, sixth.body.error_code]).toEqual([429, 'over_request_rate_limit'])
    expect(sixth.wait).toBeGreaterThan(800)
    expect(sixth.wait).toBeLessThanOrEqual(900)
  })

  test('of fifty tries at once no more than five are looked at', async () => {
    const { email } = await app.someone()
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(email, 'no es esta')))
    expect(statusesOf(answers).filter(status => status === 400)).toHaveLength(5)
  })

  test('an unknown address is limited exactly as a known one', async () => {
    const { email } = await app.someone()
    const told = async (who: string) => {
      const answers = []
      for (let count = 0; count < 7; count++) {
        const { status, body } = await signIn(who, 'no es esta')
        answers.push({ status, body })
      }
      return answers
    }
    expect(await told('nadie@norte.example')).toEqual(await told(email))
  })

  test('a right password counts for nothing: a whole office signs in from one address', async () => {
    const { email } = await app.someone()
    for (let count = 0; count < 8; count++) {
      expect((await signIn(email, password)).status).toBe(200)
      await app.settled()
    }
  })

  test('a password that a busy server did not look at is no try: the form asks three times for whoever signs in once', async () => {
    const { email } = await app.someone()
    const { verify } = app.passwords
    app.passwords.verify = () => Promise.reject(commonProblem('busy', {}, 2))
    const answers = []
    for (let count = 0; count < 6; count++) {
      answers.push(await signIn(email, password))
      await app.settled()
    }
    app.passwords.verify = verify
    expect(statusesOf(answers)).toEqual([503, 503, 503, 503, 503, 503])
    expect((await signIn(email, password)).status).toBe(200)
  })

  test('a header that a visitor writes does not make them somebody else', async () => {
    const { email } = await app.someone()
    for (let count = 0; count < 5; count++) await signIn(email, 'no es esta')
    expect((await signIn(email, 'no es esta')).status).toBe(429)
  })

  test('guessing from everywhere slows the account down and locks nobody out', async () => {
    const { email } = await app.someone()
    await Promise.all(Array.from({ length: 22 }, (_, host) => signIn(email, 'no es esta', `192.0.2.${host}`)))
    const before = performance.now()
    expect((await signIn(email, password, '198.51.100.9')).status).toBe(200)
    expect(performance.now() - before).toBeGreaterThan(900)
  })

  test('one address cannot try many accounts', async () => {
    const tried = (index: number) => signIn(`alguien${index}@norte.example`, 'no es esta', '192.0.2.200')
    const answers = []
    // A few at a time: more would wait for their turn, and some in vain.
    for (let from = 0; from < 110; from += 10)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => tried(from + index)))))
    expect(statusesOf(answers).filter(status => status === 429)).toHaveLength(10)
  })
})

describe('mails', () => {
  test('to one address: one a minute and five an hour, and nobody is told that one was not sent', async () => {
    const { email } = await app.someone()
    const ask = () => post('/recover', { email })
    expect(statusesOf([await ask(), await ask(), await ask()])).toEqual([200, 200, 200])
    expect(await app.mails(email)).toHaveLength(1)
    for (let minute = 0; minute < 8; minute++) {
      await app.tamper(sql`update attempt set ends_at = now() - interval '1 second'
        where ends_at < now() + interval '2 minutes'`)
      await ask()
      await app.settled()
    }
    expect(await app.mails(email)).toHaveLength(5)
  })

  test('from one address: thirty an hour, whoever they are to', async () => {
    const answers = []
    for (let index = 0; index < 32; index++)
      answers.push(await post('/recover', { email: `quien${index}@norte.example` }))
    expect(statusesOf(answers).filter(status => status === 200)).toHaveLength(30)
    expect(answers.at(-1)?.body.error_code).toBe('over_email_send_rate_limit')
  })

  test('registrations from one address: ten an hour', async () => {
    const answers = []
    for (let index = 0; index < 12; index++)
      answers.push(await post('/signup', { email: app.newAddress(), password: 'Tarde-verde-93-olas' }))
    expect(statusesOf(answers)).toEqual([...Array(10).fill(200), 429, 429])
    expect(answers.at(-1)?.body.error_code).toBe('over_email_send_rate_limit')
  })
})

test('links are tried thirty times in five minutes from one address', async () => {
  const attempts = []
  for (let count = 0; count < 32; count++)
    attempts.push(await post('/verify', { token_hash: newId(), type: 'recovery' }))
  expect(statusesOf(attempts).filter(status => status === 403)).toHaveLength(30)
  expect(attempts.at(-1)).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
})

test('refreshing too often is “later”, never a reason for the client to drop the session', async () => {
  const { email } = await app.someone()
  const { session } = await app.enter(email)
  const refresh = () => post('/token?grant_type=refresh_token', { refresh_token: session?.refresh_token })
  const answers = []
  for (let count = 0; count < 62; count++) answers.push(await refresh())
  expect(statusesOf(answers.slice(0, 60)).every(status => status === 200)).toBe(true)
  expect(answers.at(-1)?.status).toBe(503)
  expect(answers.at(-1)?.wait).toBeGreaterThan(0)
  await app.limitsPass()
  expect((await refresh()).status).toBe(200)
})
