// Links of mails to approvers: to one seat of one revision of an order, for whoever is written to and nobody else.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sweepLinks } from '#features/approvals/commands/decision-link.ts'
import { keptDays, linkDays } from '#features/approvals/rules/decision-link.ts'
import { paces } from '#features/companies/rules/paces.ts'
import { remind } from '#features/notifications/commands/remind.ts'
import { newId } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { openPost } from '#server/mail/post.ts'
import { origin, secret, type TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  // With its limits, which are counted for each person.
  app = await startProduct({ settings: { isRelaxed: false } })
})
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await brokenInvariants(app)).toEqual({})
})
afterAll(() => app.stop())

const mailing = { post: openPost(secret, { product: 'Visto Bueno', origin }), origin }
const mailed = () => deliverAll(app.db, mailing)

/** Texts of the links in the newest mail to an address. */
async function linksTo(address: string): Promise<string[]> {
  const [newest] = await app.mails(address)
  return [...(newest?.text ?? '').matchAll(/\/decidir#(\S+)/g)].map(([, text = '']) => text)
}

/** An order that waits for two people, and the link that each was written. */
async function makeWorld(name: string) {
  const cast = await makeCast(app, name)
  const orders = ordersOf(app, cast)
  const id = await orders.submit()
  await mailed()
  const [link = ''] = await linksTo(cast.address('aprueba0'))
  const [otherLink = ''] = await linksTo(cast.address('aprueba1'))
  const [ana = '', luis = ''] = cast.approvers
  return { cast, orders, id, link, otherLink, ana, luis }
}

const open = (link: unknown, as: string | undefined) =>
  app.ask('/api/decision-links/opening', { method: 'POST', as, body: { link } })
const decide = (link: unknown, as: string | undefined, over: object = {}, key = newId()) =>
  app.ask('/api/decision-links/decision', {
    method: 'POST',
    as,
    body: { link, decision: 'approve', ...over },
    key,
  })
const inDays = (days: number) =>
  vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + days * 86_400_000))
/** Nine in the morning in Madrid, so many days from today. */
const onMorning = (days: number) =>
  vi.spyOn(clock, 'now').mockReturnValue(new Date(`${dayFromToday(days)}T09:00:00Z`))

describe('the link of a mail', () => {
  test('opens its order and seat for its addressee, decides nothing by that, and says nothing in its text', async () => {
    const { id, link, otherLink, ana, orders, cast } = await makeWorld('abre')
    expect(link).toMatch(/^[0-9a-f]{32}\.[\w-]{43}$/)
    expect(otherLink).not.toBe(link)
    for (let times = 0; times < 2; times++) {
      const { status, body } = await open(link, ana)
      const { mySeatId } = await orders.card(id, ana)
      const order = { documentId: id, projectId: cast.projectId, revision: 1, seatId: mySeatId }
      expect([status, body]).toEqual([200, { order, ended: null }])
    }
    expect((await orders.card(id)).approvals).toMatchObject({ approved: 0, pending: 2 })
    const kept = await app.tamper(sql`select digest from decision_link`)
    expect(JSON.stringify(kept)).not.toContain(link.slice(33))
  })

  test('decides by the rules of every decision, and the order’s history says that it was from the mail', async () => {
    const { id, link, otherLink, ana, luis, orders } = await makeWorld('decide')
    expect((await decide(link, ana, { decision: 'return' })).body.type).toBe('/problems/comment_required')
    expect(await decide(link, ana)).toMatchObject({ status: 200, body: { id, state: 'in_approval' } })
    expect((await decide(otherLink, luis, { comment: 'Conforme' })).body.state).toBe('approved')
    const { body } = await app.ask(`/api/documents/${id}/timeline`, { as: ana })
    const decisions = body.items.filter(({ action }: { action: string }) => action === 'approval.decided')
    expect(decisions).toMatchObject([
      { actorName: 'Aprobador 0 Pérez', facts: { through: 'mail' } },
      { actorName: 'Aprobador 1 Pérez', reason: 'Conforme', facts: { through: 'mail', state: 'approved' } },
    ])
    expect((await orders.card(id)).status).toBe('approved')
  })

  test('decides once: then it says what was decided, by whom and when, also after the decision is undone', async () => {
    const { id, link, ana, luis, orders } = await makeWorld('unavez')
    await decide(link, ana)
    const decided = { why: 'decided', decision: 'approved', byName: 'Aprobador 0 Pérez', isOwn: true }
    expect((await open(link, ana)).body.ended).toMatchObject(decided)
    expect((await decide(link, ana)).body).toMatchObject({ type: '/problems/link_used', status: 409 })
    await orders.post(`/api/documents/${id}/undoing`, ana, { revision: 1 }, newId())
    expect((await open(link, ana)).body.ended).toMatchObject({ why: 'used', decision: null })
    expect((await decide(link, ana)).body.type).toBe('/problems/link_used')
    expect((await orders.decide(id, ana)).status).toBe(200)
    expect((await orders.decide(id, luis)).body.state).toBe('approved')
  })

  test('repeated under one key is answered the same; twice at once decides once', async () => {
    const { link, otherLink, ana, luis, orders, id } = await makeWorld('dosveces')
    const key = newId()
    const first = await decide(link, ana, {}, key)
    expect(await decide(link, ana, {}, key)).toMatchObject({ status: 200, body: first.body })
    const both = await Promise.all([decide(otherLink, luis), decide(otherLink, luis)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await orders.card(id)).approvals).toMatchObject({ approved: 2 })
  })
})

