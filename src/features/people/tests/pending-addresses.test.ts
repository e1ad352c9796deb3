// An address that somebody else gives a person: whoever reads it confirms, the former one may refuse for three days.

import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { settleAddresses } from '#features/identity/commands/pending-address.ts'
import { newId } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { openPost } from '#server/mail/post.ts'
import { origin, password, secret } from '#tests/support/app.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

let app: Platform
let [north, saas, admin] = ['', '', '']
beforeAll(async () => {
  app = await startPlatform()
  north = await app.company('enterprise', 'Norte')
  saas = (await app.operator('saas@plataforma.example')).token
  admin = (await app.someone('admin', north, 'admin@norte.example')).token
})
afterAll(() => app?.stop())
afterEach(() => void vi.restoreAllMocks())

const codeIn = async (email: string) => {
  const [mail] = await app.mails(email)
  return URL.parse(mail?.links[0] ?? '')?.searchParams.get('token_hash') ?? ''
}
const post = (path: string, code: string) =>
  app.ask(`/api/account/${path}`, { method: 'POST', body: { code }, key: newId() })
const confirm = (code: string) => post('address-confirmations', code)
const refuse = (code: string) => post('address-refusals', code)
const rowOf = async (userId: string) =>
  (
    await app.tamper(sql`
    select email, new_email, credentials_changed_at is not null as changed from account where id = ${userId}`)
  )[0]
const settle = () =>
  settleAddresses({
    db: app.db,
    log: pino({ level: 'silent' }),
    site: { origin },
    post: openPost(secret, { product: 'Visto Bueno', origin }),
  })
const later = (hours: number) => {
  const now = clock.now().getTime()
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now + hours * 3_600_000))
}
const newAddress = () => `dada.${newId().slice(-8)}@correo.example`

/** Somebody who uses their account, and whom somebody else gives an address. */
async function pendingAddress(by: string) {
  const { userId, email, token } = await app.someone('approver', north)
  const wanted = newAddress()
  const { status } = await app.edit(by, userId, { email: wanted })
  expect(status).toBe(204)
  return { userId, email, wanted, token }
}

describe('an address that somebody else gives', () => {
  test('changes nothing until it is confirmed and three days are over; both addresses are told', async () => {
    for (const by of [admin, saas]) {
      const { userId, email, wanted, token } = await pendingAddress(by)
      expect(await rowOf(userId)).toEqual({ email, new_email: wanted, changed: false })
      expect(await app.lives(token)).toBe(true)
      expect((await app.mails(email))[0]?.subject).toBe('Han pedido cambiar tu dirección de acceso')
      const told = await app.mails(wanted)
      expect(told[0]?.subject).toBe('Confirma tu nueva dirección')
      const confirmed = await confirm(await codeIn(wanted))
      expect(confirmed).toMatchObject({
        status: 200,
        body: { email: wanted, countsFrom: expect.any(String) },
      })
      await settle()
      expect(await rowOf(userId)).toMatchObject({ email })
      later(71)
      await settle()
      expect(await rowOf(userId)).toMatchObject({ email })
      vi.restoreAllMocks()
      later(73)
      await settle()
      expect(await rowOf(userId)).toEqual({ email: wanted, new_email: null, changed: true })
      vi.restoreAllMocks()
      expect(await app.lives(token)).toBe(false)
      expect((await app.mails(email))[0]?.subject).toBe('Tu dirección de acceso ha cambiado')
      const actions = (await app.journal(north, userId)).map(event => event.action)
      expect(actions).toEqual(expect.arrayContaining(['person.address_asked', 'account.email_changed']))
    }
  })

  test('opens nothing to whoever gave it: no link to a new password goes there', async () => {
    const { wanted } = await pendingAddress(admin)
    await app.ask('/auth/v1/recover', { method: 'POST', body: { email: wanted } })
    expect((await app.mails(wanted)).map(mail => mail.kind)).toEqual(['email_change'])
    const verify = await app.ask('/auth/v1/verify', {
      method: 'POST',
      body: { type: 'email_change', token_hash: await codeIn(wanted) },
    })
    expect(verify.status).toBe(403)
  })

  test('is refused by the former address, also after the new one has confirmed it', async () => {
    const { userId, email, wanted, token } = await pendingAddress(admin)
    const code = await codeIn(wanted)
    expect((await confirm(code)).status).toBe(200)
    const refusal = await codeIn(email)
    expect((await refuse(refusal)).body).toEqual({ email })
    expect((await refuse(refusal)).body.type).toBe('/problems/link_not_found')
    later(80)
    await settle()
    vi.restoreAllMocks()
    expect(await rowOf(userId)).toEqual({ email, new_email: null, changed: false })
    expect(await app.lives(token)).toBe(true)
  })

  test('does not count without its confirmation, however long it waits', async () => {
    const { userId, email } = await pendingAddress(admin)
    later(100)
    await settle()
    expect(await rowOf(userId)).toMatchObject({ email })
  })

  test('is forgotten when the person chooses another password, or another address themselves', async () => {
    const { userId, email, wanted } = await pendingAddress(admin)
    const client = app.clientOf(null)
    await client.auth.signInWithPassword({ email, password })
    expect((await client.auth.updateUser({ password: 'retama pálida 47' })).error).toBeNull()
    expect((await confirm(await codeIn(wanted))).body.type).toBe('/problems/link_not_found')
    expect(await rowOf(userId)).toMatchObject({ email, new_email: null })
  })

  test('counts at once for an account that nobody has used yet', async () => {
    const first = newAddress()
    const userId = await app.person(north, 'approver', first)
    const wanted = newAddress()
    await app.edit(admin, userId, { email: wanted })
    expect((await confirm(await codeIn(wanted))).body).toEqual({ email: wanted, countsFrom: null })
    expect(await rowOf(userId)).toEqual({ email: wanted, new_email: null, changed: false })
  })

  test('of another administrator of the company is not an administrator’s to give; the platform may', async () => {
    const { userId } = await app.someone('admin', north)
    const { error } = await app.edit(admin, userId, { email: newAddress() })
    expect(error).toMatchObject({
      code: '42501',
      message: expect.stringMatching(/otra persona de la administración/),
    })
    expect((await app.edit(saas, userId, { email: newAddress() })).status).toBe(204)
  })

  test('that is somebody’s is asked for like any other by a company, which learns nothing, and never counts', async () => {
    const { userId, email } = await app.someone('approver', north)
    const owner = await app.someone('approver', await app.company('free', 'Sur'))
    const before = (await app.mails(owner.email)).length
    expect((await app.edit(admin, userId, { email: owner.email })).status).toBe(204)
    expect(await app.mails(owner.email)).toHaveLength(before)
    later(100)
    await settle()
    expect(await rowOf(userId)).toMatchObject({ email })
  })
})

