// Companies that people make for themselves, where the operator allows it.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createAccount } from '#features/identity/store/accounts.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { ownCompanyRoutes } from '#features/platform/api/own-company.ts'
import { sweepCompanyRequests } from '#features/platform/commands/own-company.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { later } from '#tests/support/mails.ts'
import { startPlatform } from '#tests/support/platform.ts'
import { startWhole } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const password = 'granito-cereza-41-tren'
let app: TestApp
let count = 0
const newAddress = () => `funda${++count}@correo.example`

beforeAll(async () => {
  app = await startApp((_invite, identity) => ownCompanyRoutes({ identity, perDay: 1000 }))
  const account = { name: 'Sara', lastName: 'Soto', role: 'admin_saas', active: true } as const
  const operator = { ...account, email: 'saas@plataforma.example', passwordHash: app.passwordHash }
  await createAccount(outsideAnyTransaction(app.db), operator, clock.now())
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app?.stop())

const asking = (email: string, over: object = {}) => ({
  name: 'Nadia',
  lastName: 'Nueva',
  email,
  companyName: 'Talleres Nueva',
  password,
  ...over,
})
const ask = (email: string, over: object = {}, on = app) =>
  on.ask('/api/company-requests', { method: 'POST', body: asking(email, over) })
const confirm = (code: string, typed = password, on = app) =>
  on.ask('/api/company-requests/confirmation', { method: 'POST', body: { code, password: typed } })
const mailOf = async (email: string, on = app) => {
  const [mail] = await on.mails(email)
  if (!mail) throw new Error(`no mail to ${email}`)
  return mail
}
const codeFor = async (email: string, on = app) => {
  const { links } = await mailOf(email, on)
  return new URL(links[0] ?? '').searchParams.get('code') ?? ''
}
const companiesOf = (email: string) =>
  app.tamper(sql`select c.name, c.plan, c.status, c.email, a.role, a.active from account a
    join account_company ac on ac.user_id = a.id join company c on c.company_id = ac.company
    where a.email = ${email}`)
const refusedWith = (kind: string) => ({ status: 409, body: { type: expect.stringMatching(`/${kind}$`) } })

describe('a company of one’s own', () => {
  test('exists once the address is confirmed, on plan free, with the person as its administrator', async () => {
    const email = newAddress()
    expect(await ask(email)).toMatchObject({ status: 200, body: { email } })
    expect(await companiesOf(email)).toEqual([])
    expect(await app.tamper(sql`select id from account where email = ${email}`)).toEqual([])
    const mail = await mailOf(email)
    expect(mail.kind).toBe('company_request')
    expect(mail.text).not.toMatch(/Nadia|Talleres/)
    expect(await confirm(await codeFor(email))).toMatchObject({ status: 200, body: { email } })
    const row = { name: 'Talleres Nueva', plan: 'free', status: 'active', email, role: 'admin', active: true }
    expect(await companiesOf(email)).toEqual([row])
    const token = await app.signIn(email, password)
    const me = await app.accountOf(email)
    const [{ company = '' } = {}] = await app.tamper(
      sql`select company::text as company from account_company where user_id = ${me}`,
    )
    expect(token).not.toBe('')
    const journal = await app.tamper(sql`select action, actor_id::text as actor from event
      where company_id = ${String(company)} order by id limit 2`)
    expect(journal).toEqual([
      { action: 'company.created', actor: me },
      { action: 'person.added', actor: me },
    ])
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('is told to the platform’s administrators', async () => {
    const email = newAddress()
    await ask(email, { companyName: 'Molinos <b>Rojos</b>' })
    await confirm(await codeFor(email))
    const mail = await mailOf('saas@plataforma.example')
    expect(mail).toMatchObject({ kind: 'company_opened', subject: 'Empresa nueva: Molinos <b>Rojos</b>' })
    expect(mail.text).toContain(email)
    expect(mail.html).not.toContain('<b>Rojos')
    expect(mail.links[0]).toContain(`/admin_saas/companies?q=${encodeURIComponent(email)}`)
  })

  test('needs the password of the request: who only reads the mail makes nothing', async () => {
    const email = newAddress()
    await ask(email)
    const code = await codeFor(email)
    expect(await confirm(code, 'otra-clave-de-nadie')).toMatchObject(refusedWith('wrong_password'))
    expect(await companiesOf(email)).toEqual([])
    expect((await confirm(code)).status).toBe(200)
  })

  test('is one for one link, twice at once too, and for all links of an address', async () => {
    const email = newAddress()
    await ask(email)
    const first = await codeFor(email)
    await app.tamper(sql`delete from attempt`)
    await ask(email)
    const second = await codeFor(email)
    expect(second).not.toBe(first)
    const answers = await Promise.all([first, first, second, second].map(code => confirm(code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await companiesOf(email)).toHaveLength(1)
    expect(await confirm(first)).toMatchObject(refusedWith('request_ended'))
    expect((await app.tamper(sql`select name from company where email = ${email}`)).length).toBe(1)
  })

  test('expires after a day, and is swept away', async () => {
    const email = newAddress()
    await ask(email)
    const code = await codeFor(email)
    later(24 * 3600 + 1)
    expect(await confirm(code)).toMatchObject(refusedWith('request_ended'))
    await sweepCompanyRequests(app.db)
    expect(await app.tamper(sql`select email from company_request where email = ${email}`)).toEqual([])
  })

  test('leaves nothing that was typed behind', async () => {
    const email = newAddress()
    await ask(email)
    await confirm(await codeFor(email))
    const rows = await app.tamper(sql`select name, last_name, company_name, password_hash from company_request
      where email = ${email}`)
    expect(rows).toEqual([{ name: '', last_name: '', company_name: '', password_hash: null }])
  })

  test('comes of a registration that waits, too, with the password of the request alone', async () => {
    const email = newAddress()
    const before = { email, password: 'clave-de-un-extraño-9', data: { name: 'X', role: 'admin_saas' } }
    await app.http.inject({ method: 'POST', url: '/auth/v1/signup', payload: before })
    await app.tamper(sql`delete from attempt`)
    await ask(email)
    expect((await confirm(await codeFor(email))).status).toBe(200)
    await expect(app.signIn(email, before.password)).rejects.toThrow()
    expect(await app.signIn(email, password)).not.toBe('')
    expect(await companiesOf(email)).toMatchObject([{ role: 'admin' }])
  })
})

describe('an address that has an account', () => {
  test('gets the same answer, nothing changes, and its owner is told', async () => {
    const company = await app.company()
    const email = newAddress()
    await app.person(company, 'approver', email)
    const [known, unknown] = [await ask(email), await ask(newAddress())]
    expect(known.status).toBe(unknown.status)
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
    const mail = await mailOf(email)
    expect(mail).toMatchObject({ kind: 'company_request', subject: 'Ya tienes una cuenta' })
    expect(mail.links.join()).not.toContain('code=')
    expect(await app.tamper(sql`select email from company_request where email = ${email}`)).toEqual([])
  })

  test('by the time it is confirmed keeps that account', async () => {
    const email = newAddress()
    await ask(email)
    const code = await codeFor(email)
    await app.person(await app.company(), 'approver', email)
    expect(await confirm(code)).toMatchObject(refusedWith('account_exists'))
    expect(await companiesOf(email)).toMatchObject([{ role: 'approver' }])
    expect(await app.signIn(email)).not.toBe('')
  })
})

describe('what is typed', () => {
  test.each([
    ['the product’s name', { companyName: 'Visto  Bueno S.L.' }, '/companyName'],
    ['a name of the platform', { companyName: 'Soporte Técnico' }, '/companyName'],
    ['an address as a company', { companyName: 'Gana en premio.com' }, '/companyName'],
    ['an address as a person', { name: 'Mira https://x.example' }, '/name'],
    ['signs alone', { companyName: '---' }, '/companyName'],
    ['nothing', { companyName: ' ' }, '/companyName'],
    ['an endless name', { companyName: 'a'.repeat(121) }, '/companyName'],
    ['no address', { email: 'nadie' }, '/email'],
    ['a short password', { password: 'corta12' }, '/password'],
    ['a known password', { password: 'contraseña1' }, '/password'],
    ['the own name as a password', { password: 'nadianueva1' }, '/password'],
  ])('%s is refused at its field', async (_, over, pointer) => {
    const email = newAddress()
    const answer = await ask('email' in over ? '' : email, over)
    expect(answer.status).toBe(422)
    expect(answer.body.issues).toContainEqual(expect.objectContaining({ pointer }))
    expect(await app.mails(email)).toEqual([])
  })
})

test('the platform’s dashboard counts the companies of seven days', async () => {
  const whole = await startPlatform()
  try {
    const { token } = await whole.operator('saas@plataforma.example')
    const told = async () => (await whole.ask('/api/platform/summary', { as: token })).body.ownCompanies
    expect(await told()).toBe(0)
    const email = newAddress()
    const body = asking(email)
    await whole.ask('/api/company-requests', { method: 'POST', body })
    expect(await told()).toBe(0)
    const [mail] = await whole.mails(email)
    const code = new URL(mail?.links[0] ?? '').searchParams.get('code') ?? ''
    const confirmed = { method: 'POST', body: { code, password } } as const
    expect((await whole.ask('/api/company-requests/confirmation', confirmed)).status).toBe(200)
    expect(await told()).toBe(1)
    later(7 * 24 * 3600 + 1)
    const now = await whole.signIn('saas@plataforma.example')
    expect((await whole.ask('/api/platform/summary', { as: now })).body.ownCompanies).toBe(0)
  } finally {
    await whole.stop()
  }
})

test('where the operator does not allow it nothing answers, and no screen offers it', async () => {
  const whole = await startWhole({ selfSignup: null })
  try {
    expect((await whole.ask('/api/meta')).body).toMatchObject({ selfSignup: false })
    const request = { method: 'POST', body: asking(newAddress()) } as const
    expect((await whole.ask('/api/company-requests', request)).status).toBe(404)
    const body = { code: 'x', password }
    expect((await whole.ask('/api/company-requests/confirmation', { method: 'POST', body })).status).toBe(404)
    expect(JSON.stringify((await whole.ask('/api/openapi.json')).body)).not.toContain('company-requests')
  } finally {
    await whole.stop()
  }
})

describe('limits', () => {
  test('of an address: one mail a minute, without saying so', async () => {
    const strict = await startApp(
      (_invite, identity) => ownCompanyRoutes({ identity, perDay: 1 }),
      () => {},
      { isRelaxed: false },
    )
    try {
      const [email, other] = [newAddress(), newAddress()]
      expect((await ask(email, {}, strict)).status).toBe(200)
      expect((await ask(email, {}, strict)).status).toBe(200)
      expect(await strict.mails(email)).toHaveLength(1)
      expect((await ask(other, {}, strict)).status).toBe(200)
      const [mine, theirs] = [await codeFor(email, strict), await codeFor(other, strict)]
      const answers = await Promise.all([confirm(mine, password, strict), confirm(theirs, password, strict)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect(refused).toMatchObject(refusedWith('companies_exhausted'))
      expect(await ask(newAddress(), {}, strict)).toMatchObject(refusedWith('companies_exhausted'))
      later(24 * 3600 + 1)
      expect((await ask(newAddress(), {}, strict)).status).toBe(200)
      const many = await Promise.all(Array.from({ length: 12 }, () => ask(newAddress(), {}, strict)))
      expect(many.some(({ body }) => /too_many_mails$/.test(body.type ?? ''))).toBe(true)
    } finally {
      await strict.stop()
    }
  })
})
