// Constancias of orders whose approvers confirmed who they were: they say so of whoever did, and how.
import { createHash } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { startWhole } from '#tests/support/product.ts'
import { asksFrom } from '#tests/support/step-up.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
const said = 'Identidad confirmada.'

async function draw(url: string) {
  const { rawPayload } = await app.http.inject({ method: 'GET', url })
  return { text: pdfText(rawPayload), sha256: createHash('sha256').update(rawPayload).digest('hex') }
}

async function approvedOrder(name: string, isAsked: boolean) {
  const cast = await makeCast(app, name)
  const orders = ordersOf(app, cast)
  const id = await orders.submit()
  const [ana, luis] = cast.approvers
  if (isAsked) await asksFrom(app, cast.companyId, 1)
  await orders.decide(id, ana)
  await asksFrom(app, cast.companyId, null)
  await orders.decide(id, luis)
  const { body } = await orders.post(`/api/documents/${id}/certificates`, cast.client, {})
  return { cast, id, url: body.url }
}

test('a Constancia says who confirmed and how, and says it of no other; the history says it too', async () => {
  const { cast, id, url } = await approvedOrder('confirmado', true)
  const { text } = await draw(url)
  expect(text.split(said)).toHaveLength(2)
  expect(text.indexOf('Aprobador 0')).toBeLessThan(text.indexOf(said))
  const { body } = await app.ask(`/api/documents/${id}/timeline`, { as: cast.client })
  expect(JSON.stringify(body.items).split('identidad confirmada')).toHaveLength(2)
})

test('of a forced decision a Constancia says that whoever forced it confirmed who they are', async () => {
  const cast = await makeCast(app, 'forzado')
  const orders = ordersOf(app, cast)
  await app.person(cast.companyId, 'admin', cast.address('jefa'), { name: 'Jefa' })
  const jefa = await app.signIn(cast.address('jefa'))
  const body = { forcedDecisions: true }
  await app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body })
  const force = async (id: string) => {
    const forced = { revision: 1, decision: 'approve', reason: 'Nadie contesta desde hace un mes' }
    expect((await orders.post(`/api/documents/${id}/forced-decision`, jefa, forced)).status).toBe(200)
    const { body: paper } = await orders.post(`/api/documents/${id}/certificates`, cast.admin, {})
    return (await draw(paper.url)).text.replace(/\s+/g, ' ')
  }
  const plain = await orders.submit()
  const asked = await orders.submit({ amountMinor: '20000', name: 'Otro' })
  expect(await force(plain)).not.toMatch(/identidad confirmada/i)
  await asksFrom(app, cast.companyId, 1)
  const text = await force(asked)
  expect(text).toMatch(/Decisión forzada por Jefa .*, identidad confirmada, el /)
})

test('a Constancia that was issued before it was said is drawn byte by byte as it was', async () => {
  const { cast, url } = await approvedOrder('antes', false)
  const { sha256, text } = await draw(url)
  expect(text).not.toContain('Identidad confirmada')
  const own = sql`select facts from certificate where company_id = ${cast.companyId}`
  const [kept] = await app.owner.run<{ facts: string }>(own)
  const before = kept?.facts.replaceAll('"confirmedBy":null,', '')
  expect(before).not.toBe(kept?.facts)
  const setFacts = (facts: unknown) =>
    app.owner.run(
      sql`update certificate set facts = ${facts} where company_id = ${cast.companyId} returning id`,
    )
  await setFacts(before)
  const drawn = await draw(url)
  await setFacts(kept?.facts)
  expect(drawn.sha256).toBe(sha256)
})
