import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyRoutes } from '#features/companies/api.ts'
import { linkCompany } from '#features/identity/store/accounts.ts'
import { insertMember } from '#features/people/store.ts'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { password, startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let [norte, sur, este] = ['', '', '']

beforeAll(async () => {
  app = await startApp(() => companyRoutes)
  norte = await app.company('enterprise', 'Norte')
  sur = await app.company('enterprise', 'Sur')
  este = await app.company('enterprise', 'Este')
  const userId = await app.person(norte, 'provider', 'ana@norte.example')
  await asSystem(app.db, sur, async tx => {
    await insertMember(tx, { userId, clientId: null, providerId: null })
    await linkCompany(tx, userId, sur)
  })
})
afterAll(() => app?.stop())

type Session = { access_token: string; refresh_token: string }

async function granted(grant: 'password' | 'refresh_token', body: object): Promise<Session> {
  return (await app.ask(`/auth/v1/token?grant_type=${grant}`, { method: 'POST', body })).body
}

const begin = () => granted('password', { email: 'ana@norte.example', password })
const refreshed = ({ refresh_token }: Session) => granted('refresh_token', { refresh_token })
const go = (session: Session, body: object) =>
  app.ask('/api/session/company', { method: 'POST', as: session.access_token, body })
const whereIs = async (session: Session) => {
  const { status, body } = await app.ask('/api/company', { as: session.access_token })
  return status === 200 ? body.name : status
}

test('a member works in another of their companies after refreshing, and it stays so', async () => {
  const session = await begin()
  expect(await whereIs(session)).toBe('Norte')
  expect(await go(session, { companyId: sur })).toMatchObject({ status: 200, body: { companyId: sur } })
  // The old token names a company that the session has left: the person signs nothing there any more.
  expect(await whereIs(session)).toBe(401)
  const next = await refreshed(session)
  expect(await whereIs(next)).toBe('Sur')
  expect(await whereIs(await refreshed(next))).toBe('Sur')
  expect((await app.journal(sur)).at(-1)?.action).toBe('session.entered_company')
})

test('a company one is no member of answers as one that does not exist', async () => {
  const session = await begin()
  const answers = await Promise.all([este, newId()].map(companyId => go(session, { companyId })))
  for (const { status } of answers) expect(status).toBe(404)
  const [foreign, absent] = answers.map(({ body }) => ({ ...body, requestId: '' }))
  expect(foreign).toEqual(absent)
  expect(await whereIs(session)).toBe('Norte')
  expect(await app.journal(este)).toHaveLength(1)
})

test('nobody enters without a session, with an ended one, or with nonsense', async () => {
  expect((await app.ask('/api/session/company', { method: 'POST', body: { companyId: sur } })).status).toBe(
    401,
  )
  const session = await begin()
  for (const companyId of ['', 'sur', 7, null, "'; drop table session"]) {
    const answer = await go(session, { companyId })
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ pointer: '/companyId' }] } })
  }
  await app.ask('/auth/v1/logout', { method: 'POST', as: session.access_token })
  expect((await go(session, { companyId: sur })).status).toBe(401)
})

test('a membership that was switched off admits nobody, and refreshing leads to one that does', async () => {
  const session = await begin()
  await go(session, { companyId: sur })
  await app.tamper(sql`update member set active = false where company_id = ${sur}`)
  const next = await refreshed(session)
  expect(await whereIs(next)).toBe('Norte')
  expect((await go(next, { companyId: sur })).status).toBe(404)
})

test('somebody of many companies with long names has a token that is taken', async () => {
  const userId = await app.person(norte, 'provider', 'lola@norte.example')
  const name = 'Ñandú y compañía de inversiones 🏗'.padEnd(120, 'ñ')
  for (let count = 0; count < 40; count++) {
    const companyId = await app.company('enterprise', name)
    await asSystem(app.db, companyId, async tx => {
      await insertMember(tx, { userId, clientId: null, providerId: null })
      await linkCompany(tx, userId, companyId)
    })
  }
  const session = await granted('password', { email: 'lola@norte.example', password })
  expect(session.access_token.length).toBeLessThan(8192)
  expect(await whereIs(session)).toBe('Norte')
})

test('a company that the operator closed ends the work in it', async () => {
  const session = await begin()
  await app.tamper(sql`update company set status = 'inactive' where company_id = ${norte}`)
  expect(await whereIs(session)).toBe(401)
  const { status, body } = await app.ask('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: { refresh_token: session.refresh_token },
  })
  expect([status, body.error_code]).toEqual([400, 'user_banned'])
})
