// Links of mails in the hands of somebody whom the same order asks for another decision than that of the mail.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { linksIn } from '#tests/support/decision-links.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let links: ReturnType<typeof linksIn>
beforeAll(async () => {
  app = await startProduct()
  links = linksIn(app)
})
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

/** An order that waits for two people, the second of whom stands in for the first. */
async function makeWorld(name: string) {
  const cast = await makeCast(app, name)
  const orders = ordersOf(app, cast)
  const [absent = '', present = ''] = cast.approverIds
  const id = await orders.submit()
  await links.mailed()
  const [link = ''] = await links.linksTo(cast.address('aprueba1'))
  const standIn = async (fromId: string, toId: string) => {
    const days = { startsOn: dayFromToday(), endsOn: dayFromToday() }
    const made = await orders.post('/api/delegations', cast.admin, { fromId, toId, ...days }, newId())
    expect(made.status, JSON.stringify(made.body)).toBe(200)
  }
  /** Gives the open seat of one person to another, as an administrator does. */
  const give = async (order: string, fromId: string, userId: string) => {
    const { stages } = await orders.card(order, cast.admin)
    const seat = stages[0].seats.find(
      ({ approverId, status }: { approverId: string; status: string }) =>
        approverId === fromId && status === 'pending',
    )
    const body = { revision: 1, userId, reason: 'Está de baja' }
    const given = await orders.post(
      `/api/documents/${order}/approvals/${seat.id}/reassignment`,
      cast.admin,
      body,
      newId(),
    )
    expect(given.status, JSON.stringify(given.body)).toBe(200)
  }
  const heirId = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
  return { cast, orders, id, link, absent, present, heirId, standIn, give }
}

const said =
  'Ahora te toca otra aprobación de este pedido, que no es la de este correo. Ábrelo en Visto Bueno para decidirla.'

describe('the link of a seat that is not the one its addressee decides now', () => {
  test('says so of an own seat that was given away, while the person stands in for a colleague', async () => {
    const { cast, orders, id, link, absent, present, heirId, standIn, give } = await makeWorld('cedida')
    await standIn(absent, present)
    await give(id, present, heirId)
    const [, ana] = cast.approvers
    const { body } = await links.open(link, ana ?? '')
    expect(body.ended).toMatchObject({ why: 'reassigned' })
    const refused = await links.decide(link, ana)
    expect([refused.status, refused.body.type, refused.body.title]).toEqual([
      409,
      '/problems/link_of_other_seat',
      said,
    ])
    // The order's page has what the mail has not.
    expect((await orders.decide(id, ana)).status).toBe(200)
  })

  test('says so of a principal’s seat, once the substitute sits in the same stage, and why it is never theirs', async () => {
    const { cast, orders, absent, present, heirId, standIn, give } = await makeWorld('misma')
    await standIn(absent, heirId)
    const heir = await app.signIn(cast.address('relevo'))
    const id = await orders.submit()
    await links.mailed()
    const [link = ''] = await links.linksTo(cast.address('relevo'))
    expect((await links.open(link, heir)).body).toMatchObject({ order: { documentId: id }, ended: null })
    await give(id, present, heirId)
    expect((await links.open(link, heir)).body.ended).toMatchObject({ why: 'not_theirs' })
    expect((await links.decide(link, heir)).body).toMatchObject({
      type: '/problems/link_of_other_seat',
      title: said,
    })
    expect((await orders.decide(id, heir)).status).toBe(200)
    expect((await orders.card(id, heir)).can.approve).toMatchObject({
      refused: 'seat_of_same_stage',
    })
  })
})
