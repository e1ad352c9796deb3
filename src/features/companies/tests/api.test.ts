import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyRoutes, metaRoutes } from '#features/companies/api.ts'
import { takeNumber } from '#features/companies/store.ts'
import { contractRoutes } from '#features/contracts/api.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

const meta = {
  version: '1.2.3',
  product: 'Visto Bueno',
  demo: true,
  demoAccounts: [{ label: 'Empresa', email: 'empresa@demo.example', password: 'demo' }],
  selfSignup: false,
  supportContact: null,
}

let app: TestApp
let [company, admin, approver, foreign] = ['', '', '', '']

beforeAll(async () => {
  app = await startApp(() => [...metaRoutes(() => meta), ...companyRoutes, ...contractRoutes])
  company = await app.company()
  await app.person(company, 'admin', 'admin@norte.example')
  await app.person(company, 'approver', 'aprueba@norte.example')
  await app.person(await app.company('free', 'Sur'), 'admin', 'admin@sur.example')
  admin = await app.signIn('admin@norte.example')
  approver = await app.signIn('aprueba@norte.example')
  foreign = await app.signIn('admin@sur.example')
})
afterAll(() => app?.stop())

const change = (body: object, as?: string) => app.ask('/api/company/settings', { method: 'PATCH', body, as })

test('anybody learns the product’s name and, in demo mode, its accounts', async () => {
  expect(await app.ask('/api/meta')).toMatchObject({ status: 200, body: meta })
})

describe('the company', () => {
  test('is shown to its own people, with what each may do', async () => {
    const seen = await app.ask('/api/company', { as: admin })
    expect(seen).toMatchObject({
      status: 200,
      body: {
        id: company,
        name: 'Norte',
        currency: 'EUR',
        timeZone: 'Europe/Madrid',
        plan: 'enterprise',
        status: 'active',
        can: { changeSettings: true },
        policies: {
          overrunPolicy: 'avisar',
          proofRequired: false,
          rejectionCommentRequired: false,
          executorMayApprove: false,
          pendingWarningDays: 5,
        },
      },
    })
    expect((await app.ask('/api/company', { as: approver })).body.can.changeSettings).toEqual({
      refused: 'forbidden',
      text: 'Solo la administración de la empresa puede hacer esto.',
    })
    expect((await app.ask('/api/company', { as: foreign })).body.name).toBe('Sur')
  })

  test('is shown to nobody else', async () => {
    expect((await app.ask('/api/company')).status).toBe(401)
  })
})

