// Links of mails to approvers, in the hands of somebody to whom none was written: they learn nothing of it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paces } from '#features/companies/rules/paces.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'
import { linksIn } from '#tests/support/decision-links.ts'

let app: TestApp
let links: ReturnType<typeof linksIn>
beforeAll(async () => {
  // With its limits, which are counted for each person.
  app = await startProduct({ settings: { isRelaxed: false } })
  links = linksIn(app)
})
afterAll(() => app.stop())

let shared: ReturnType<typeof links.makeWorld> | undefined
/** One world for texts that change nothing. */
function world() {
  shared ??= links.makeWorld('textos')
  return shared
}

describe('somebody to whom a link was not written', () => {
  test('is answered as with a link that never was: a colleague, an administrator, the requester, another company', async () => {
    const { id, link, luis, cast, orders } = await links.makeWorld('ajeno')
    const stranger = await makeCast(app, 'ajenaempresa')
    const never = `${cast.companyId.replaceAll('-', '')}.${'a'.repeat(43)}`
    const told = ({ status, body }: Awaited<ReturnType<typeof links.open>>) => [status, body.type, body.title]
    const unknown = told(await links.open(never, luis))
    expect(unknown[0]).toBe(404)
    for (const as of [luis, cast.admin, cast.client, cast.executor, stranger.admin, stranger.approvers[0]]) {
      expect(told(await links.open(link, as))).toEqual(unknown)
      expect(told(await links.decide(link, as))).toEqual(unknown)
    }
    expect((await orders.card(id)).approvals).toMatchObject({ approved: 0 })
  })

  test('is told nothing without a session', async () => {
    const { link } = await links.makeWorld('sinsesion')
    for (const answer of [await links.open(link, undefined), await links.decide(link, undefined)])
      expect([answer.status, answer.body.type]).toEqual([401, '/problems/unauthenticated'])
  })

  test.each([
    '',
    '#',
    'a'.repeat(300),
    '\u0000',
    "' or true --",
    `${'0'.repeat(32)}.${'-'.repeat(43)}`,
    '../../etc/passwd',
  ])('is answered calmly to a text that is no link: %j', async text => {
    const { ana } = await world()
    expect((await links.open(text, ana)).status).toBe(404)
    expect((await links.decide(text, ana)).status).toBe(404)
  })

  test.each([[undefined], [null], [7], [['a']], [{}], ['a'.repeat(301)]])(
    'is told that it is no text: %j',
    async text => {
      const { ana } = await world()
      expect((await links.open(text, ana)).body).toMatchObject({
        status: 422,
        issues: [{ pointer: '/link' }],
      })
      expect((await links.decide(text, ana)).status).toBe(422)
    },
  )

  test.each(['open', 'decide'] as const)('is stopped after so many tries in a minute: %s', async way => {
    const { luis, link } = await links.makeWorld(`intentos-${way}`)
    const { most } = way === 'open' ? paces.openedLinks : paces.linkDecisions
    const answers = []
    for (let tried = 0; tried <= most; tried++) answers.push(await links[way](link, luis))
    expect(answers.slice(0, -1).every(({ status }) => status === 404)).toBe(true)
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { type: '/problems/too_many_requests' } })
  })
})