describe('somebody to whom a link was not written', () => {
  test('is answered as with a link that never was: a colleague, an administrator, the requester, another company', async () => {
    const { id, link, luis, cast, orders } = await makeWorld('ajeno')
    const stranger = await makeCast(app, 'ajenaempresa')
    const never = `${cast.companyId.replaceAll('-', '')}.${'a'.repeat(43)}`
    const told = ({ status, body }: Awaited<ReturnType<typeof open>>) => [status, body.type, body.title]
    const unknown = told(await open(never, luis))
    expect(unknown[0]).toBe(404)
    for (const as of [luis, cast.admin, cast.client, cast.executor, stranger.admin, stranger.approvers[0]]) {
      expect(told(await open(link, as))).toEqual(unknown)
      expect(told(await decide(link, as))).toEqual(unknown)
    }
    expect((await orders.card(id)).approvals).toMatchObject({ approved: 0 })
  })

  test('is told nothing without a session', async () => {
    const { link } = await makeWorld('sinsesion')
    for (const answer of [await open(link, undefined), await decide(link, undefined)])
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
    expect((await open(text, ana)).status).toBe(404)
    expect((await decide(text, ana)).status).toBe(404)
  })

  test.each([[undefined], [null], [7], [['a']], [{}], ['a'.repeat(301)]])(
    'is told that it is no text: %j',
    async text => {
      const { ana } = await world()
      expect((await open(text, ana)).body).toMatchObject({ status: 422, issues: [{ pointer: '/link' }] })
      expect((await decide(text, ana)).status).toBe(422)
    },
  )

  test('is stopped after so many tries in a minute', async () => {
    const { luis, link } = await makeWorld('intentos')
    const answers = []
    for (let tried = 0; tried <= paces.decisionLinks.most; tried++) answers.push(await open(link, luis))
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { type: '/problems/too_many_requests' } })
  })
})

let shared: ReturnType<typeof makeWorld> | undefined
/** One world for texts that change nothing. */
function world() {
  shared ??= makeWorld('textos')
  return shared
}

