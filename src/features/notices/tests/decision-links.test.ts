// Links of mails to approvers: to one seat of one revision of an order, for whoever is written to and nobody else.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { sweepLinks } from '#features/approvals/commands/decision-link.ts'
import { keptDays, linkDays } from '#features/approvals/rules/decision-link.ts'
import { remind } from '#features/notices/commands/remind.ts'
import { newId } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { linksIn, mailing } from '#tests/support/decision-links.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let links: ReturnType<typeof linksIn>
beforeAll(async () => {
  app = await startProduct()
  links = linksIn(app)
})
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await brokenInvariants(app)).toEqual({})
})
afterAll(() => app.stop())

const inDays = (days: number) =>
  vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + days * 86_400_000))
/** Nine in the morning in Madrid, so many days from today. */
const onMorning = (days: number) =>
  vi.spyOn(clock, 'now').mockReturnValue(new Date(`${dayFromToday(days)}T09:00:00Z`))

describe('the link of a mail', () => {
  test('opens its order and seat for its addressee, decides nothing by that, and says nothing in its text', async () => {
    const { id, link, otherLink, ana, orders, cast } = await links.makeWorld('abre')
    expect(link).toMatch(/^[0-9a-f]{32}\.[\w-]{43}$/)
    expect(otherLink).not.toBe(link)
    for (let times = 0; times < 2; times++) {
      const { status, body } = await links.open(link, ana)
      const { mySeatId } = await orders.card(id, ana)
      const order = { documentId: id, projectId: cast.projectId, revision: 1, seatId: mySeatId }
      expect([status, body]).toEqual([200, { order, ended: null }])
    }
    expect((await orders.card(id)).approvals).toMatchObject({ approved: 0, pending: 2 })
    const kept = await app.tamper(sql`select digest from decision_link`)
    expect(JSON.stringify(kept)).not.toContain(link.slice(33))
  })

  test('decides by the rules of every decision, and the order’s history says that it was from the mail', async () => {
    const { id, link, otherLink, ana, luis, orders } = await links.makeWorld('decide')
    expect((await links.decide(link, ana, { decision: 'return' })).body.type).toBe(
      '/problems/comment_required',
    )
    expect(await links.decide(link, ana)).toMatchObject({ status: 200, body: { id, state: 'in_approval' } })
    expect((await links.decide(otherLink, luis, { comment: 'Conforme' })).body.state).toBe('approved')
    const { body } = await app.ask(`/api/documents/${id}/timeline`, { as: ana })
    const decisions = body.items.filter(({ action }: { action: string }) => action === 'approval.decided')
    expect(decisions).toMatchObject([
      { actorName: 'Aprobador 0 Pérez', facts: { through: 'mail' } },
      { actorName: 'Aprobador 1 Pérez', reason: 'Conforme', facts: { through: 'mail', state: 'approved' } },
    ])
    expect((await orders.card(id)).status).toBe('approved')
  })

  test('decides once: then it says what was decided, by whom and when, also after the decision is undone', async () => {
    const { id, link, ana, luis, orders } = await links.makeWorld('unavez')
    await links.decide(link, ana)
    const decided = { why: 'decided', decision: 'approved', byName: 'Aprobador 0 Pérez', isOwn: true }
    expect((await links.open(link, ana)).body.ended).toMatchObject(decided)
    expect((await links.decide(link, ana)).body).toMatchObject({ type: '/problems/link_used', status: 409 })
    await orders.post(`/api/documents/${id}/undoing`, ana, { revision: 1 }, newId())
    expect((await links.open(link, ana)).body.ended).toMatchObject({ why: 'used', decision: null })
    expect((await links.decide(link, ana)).body.type).toBe('/problems/link_used')
    expect((await orders.decide(id, ana)).status).toBe(200)
    expect((await orders.decide(id, luis)).body.state).toBe('approved')
  })

  test('repeated under one key is answered the same; twice at once decides once', async () => {
    const { link, otherLink, ana, luis, orders, id } = await links.makeWorld('dosveces')
    const key = newId()
    const first = await links.decide(link, ana, {}, key)
    expect(await links.decide(link, ana, {}, key)).toMatchObject({ status: 200, body: first.body })
    const both = await Promise.all([links.decide(otherLink, luis), links.decide(otherLink, luis)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await orders.card(id)).approvals).toMatchObject({ approved: 2 })
  })
})