test('whoever has a new address from somebody else decides nothing for three days', async () => {
  const { userId, wanted } = await pendingAddress(admin)
  await confirm(await codeIn(wanted))
  later(73)
  await settle()
  vi.restoreAllMocks()
  const [row] = await app.tamper(
    sql`select credentials_changed_at > now() as fresh from account where id = ${userId}`,
  )
  expect(row).toEqual({ fresh: true })
})

describe('a company’s list of people', () => {
  type Row = { userId: string; pendingAddress: object | null; can: { withdrawAddress: unknown } }
  const rowIn = async (as: string, userId: string, q: string) => {
    const { body } = await app.ask(`/api/people?q=${encodeURIComponent(q)}`, { as })
    return body.items.find((row: Row) => row.userId === userId)
  }
  const withdraw = (as: string | undefined, userId: string) =>
    app.ask(`/api/people/${userId}/given-address`, { method: 'DELETE', as })

  test('shows a given address as pending, and from when it counts once it is confirmed', async () => {
    const { userId, email, wanted } = await pendingAddress(admin)
    expect(await rowIn(admin, userId, email)).toMatchObject({
      email,
      pendingAddress: { email: wanted, countsFrom: null },
      can: { withdrawAddress: true },
    })
    await confirm(await codeIn(wanted))
    expect(await rowIn(admin, userId, email)).toMatchObject({
      email,
      pendingAddress: { email: wanted, countsFrom: expect.any(String) },
    })
  })

  test('shows none that the person asked for themselves', async () => {
    const { userId, email } = await app.someone('approver', north)
    const client = app.clientOf(null)
    await client.auth.signInWithPassword({ email, password })
    const asked = { email: newAddress(), current_password: password }
    expect((await client.auth.updateUser(asked)).error).toBeNull()
    expect(await rowIn(admin, userId, email)).toMatchObject({ pendingAddress: null })
  })

  test('takes it back: its links no longer work, the former address stays, and the journal says so', async () => {
    const { userId, email, wanted, token } = await pendingAddress(admin)
    const [code, refusal] = [await codeIn(wanted), await codeIn(email)]
    expect(await withdraw(admin, userId)).toMatchObject({ status: 200, body: { userId } })
    expect(await rowIn(admin, userId, email)).toMatchObject({
      pendingAddress: null,
      can: { withdrawAddress: { refused: 'no_given_address' } },
    })
    for (const answer of [await confirm(code), await refuse(refusal)])
      expect(answer.body.type).toBe('/problems/link_not_found')
    later(100)
    await settle()
    vi.restoreAllMocks()
    expect(await rowOf(userId)).toEqual({ email, new_email: null, changed: false })
    expect(await app.lives(token)).toBe(true)
    expect((await app.journal(north, userId)).map(event => event.action)).toContain(
      'person.address_withdrawn',
    )
    expect(await withdraw(admin, userId)).toMatchObject({
      status: 409,
      body: { type: '/problems/no_given_address' },
    })
  })

  test('does not take back what the platform gave an administrator, or somebody of another company too', async () => {
    const other = await app.someone('admin', north)
    await app.edit(saas, other.userId, { email: newAddress() })
    const shared = await app.someone('approver', north)
    await app.edit(saas, shared.userId, { email: newAddress() })
    const elsewhere = await app.company('free', 'Este')
    await app.tamper(
      sql`insert into account_company (user_id, company) values (${shared.userId}, ${elsewhere})`,
    )
    const reasons = [
      { person: other, reason: 'address_of_admin' },
      { person: shared, reason: 'works_elsewhere' },
    ]
    for (const { person, reason } of reasons) {
      expect(await rowIn(admin, person.userId, person.email)).toMatchObject({
        can: { withdrawAddress: { refused: reason } },
      })
      expect(await withdraw(admin, person.userId)).toMatchObject({
        status: 409,
        body: { type: `/problems/${reason}` },
      })
    }
  })

  test('lets nobody take one back who does not administer the company', async () => {
    const { userId } = await pendingAddress(admin)
    const approver = await app.someone('approver', north)
    const foreign = await app.someone('admin', await app.company('free', 'Oeste'))
    expect((await withdraw(approver.token, userId)).status).toBe(403)
    expect((await withdraw(foreign.token, userId)).status).toBe(404)
    expect((await withdraw(undefined, userId)).status).toBe(401)
    expect(await rowOf(userId)).toMatchObject({ new_email: expect.any(String) })
  })
})
