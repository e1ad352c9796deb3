// An administrator gives people addresses that may be somebody else's: that must open nothing in another company.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { password } from '#tests/support/app.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

let app: Platform
let [north, south] = ['', '']
let owner = { userId: '', token: '' }

beforeAll(async () => {
  app = await startPlatform()
  north = await app.company('enterprise', 'Norte')
  south = await app.company('enterprise', 'Sur')
  owner = await app.someone('admin', south, 'admin@sur.example')
})
afterAll(() => app?.stop())

const post = (path: string, body: object, as?: string) =>
  app.ask(path, { method: 'POST', body, as, key: newId() })
const codeIn = async (email: string, kind: string) => {
  const mail = (await app.mails(email)).find(one => one.kind === kind)
  const url = URL.parse(mail?.links[0] ?? '')
  return url?.searchParams.get('token_hash') ?? url?.searchParams.get('code') ?? ''
}

/** Somebody of the thief's, with a password that the thief knows, under the address of somebody else: made long ago. */
async function accomplice(victim: string) {
  const { userId, email } = await app.someone('approver', north)
  await app.tamper(sql`update account set email = ${victim}, email_confirmed_at = null where id = ${userId}`)
  return { userId, former: email }
}

/** The other company lets in whoever it believes to know by that address. */
async function invited(victim: string) {
  const body = { name: 'Vera', lastName: 'Sanz', email: victim, role: 'approver' }
  expect((await post('/api/people', body, owner.token)).status).toBe(200)
}

const grant = (email: string, typed: string) =>
  post('/auth/v1/token?grant_type=password', { email, password: typed })

describe('an address that an administrator gave', () => {
  test('still lets the person in with the password they have', async () => {
    await accomplice('nueva@correo.example')
    expect((await grant('nueva@correo.example', password)).status).toBe(200)
  })

  test('does not bring its password into another company: only whoever reads its mails accepts', async () => {
    await accomplice('vera@sur.example')
    await invited('vera@sur.example')
    const session = await grant('vera@sur.example', password)
    expect(session.status).toBe(200)
    const as = session.body.access_token
    const { items } = (await app.ask('/api/account/invitations', { as })).body
    expect(items).toMatchObject([{ can: { accept: { refused: 'own_password_first' } } }])
    const accepted = await post(`/api/account/invitations/${items[0].id}/acceptance`, {}, as)
    expect(accepted.body.type).toBe('/problems/own_password_first')
    const code = await codeIn('vera@sur.example', 'invitation')
    const verified = await post('/auth/v1/verify', { token_hash: code, type: 'invite' })
    expect(verified.status).toBe(200)
    expect((await grant('vera@sur.example', password)).body.error_code).toBe('invalid_credentials')
    expect((await app.ask('/auth/v1/user', { as })).status).toBe(403)
  })

  test('becomes its owner’s with a link to it, and the password of before is void', async () => {
    await accomplice('eva@sur.example')
    await post('/auth/v1/recover', { email: 'eva@sur.example' })
    await expect.poll(() => codeIn('eva@sur.example', 'recovery')).not.toBe('')
    const code = await codeIn('eva@sur.example', 'recovery')
    const recovered = await post('/auth/v1/verify', { token_hash: code, type: 'recovery' })
    expect(recovered.status).toBe(200)
    await invited('eva@sur.example')
    expect((await grant('eva@sur.example', password)).body.error_code).toBe('invalid_credentials')
  })
})
