// Changes between two statements of another request: whoever was let in by what has changed since is not in.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createAccount } from '#features/identity/store/accounts.ts'
import { makeLink } from '#features/identity/store/links.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { password } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { codeOf, enrol } from '#tests/support/second-factor.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers()
})
afterAll(() => app?.stop())
afterEach(() => void vi.restoreAllMocks())

const changed = 'retama pálida 47'

/** Lets something happen once, when a right password has been compared and nothing has come of it yet. */
function afterComparing(happens: () => Promise<unknown>): void {
  const verify = app.passwords.verify.bind(app.passwords)
  vi.spyOn(app.passwords, 'verify').mockImplementationOnce(async (hash, typed) => {
    const isRight = await verify(hash, typed)
    await happens()
    return isRight
  })
}

const sessionsOf = (userId: string) => app.tamper(sql`select id from session where user_id = ${userId}`)

/** A person of the platform, who is in no company. */
async function operator(): Promise<string> {
  const named = { email: app.newAddress(), name: 'Sara', lastName: '', role: 'admin_saas' } as const
  const account = { ...named, active: true, passwordHash: app.passwordHash }
  const id = await createAccount(outsideAnyTransaction(app.db), account, clock.now())
  if (id === null) throw new Error('taken')
  return id
}

describe('signing in with the former password', () => {
  test('opens nothing when the password changes meanwhile', async () => {
    const { email, userId } = await app.someone()
    const { client } = await app.enter(email)
    afterComparing(async () => {
      expect((await client.auth.updateUser({ password: changed })).error).toBeNull()
    })
    const late = await app.enter(email)
    expect(late.error).toMatchObject({ code: 'invalid_credentials', status: 400 })
    expect(await sessionsOf(userId)).toHaveLength(1)
  })

  test('is let in when the same password was only hashed anew meanwhile, as by somebody who signs in beside them', async () => {
    const { email, userId } = await app.someone()
    afterComparing(async () => {
      const hash = await app.passwords.hash(password)
      await app.tamper(sql`update account set password_hash = ${hash} where id = ${userId}`)
    })
    expect((await app.enter(email)).error).toBeNull()
    expect(await sessionsOf(userId)).toHaveLength(1)
  })

  test('opens nothing when the account is switched off after it was looked at', async () => {
    const { email, userId } = await app.someone()
    const hash = app.passwords.hash.bind(app.passwords)
    vi.spyOn(app.passwords, 'isOutdated').mockReturnValue(true)
    vi.spyOn(app.passwords, 'hash').mockImplementationOnce(async typed => {
      await app.tamper(sql`update account set active = false where id = ${userId}`)
      return hash(typed)
    })
    expect((await app.enter(email)).error).toMatchObject({ code: 'invalid_credentials' })
    expect(await sessionsOf(userId)).toEqual([])
  })

  test('does not bring it back, although its hash was due to be renewed', async () => {
    const { email, userId } = await app.someone()
    const { client } = await app.enter(email)
    vi.spyOn(app.passwords, 'isOutdated').mockReturnValue(true)
    afterComparing(() => client.auth.updateUser({ password: changed }))
    expect((await app.enter(email)).error).toMatchObject({ code: 'invalid_credentials' })
    vi.restoreAllMocks()
    expect((await app.enter(email)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await app.enter(email, changed)).error).toBeNull()
    expect(await sessionsOf(userId)).toHaveLength(2)
  })
})

describe('changing the password', () => {
  test('is not undone by a change that compared the former one', async () => {
    const { email } = await app.someone()
    const { client: owner } = await app.enter(email)
    const { client: thief } = await app.enter(email)
    afterComparing(async () => {
      expect((await owner.auth.updateUser({ password: changed })).error).toBeNull()
    })
    const stolen = await thief.auth.updateUser({ password: 'cardo violeta 83', current_password: password })
    expect(stolen.error).not.toBeNull()
    expect((await app.enter(email, changed)).error).toBeNull()
    expect((await app.enter(email, 'cardo violeta 83')).error).toMatchObject({ code: 'invalid_credentials' })
  })
})

describe('two links of one person at once', () => {
  test.each(['of a company', 'of none'])('let in one of them, somebody %s', async where => {
    for (let round = 0; round < 5; round++) {
      const userId = where === 'of none' ? await operator() : (await app.someone()).userId
      const on = outsideAnyTransaction(app.db)
      const links = [1, 2, 3, 4].map(() => makeLink(on, { userId, purpose: 'recovery' }, clock.now()))
      const codes = await Promise.all(links)
      await app.limitsPass()
      const verify = (token_hash: string) => app.browser().auth.verifyOtp({ token_hash, type: 'recovery' })
      const answers = await Promise.all(codes.map(verify))
      const failed = answers.flatMap(({ error }) => (error ? [error.status] : []))
      expect(failed).toEqual([403, 403, 403])
      expect(await sessionsOf(userId)).toHaveLength(1)
    }
  })
})

describe('the first second factor', () => {
  test('ends the sessions of the password while others end them, and neither blocks the other', async () => {
    const { email, userId } = await app.someone()
    const entered = await Promise.all([1, 2, 3, 4].map(() => app.enter(email)))
    const idOf = (one: (typeof entered)[number]): string =>
      JSON.parse(atob(one.session?.access_token.split('.')[1] ?? '')).session_id
    const [, other, middle, last] = entered.toSorted((x, y) => (idOf(x) < idOf(y) ? -1 : 1))
    if (!other || !middle || !last) throw new Error('nobody came in')
    const { id: factorId, totp } = await enrol(last.client)
    const { data: challenge } = await last.client.auth.mfa.challenge({ factorId })
    const holder = await app.owner.pool.connect()
    await holder.query('begin')
    await holder.query('select id from session where id = $1 for update', [idOf(middle)])
    const out = other.client.auth.signOut({ scope: 'others' })
    await expect.poll(waiting).toBe(1)
    const code = codeOf(totp.secret)
    const verified = last.client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })
    await expect.poll(waiting).toBe(2)
    const released = performance.now()
    await holder.query('commit')
    holder.release()
    expect((await out).error).toBeNull()
    await verified
    // PostgreSQL looks for a deadlock after a second.
    expect(performance.now() - released).toBeLessThan(900)
    expect(await sessionsOf(userId)).toHaveLength(1)
  })
})

const waiting = async () => {
  const [row] = await app.tamper(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return row?.count
}