describe('a link is over', () => {
  const why = async (link: string, as: string) => (await open(link, as)).body.ended?.why

  test('when others decided first, and names them', async () => {
    const { id, link, ana, luis, orders } = await makeWorld('otros')
    await orders.decide(id, luis, 'reject', { comment: 'No' })
    const ended = { why: 'not_needed', decision: 'rejected', byName: 'Aprobador 1 Pérez', isOwn: false }
    expect((await open(link, ana)).body.ended).toMatchObject(ended)
    expect((await decide(link, ana)).body).toMatchObject({
      type: '/problems/already_decided',
      facts: { decidedBy: 'Aprobador 1 Pérez' },
    })
  })

  test('when the order was corrected: its revision is refused, and the next mail has a link of its own', async () => {
    const { id, link, ana, luis, orders, cast } = await makeWorld('corregido')
    await orders.decide(id, luis, 'return', { comment: 'Falta el albarán' })
    expect((await open(link, ana)).body.ended).toMatchObject({ why: 'returned', byName: 'Aprobador 1 Pérez' })
    const corrected = { ...cast.order, revision: 1, name: 'Cemento blanco' }
    const sent = await app.ask(`/api/documents/${id}`, {
      method: 'PUT',
      as: cast.client,
      body: corrected,
      key: newId(),
    })
    expect(sent.status).toBe(200)
    expect(await why(link, ana)).toBe('corrected')
    expect((await decide(link, ana)).body.type).toBe('/problems/stale_revision')
    await mailed()
    const [next = ''] = await linksTo(cast.address('aprueba0'))
    expect((await open(next, ana)).body).toMatchObject({ order: { revision: 2 }, ended: null })
    expect((await decide(next, ana)).status).toBe(200)
  })

  test('when its seat was given to somebody else, who gets a link of their own', async () => {
    const { id, link, ana, orders, cast } = await makeWorld('cedido')
    const heirId = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
    const heir = await app.signIn(cast.address('relevo'))
    const { mySeatId } = await orders.card(id, ana)
    const given = { revision: 1, userId: heirId, reason: 'Está de baja' }
    await orders.post(`/api/documents/${id}/approvals/${mySeatId}/reassignment`, cast.admin, given, newId())
    await mailed()
    expect(await why(link, ana)).toBe('reassigned')
    expect((await decide(link, ana)).status).toBe(409)
    const [own = ''] = await linksTo(cast.address('relevo'))
    expect((await decide(own, heir)).status).toBe(200)
    expect((await open(own, ana)).status).toBe(404)
  })

  test('when the order was withdrawn', async () => {
    const { id, link, ana, orders, cast } = await makeWorld('retirado')
    await orders.post(`/api/documents/${id}/withdrawal`, cast.client, { revision: 1 }, newId())
    expect(await why(link, ana)).toBe('returned')
    expect((await decide(link, ana)).status).toBe(409)
  })

  test('after its days; long after, nobody knows of it any more', async () => {
    const { link, ana, cast } = await makeWorld('caduca')
    inDays(linkDays - 1)
    await sweepLinks(app.db, [cast.companyId])
    vi.restoreAllMocks()
    expect(await why(link, ana)).toBeUndefined()
    await app.tamper(sql`update decision_link set created_at = created_at - ${linkDays} * interval '1 day',
      expires_at = expires_at - ${linkDays} * interval '1 day' where company_id = ${cast.companyId}`)
    expect(await why(link, ana)).toBe('expired')
    expect((await decide(link, ana)).body.type).toBe('/problems/link_expired')
    inDays(keptDays - 1)
    await sweepLinks(app.db, [cast.companyId])
    vi.restoreAllMocks()
    expect(await why(link, ana)).toBe('expired')
    inDays(keptDays + 1)
    await sweepLinks(app.db, [cast.companyId])
    vi.restoreAllMocks()
    expect((await open(link, ana)).status).toBe(404)
  })

  test('for whoever is switched off meanwhile: their session opens nothing', async () => {
    const { link, ana, cast } = await makeWorld('fuera')
    const switchTo = (isOn: boolean) =>
      app.tamper(sql`update member set active = ${isOn} where user_id = ${cast.approverIds[0] ?? ''}`)
    await switchTo(false)
    const answers = [await open(link, ana), await decide(link, ana)]
    await switchTo(true)
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
  })
})

describe('mails with links', () => {
  test('a substitute’s decides the principal’s seat, in their name, while the substitution lasts', async () => {
    const cast = await makeCast(app, 'suplente')
    const orders = ordersOf(app, cast)
    const substituteId = await app.person(cast.companyId, 'approver', cast.address('suple'), {
      name: 'Suple',
    })
    const substitute = await app.signIn(cast.address('suple'))
    const [absent = ''] = cast.approverIds
    const days = { startsOn: dayFromToday(), endsOn: dayFromToday() }
    const made = await orders.post(
      '/api/delegations',
      cast.admin,
      { fromId: absent, toId: substituteId, ...days },
      newId(),
    )
    expect(made.status).toBe(200)
    const id = await orders.submit()
    await mailed()
    const [link = ''] = await linksTo(cast.address('suple'))
    expect((await open(link, substitute)).body).toMatchObject({ order: { documentId: id }, ended: null })
    expect((await decide(link, substitute)).status).toBe(200)
    const { stages } = await orders.card(id, cast.admin)
    expect(stages[0].seats).toContainEqual(
      expect.objectContaining({
        approverId: absent,
        status: 'approved',
        decidedByName: expect.stringMatching(/^Suple/),
      }),
    )
    const later = await orders.submit()
    await mailed()
    const [ended = ''] = await linksTo(cast.address('suple'))
    await orders.post(`/api/delegations/${made.body.id}/end`, cast.admin, {}, newId())
    const { body } = await open(ended, substitute)
    expect(body).toMatchObject({ order: null, ended: { why: 'not_theirs', byName: null } })
    expect((await decide(ended, substitute)).status).toBe(404)
    expect((await orders.card(later)).approvals).toMatchObject({ approved: 0 })
  })

  test('a digest has one of each order that waits for an approval, and none of what waits to be paid', async () => {
    const { cast, ana, orders } = await makeWorld('resumen')
    const second = await orders.submit({ name: 'Arena' })
    await mailed()
    onMorning(7)
    await asSystem(app.db, cast.companyId, tx => remind(tx, mailing))
    vi.restoreAllMocks()
    const links = [...new Set(await linksTo(cast.address('aprueba0')))]
    expect(links).toHaveLength(2)
    const opened = await Promise.all(links.map(async link => (await open(link, ana)).body.order?.documentId))
    expect(opened).toContain(second)
    expect(new Set(opened).size).toBe(2)
  })
})
