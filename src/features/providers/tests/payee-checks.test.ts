// Verification of payee: the answer of the bank about an account is kept with who asked, and is of that account alone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'

const [own, wanted] = ['ES9121000418450200051332', 'ES7921000813610123456789']
let app: TestApp
let cast: Cast
let providerId: string
let company = 0

beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())
beforeEach(async () => {
  company += 1
  cast = await makeCast(app, `titular${company}`)
  providerId = await cast.make('/api/providers', {
    name: 'Grúas Peña',
    iban: own,
    clientIds: [cast.clientId],
  })
})

const answered = (over: object = {}, as: string | undefined = cast.admin, id = providerId) =>
  app.ask(`/api/providers/${id}/payee-checks`, {
    method: 'POST',
    as,
    body: { iban: own, outcome: 'close', holder: 'GRUAS PENA SL', ...over },
  })
const said = ({ status, body }: { status: number; body: { type?: string } }) =>
  status === 200 ? 200 : body.type?.replace('/problems/', '')
const shown = async (as = cast.admin) => (await app.ask(`/api/providers/${providerId}`, { as })).body

describe('the answer of a bank about the holder of an account', () => {
  test('is shown with who asked, the latest one, and stands in the journal', async () => {
    expect((await shown()).payeeCheck).toBeNull()
    expect(said(await answered({ outcome: 'no_match', holder: '' }))).toBe(200)
    expect(said(await answered())).toBe(200)
    expect((await shown()).payeeCheck).toMatchObject({ outcome: 'close', holder: 'GRUAS PENA SL' })
    expect((await shown()).payeeCheck.askedByName).not.toBe('')
    const events = await app.journal(cast.companyId, providerId)
    expect(events.filter(({ action }) => action === 'provider.payee_checked')).toHaveLength(2)
  })

  test('is of the account that was asked about: another one that the provider has later has none', async () => {
    await answered()
    await app.tamper(
      sql`update provider set iban = ${wanted} where company_id = ${cast.companyId} and id = ${providerId}`,
    )
    expect((await shown()).payeeCheck).toBeNull()
    expect(said(await answered())).toBe('other_account')
  })

  test('may be of an account that waits to be confirmed, for whoever confirms it', async () => {
    const { version, name, clientIds } = await shown()
    const change = { name, clientIds, iban: wanted, status: 'active', seen: version }
    await app.person(cast.companyId, 'admin', cast.address('otra'))
    const asked = await app.ask(`/api/providers/${providerId}`, {
      method: 'PUT',
      as: cast.admin,
      body: change,
    })
    expect(asked.body.bankWaits, JSON.stringify(asked.body)).toBe(true)
    expect(said(await answered({ iban: wanted, outcome: 'match' }))).toBe(200)
    expect((await shown()).bankChange.payeeCheck).toMatchObject({ outcome: 'match' })
    expect((await shown()).payeeCheck).toBeNull()
  })

  test('is written down by administrators alone, of providers and accounts that there are', async () => {
    for (const as of [cast.client, cast.executor, ...cast.approvers])
      expect((await answered({}, as)).status).toBe(403)
    expect((await answered({}, cast.admin, 'PRV-999')).status).toBe(404)
    expect((await answered({ iban: 'ES00' })).status).toBe(422)
    expect((await answered({ outcome: 'perhaps' })).status).toBe(422)
    const other = await makeCast(app, `ajena${company}`)
    expect(said(await answered({}, other.admin))).not.toBe(200)
    expect((await shown(cast.client)).payeeCheck).toBeNull()
  })

  test('is read by whoever pays, of the account at which the order is paid', async () => {
    const orders = ordersOf(app, cast)
    await app.tamper(
      sql`update provider set iban = ${own} where company_id = ${cast.companyId} and id = ${cast.providerId}`,
    )
    const id = await orders.approved()
    expect(said(await answered({}, cast.admin, cast.providerId))).toBe(200)
    const { payee } = (await app.ask(`/api/documents/${id}/execution`, { as: cast.executor })).body
    expect(payee.payeeCheck).toMatchObject({ outcome: 'close', holder: 'GRUAS PENA SL' })
  })
})