describe('settings', () => {
  test('change one by one, and the journal keeps both sides', async () => {
    const changed = await change({ overrunPolicy: 'bloquear', pendingWarningDays: 10 }, admin)
    expect(changed).toMatchObject({
      status: 200,
      body: { policies: { overrunPolicy: 'bloquear', pendingWarningDays: 10, proofRequired: false } },
    })
    expect((await change({ proofRequired: true }, admin)).body.policies).toMatchObject({
      overrunPolicy: 'bloquear',
      pendingWarningDays: 10,
      proofRequired: true,
    })
    expect((await app.journal(company, company)).map(event => event.action)).toEqual([
      'company.created',
      'company.settings_changed',
      'company.settings_changed',
    ])
    expect((await app.ask('/api/company', { as: foreign })).body.policies.overrunPolicy).toBe('avisar')
  })

  test('change what the company says of itself, and the journal keeps what it said before', async () => {
    const said = {
      name: 'Norte y Hermanos',
      email: 'hola@norte.example',
      currency: 'USD',
      timeZone: 'America/Lima',
    }
    expect(await change(said, admin)).toMatchObject({
      status: 200,
      body: { ...said, policies: { proofRequired: true } },
    })
    const mine = await app.ask('/api/company', { as: approver })
    expect(mine.body).toMatchObject({ name: 'Norte y Hermanos', currency: 'USD', email: null })
    const [event] = await app.owner.run<{ before: object; after: object }>(sql`
      select before, after from event where company_id = ${company} order by id desc limit 1`)
    expect(event).toMatchObject({ before: { name: 'Norte', currency: 'EUR' }, after: said })
    await change({ name: 'Norte', currency: 'EUR', timeZone: 'Europe/Madrid' }, admin)
    expect((await app.ask('/api/company', { as: foreign })).body.name).toBe('Sur')
  })

  test('keep the account that the company pays from, checked and as banks write it', async () => {
    const account = { iban: 'ES9121000418450200051332', bic: 'CAIXESBB', ordererId: 'B12345674000' }
    const typed = { iban: 'es91 2100 0418 4502 0005 1332', bic: 'caixesbb', ordererId: 'b-12345674 000' }
    expect(await change(typed, admin)).toMatchObject({ status: 200, body: { account } })
    // Fields left out of the request stay as they are.
    expect((await change({ pendingWarningDays: 10 }, admin)).body.account).toEqual(account)
    expect((await app.ask('/api/company', { as: approver })).body.account).toBeNull()
    expect((await change({ ordererId: '' }, admin)).body.account).toEqual({ ...account, ordererId: null })
    const [event] = await app.owner.run<{ before: object; after: object }>(sql`
      select before, after from event where company_id = ${company} order by id desc limit 1`)
    expect(event).toMatchObject({ before: { ...account }, after: { ...account, ordererId: null } })
  })

  test('keep the tax id of the company, which everybody in it reads, checked and without signs', async () => {
    expect((await change({ taxId: 'es b-57.000.895' }, admin)).body.taxId).toBe('B57000895')
    // Fields left out of the request stay as they are.
    expect((await change({ pendingWarningDays: 5 }, admin)).body.taxId).toBe('B57000895')
    expect((await app.ask('/api/company', { as: approver })).body.taxId).toBe('B57000895')
    const wrong = await change({ taxId: 'B57000896' }, admin)
    expect([wrong.status, wrong.body.issues]).toMatchObject([422, [{ pointer: '/taxId' }]])
    expect((await change({ taxId: '' }, admin)).body.taxId).toBeNull()
  })

  test('are refused to everybody but an administrator', async () => {
    expect((await change({ proofRequired: true })).status).toBe(401)
    expect((await change({ proofRequired: false }, approver)).status).toBe(403)
  })

  test.each([
    [{}, '/'],
    [{ overrunPolicy: 'ignorar' }, '/overrunPolicy'],
    [{ pendingWarningDays: 0 }, '/pendingWarningDays'],
    [{ pendingWarningDays: 91 }, '/pendingWarningDays'],
    [{ pendingWarningDays: 1.5 }, '/pendingWarningDays'],
    [{ proofRequired: 'sí' }, '/proofRequired'],
    [{ plan: 'enterprise' }, '/'],
    [{ name: ' ' }, '/name'],
    [{ email: 'norte' }, '/email'],
    [{ currency: 'EURO' }, '/currency'], // three letters, and of a currency there is
    [{ currency: 'QQQ' }, '/currency'],
    [{ timeZone: 'Europe/Atlantida' }, '/timeZone'],
    [{ iban: 'ES9121000418450200051333' }, '/iban'],
    [{ iban: 'TR330006100519786457841326' }, '/iban'],
    [{ bic: 'CAIXES' }, '/bic'],
    [{ ordererId: 'B/1' }, '/ordererId'],
  ])('%j is refused at %s', async (body, pointer) => {
    const answer = await change(body, admin)
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ pointer }] } })
  })

  test('of one form saved by two at once are those of one of them, and the other is told; another form is not touched by it', async () => {
    await app.person(company, 'admin', 'otra@norte.example')
    const other = await app.signIn('otra@norte.example')
    const { versions, policies } = (await app.ask('/api/company', { as: admin })).body
    const form = (pendingWarningDays: number) => ({
      ...policies,
      pendingWarningDays,
      seen: versions.policies,
    })
    const answers = await Promise.all([change(form(31), admin), change(form(32), other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const won = answers.findIndex(({ status }) => status === 200)
    expect(answers[1 - won]?.body.type).toBe('/problems/stale_data')
    const now = (await app.ask('/api/company', { as: other })).body
    expect(now.policies.pendingWarningDays).toBe(31 + won)
    expect(now.versions).toEqual({ ...versions, policies: expect.not.stringContaining(versions.policies) })
    const account = { iban: '', bic: '', ordererId: '' }
    expect((await change({ ...account, seen: versions.account }, other)).status).toBe(200)
    expect((await change({ ...form(33), seen: now.versions.policies }, admin)).status).toBe(200)
    expect((await app.ask('/api/company', { as: approver })).body.versions).toBeNull()
  })

  test('changed twice at once both take effect', async () => {
    await Promise.all([
      change({ executorMayApprove: true }, admin),
      change({ pendingWarningDays: 20 }, admin),
    ])
    expect((await app.ask('/api/company', { as: admin })).body.policies).toMatchObject({
      executorMayApprove: true,
      pendingWarningDays: 20,
    })
  })
})

test('numbers are never given twice, and each kind counts by itself', async () => {
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => asSystem(app.db, company, tx => takeNumber(tx, 'DOC'))),
  )
  expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(await asSystem(app.db, company, tx => takeNumber(tx, 'PRJ'))).toBe(1)
})

test('a person whose company is suspended still reads it', async () => {
  await app.tamper(sql`update company set status = 'suspended' where company_id = ${company}`)
  expect((await app.ask('/api/company', { as: approver })).body.status).toBe('suspended')
  await app.tamper(sql`update company set status = 'active' where company_id = ${company}`)
})
