// A provider that repeats another's account is no slip of the pen: it is refused without a reason; its tax id, always.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'

const iban = 'ES9121000418450200051332'
const why = 'Es la filial que factura las obras'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

async function stage(name: string) {
  const cast = await makeCast(app, name)
  const first = await cast.make('/api/providers', { name: 'Grúas', taxId: 'B12345674', iban })
  const create = (over: object) =>
    app.ask('/api/providers', { method: 'POST', as: cast.admin, body: { name: 'Gemelo', ...over } })
  const card = async (id: string) => (await app.ask(`/api/providers/${id}`, { as: cast.admin })).body
  const change = async (id: string, over: object) => {
    const { name: named, taxId, clientIds, status, version: seen, iban: account } = await card(id)
    const body = { name: named, taxId, clientIds, status, iban: account, seen, ...over }
    return app.ask(`/api/providers/${id}`, { method: 'PUT', as: cast.admin, body })
  }
  return { cast, first, create, card, change }
}

const said = ({ status, body }: { status: number; body: { type?: string } }) => [status, body.type]

describe('a provider with the tax id of another', () => {
  test('is refused, however it is written, and whatever reason is given', async () => {
    const { first, create } = await stage('nif')
    for (const taxId of ['B12345674', 'b-12.345.674', 'ES B12345674']) {
      const answer = await create({ taxId })
      expect(said(answer)).toEqual([409, '/problems/same_tax_id'])
      expect(answer.body.title).toContain(first)
    }
    expect(said(await create({ taxId: 'B12345674', reason: why }))).toEqual([409, '/problems/same_tax_id'])
  })

  test('is not become by a change either', async () => {
    const { create, change } = await stage('cambio')
    const { id } = (await create({ taxId: 'A58818501' })).body
    expect(said(await change(id, { taxId: 'B12345674' }))).toEqual([409, '/problems/same_tax_id'])
    expect((await change(id, { name: 'Otro nombre' })).status).toBe(200)
  })

  test('may be made while the other is inactive, which then is not active again', async () => {
    const { first, create, change } = await stage('relevo')
    expect((await change(first, { status: 'inactive' })).status).toBe(200)
    const { id } = (await create({ taxId: 'B12345674' })).body
    expect(said(await change(first, { status: 'active' }))).toEqual([409, '/problems/same_tax_id'])
    expect((await change(id, { taxId: null })).status).toBe(200)
    expect((await change(first, { status: 'active' })).status).toBe(200)
  })

  test('that an earlier release let in is told to administrators, and may be changed in all else', async () => {
    const { cast, first, create, card, change } = await stage('herencia')
    const { id } = (await create({ taxId: 'A58818501' })).body
    await app.owner.run(sql`update provider set tax_id = 'b-12345674'
      where company_id = ${cast.companyId} and id = ${id}`)
    expect((await card(id)).sameTaxId).toEqual([{ id: first, name: 'Grúas' }])
    expect((await card(first)).sameTaxId).toEqual([{ id, name: 'Gemelo' }])
    expect((await change(id, { phone: '600 000 000' })).status).toBe(200)
    const { body } = await app.ask('/api/providers', { as: cast.client })
    expect(body.items.map(({ sameTaxId }: { sameTaxId: object[] }) => sameTaxId)).toEqual(
      body.items.map(() => []),
    )
    expect((await change(id, { status: 'inactive' })).status).toBe(200)
    expect((await card(first)).sameTaxId).toEqual([])
  })

  test('made at once with another, one of the two is refused', async () => {
    const { create } = await stage('alavez')
    const both = await Promise.all([1, 2].map(() => create({ taxId: 'A58818501' })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('a provider paid to the account of another', () => {
  test('is refused without a reason; with one its account waits for a second hand, where there is one', async () => {
    const { cast, create, card } = await stage('cuenta')
    expect(said(await create({ iban }))).toEqual([409, '/problems/same_account'])
    const alone = (await create({ iban, reason: why })).body
    expect([alone.bankWaits, (await card(alone.id)).iban]).toEqual([false, iban])
    await app.person(cast.companyId, 'admin', cast.address('segunda'))
    const waiting = (await create({ name: 'Tercero', iban, reason: why })).body
    expect(waiting.bankWaits).toBe(true)
    expect(await card(waiting.id)).toMatchObject({ iban: null, bankChange: { iban } })
  })

  test('is not become by a change without a reason', async () => {
    const { create, change } = await stage('mudanza')
    const { id } = (await create({})).body
    expect(said(await change(id, { iban }))).toEqual([409, '/problems/same_account'])
    expect((await change(id, { iban, reason: why })).body.bankWaits).toBe(true)
  })
})
