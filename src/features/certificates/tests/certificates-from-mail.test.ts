// Constancias of orders that were decided with the link of a mail: they say so of whoever did, and of nobody else.

import { createHash } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { linksIn } from '#tests/support/decision-links.ts'
import { pdfText } from '#tests/support/pdf-text.ts'
import { startWhole } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
const links = linksIn(app)
const said = 'Decidido desde el enlace del correo.'

async function issue(id: string, as: string) {
  const { status, body } = await app.ask(`/api/documents/${id}/certificates`, {
    method: 'POST',
    as,
    body: {},
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.url
}
async function draw(url: string) {
  const { rawPayload } = await app.http.inject({ method: 'GET', url })
  return { text: pdfText(rawPayload), sha256: createHash('sha256').update(rawPayload).digest('hex') }
}

test('a Constancia says which decision came from a mail, and says it of no other', async () => {
  const { id, link, ana, luis, cast, orders } = await links.makeWorld('papel')
  await links.decide(link, ana, { comment: 'Conforme' })
  await orders.decide(id, luis)
  const { text } = await draw(await issue(id, cast.client))
  expect(text.split(said)).toHaveLength(2)
  const lines = text.replaceAll(/\s+/g, ' ')
  expect(lines).toContain(`${said} «Conforme»`)
  expect(lines.indexOf('Aprobador 0 Pérez')).toBeLessThan(lines.indexOf(said))
  expect(lines.indexOf(said)).toBeLessThan(lines.indexOf('Aprobador 1 Pérez'))
})

test('a decision from a mail that was undone is not said of the one that came after it', async () => {
  const { id, link, ana, luis, cast, orders } = await links.makeWorld('deshecho')
  await links.decide(link, ana)
  await orders.post(`/api/documents/${id}/undoing`, ana, { revision: 1 })
  await orders.decide(id, ana)
  await orders.decide(id, luis)
  expect((await draw(await issue(id, cast.client))).text).not.toContain(said)
})

test('a Constancia that was issued before it was said is drawn byte by byte as it was', async () => {
  const { id, ana, luis, cast, orders } = await links.makeWorld('anterior')
  for (const as of [ana, luis]) await orders.decide(id, as)
  const url = await issue(id, cast.client)
  const { sha256 } = await draw(url)
  const setFacts = (facts: unknown) =>
    app.owner.run(
      sql`update certificate set facts = ${facts} where company_id = ${cast.companyId} returning id`,
    )
  const [kept] = await app.owner.run<{ facts: string }>(
    sql`select facts from certificate where company_id = ${cast.companyId}`,
  )
  const before = kept?.facts.replaceAll('"through":null,', '')
  expect(before).not.toBe(kept?.facts)
  await setFacts(before)
  const drawn = await draw(url)
  await setFacts(kept?.facts)
  expect(drawn.sha256).toBe(sha256)
})