describe('a link is over', () => {
  const why = async (link: string, as: string) => (await links.open(link, as)).body.ended?.why

  test('when others decided first, and names them', async () => {
    const { id, link, ana, luis, orders } = await links.makeWorld('otros')
    await orders.decide(id, luis, 'reject', { comment: 'No' })
    const ended = { why: 'not_needed', decision: 'rejected', byName: 'Aprobador 1 Pérez', isOwn: false }
    expect((await links.open(link, ana)).body.ended).toMatchObject(ended)
    expect((await links.decide(link, ana)).body).toMatchObject({
      type: '/problems/already_decided',
      facts: { decidedBy: 'Aprobador 1 Pérez' },
    })
  })

  test('when the order was corrected: its revision is refused, and the next mail has a link of its own', async () => {
    const { id, link, ana, luis, orders, cast } = await links.makeWorld('corregido')
    await orders.decide(id, luis, 'return', { comment: 'Falta el albarán' })
    expect((await links.open(link, ana)).body.ended).toMatchObject({
      why: 'returned',
      byName: 'Aprobador 1 Pérez',
    })
    const corrected = { ...cast.order, revision: 1, name: 'Cemento blanco' }
    const sent = await app.ask(`/api/documents/${id}`, {
      method: 'PUT',
      as: cast.client,
      body: corrected,
      key: newId(),
    })
    expect(sent.status).toBe(200)
    expect(await why(link, ana)).toBe('corrected')
    expect((await links.decide(link, ana)).body.type).toBe('/problems/stale_revision')
    await links.mailed()
    const [next = ''] = await links.linksTo(cast.address('aprueba0'))
    expect((await links.open(next, ana)).body).toMatchObject({ order: { revision: 2 }, ended: null })
    expect((await links.decide(next, ana)).status).toBe(200)
  })

  test('when its seat was given to somebody else, who gets a link of their own', async () => {
    const { id, link, ana, orders, cast } = await links.makeWorld('cedido')
    const heirId = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
    const heir = await app.signIn(cast.address('relevo'))
    const { mySeatId } = await orders.card(id, ana)
    const given = { revision: 1, userId: heirId, reason: 'Está de baja' }
    await orders.post(`/api/documents/${id}/approvals/${mySeatId}/reassignment`, cast.admin, given, newId())
    await links.mailed()
    expect(await why(link, ana)).toBe('reassigned')
    expect((await links.decide(link, ana)).status).toBe(409)
    const [own = ''] = await links.linksTo(cast.address('relevo'))
    expect((await links.decide(own, heir)).status).toBe(200)
    expect((await links.open(own, ana)).status).toBe(404)
  })

  test('when its decision was forced: whoever approved before it is not named as the one who ended it', async () => {
    const { id, link, ana, luis, orders, cast } = await links.makeWorld('forzado')
    await orders.decide(id, luis)
    const settings = { method: 'PATCH', as: cast.admin, body: { forcedDecisions: true } } as const
    expect((await app.ask('/api/company/settings', settings)).status).toBe(200)
    await app.person(cast.companyId, 'admin', cast.address('jefa'))
    const body = { revision: 1, decision: 'reject', reason: 'Nadie contesta desde hace un mes' }
    const boss = await app.signIn(cast.address('jefa'))
    const forced = await orders.post(`/api/documents/${id}/forced-decision`, boss, body, newId())
    expect(forced).toMatchObject({ status: 200, body: { state: 'rejected' } })
    expect((await links.open(link, ana)).body.ended).toMatchObject({
      why: 'not_needed',
      decision: null,
      byName: null,
    })
  })

  test('while the order is blocked: nobody is named, and it may decide again', async () => {
    const { id, link, otherLink, ana, luis, cast } = await links.makeWorld('bloqueado')
    await links.decide(otherLink, luis)
    const set = (state: string, cause: string | null) =>
      app.tamper(sql`update document set state = ${state}, block_cause = ${cause}
        where company_id = ${cast.companyId} and id = ${id}`)
    await set('blocked', 'contract_inactive')
    expect((await links.open(link, ana)).body.ended).toMatchObject({ why: 'blocked', decision: null })
    await set('in_approval', null)
    expect((await links.open(link, ana)).body.ended).toBeNull()
  })

  test('when the order was withdrawn', async () => {
    const { id, link, ana, orders, cast } = await links.makeWorld('retirado')
    await orders.post(`/api/documents/${id}/withdrawal`, cast.client, { revision: 1 }, newId())
    expect(await why(link, ana)).toBe('returned')
    expect((await links.decide(link, ana)).status).toBe(409)
  })

  test('after its days; long after, nobody knows of it any more', async () => {
    const { link, ana, cast } = await links.makeWorld('caduca')
    inDays(linkDays - 1)
    await sweepLinks(app.db, [cast.companyId])
    vi.restoreAllMocks()
    expect(await why(link, ana)).toBeUndefined()
    const now = Date.now()
    await app.tamper(sql`update decision_link set created_at = ${new Date(now - linkDays * 24 * 3600_000)},
      expires_at = ${new Date(now)} where company_id = ${cast.companyId}`)
    expect(await why(link, ana)).toBe('expired')
    expect((await links.decide(link, ana)).body.type).toBe('/problems/link_expired')
    inDays(keptDays - 1)
    await sweepLinks(app.db, [cast.companyId])
    vi.restoreAllMocks()
    expect(await why(link, ana)).toBe('expired')
    inDays(keptDays + 1)
    await sweepLinks(app.db, [cast.companyId])
    vi.restoreAllMocks()
    expect((await links.open(link, ana)).status).toBe(404)
  })

  test('for whoever is switched off meanwhile: their session opens nothing', async () => {
    const { link, ana, cast } = await links.makeWorld('fuera')
    const switchTo = (isOn: boolean) =>
      app.tamper(sql`update member set active = ${isOn} where user_id = ${cast.approverIds[0] ?? ''}`)
    await switchTo(false)
    const answers = [await links.open(link, ana), await links.decide(link, ana)]
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
    await links.mailed()
    const [link = ''] = await links.linksTo(cast.address('suple'))
    expect((await links.open(link, substitute)).body).toMatchObject({
      order: { documentId: id },
      ended: null,
    })
    expect((await links.decide(link, substitute)).status).toBe(200)
    const { stages } = await orders.card(id, cast.admin)
    expect(stages[0].seats).toContainEqual(
      expect.objectContaining({
        approverId: absent,
        status: 'approved',
        decidedByName: expect.stringMatching(/^Suple/),
      }),
    )
    const later = await orders.submit()
    await links.mailed()
    const [ended = ''] = await links.linksTo(cast.address('suple'))
    await orders.post(`/api/delegations/${made.body.id}/end`, cast.admin, {}, newId())
    const { body } = await links.open(ended, substitute)
    expect(body).toMatchObject({ order: null, ended: { why: 'not_theirs', byName: null } })
    expect((await links.decide(ended, substitute)).status).toBe(404)
    expect((await orders.card(later)).approvals).toMatchObject({ approved: 0 })
  })

  test('a digest has one of each order that waits for an approval, and none of what waits to be paid', async () => {
    const { cast, ana, orders } = await links.makeWorld('resumen')
    const second = await orders.submit({ name: 'Arena' })
    await links.mailed()
    onMorning(7)
    await asSystem(app.db, cast.companyId, tx => remind(tx, mailing))
    vi.restoreAllMocks()
    const sent = [...new Set(await links.linksTo(cast.address('aprueba0')))]
    expect(sent).toHaveLength(2)
    const opened = await Promise.all(
      sent.map(async link => (await links.open(link, ana)).body.order?.documentId),
    )
    expect(opened).toContain(second)
    expect(new Set(opened).size).toBe(2)
  })
})
