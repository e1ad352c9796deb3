// Confirmations: of whom, by what, how often, and for which session they hold.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { tokenScopes } from '#kernel/token-scope.ts'
import { sql } from '#server/database/sql.ts'
import { giveToken } from '#tests/support/api-tokens.ts'
import { password } from '#tests/support/app.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { sceneInDollars } from '#tests/support/dollars.ts'
import { startWhole, type WholeProduct } from '#tests/support/product.ts'
import {
  asksFrom,
  byPerson,
  choose,
  confirmWith,
  required,
  signedInBefore,
  threshold,
} from '#tests/support/step-up.ts'
import { deliverAll } from '#tests/support/subscribers.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: WholeProduct
beforeAll(async () => {
  app = await startWhole()
})
afterAll(() => app.stop())

/** A company that asks from an amount on, whose people signed in long ago, and an order that reaches it. */
async function world(name: string) {
  const cast = await makeCast(app, name)
  const orders = ordersOf(app, cast)
  const id = await orders.submit()
  await asksFrom(app, cast.companyId, 10_000)
  await signedInBefore(app)
  const [ana = '', luis = ''] = cast.approvers
  return { cast, orders, id, ana, luis }
}

describe('a confirmation', () => {
  test('is of one session: another device of the same person is asked by itself', async () => {
    const { cast, orders, id, ana } = await world('aparatos')
    const other = await app.signIn(cast.address('aprueba0'))
    await signedInBefore(app)
    expect((await confirmWith(app, ana)).status).toBe(200)
    expect((await orders.decide(id, other)).body.type).toBe(required)
    expect((await orders.decide(id, ana)).status).toBe(200)
  })

  test('is the sign-in of a moment ago, and is over five minutes later', async () => {
    const { cast, orders, id, luis } = await world('reciente')
    const fresh = await app.signIn(cast.address('aprueba0'))
    expect((await orders.decide(id, fresh)).status).toBe(200)
    await confirmWith(app, luis)
    await signedInBefore(app, 300)
    expect((await orders.decide(id, luis)).body.type).toBe(required)
  })

  test('is forgotten when its person signs out', async () => {
    const { cast, orders, id, ana } = await world('salida')
    await confirmWith(app, ana)
    await app.ask('/auth/v1/logout?scope=local', { method: 'POST', as: ana, body: {} })
    expect((await orders.decide(id, ana)).status).toBe(401)
    const again = await app.signIn(cast.address('aprueba0'))
    await signedInBefore(app)
    expect((await orders.decide(id, again)).body.type).toBe(required)
  })

  test('says until when it holds, and is written in the journal without what was typed', async () => {
    const { cast, ana } = await world('diario')
    const answer = await confirmWith(app, ana)
    expect(answer.body.method).toBe('password')
    const left = Date.parse(answer.body.until) - Date.now()
    expect(left).toBeGreaterThan(200_000)
    expect(left).toBeLessThanOrEqual(300_000)
    await confirmWith(app, ana, 'una clave que no es')
    await app.settled()
    const journal = await app.journal(cast.companyId, cast.approverIds[0])
    const actions = journal.map(({ action }) => action)
    expect(actions).toContain('session.confirmed')
    expect(actions).toContain('session.confirmation_failed')
    expect(JSON.stringify(journal)).not.toContain(password)
    expect(JSON.stringify(journal)).not.toContain('que no es')
  })

  test('with a wrong password is none, names the field, and is stopped after five', async () => {
    const { orders, id, ana } = await world('fallos')
    for (let tries = 0; tries < 5; tries++) {
      const wrong = await confirmWith(app, ana, `mala-${tries}`)
      expect(wrong).toMatchObject({
        status: 409,
        body: { type: '/problems/wrong_password', issues: [{ pointer: '/password' }] },
      })
    }
    expect((await confirmWith(app, ana)).body.type).toBe('/problems/too_many_tries')
    expect((await orders.decide(id, ana)).body.type).toBe(required)
  })

  test('is given to nobody without a session, and refuses absurd input', async () => {
    const { cast, ana } = await world('absurdos')
    expect((await confirmWith(app, undefined)).status).toBe(401)
    const { text } = await giveToken(app, { companyId: cast.companyId, userId: cast.approverIds[0] ?? '' })
    expect((await confirmWith(app, text)).status).toBe(403)
    const post = (what: string, body: object) =>
      app.ask(`/api/account/confirmations/${what}`, { method: 'POST', as: ana, body })
    for (const body of [{}, { password: '' }, { password: 7 }, { password: 'x'.repeat(5000) }])
      expect((await post('password', body)).status, JSON.stringify(body).slice(0, 40)).toBe(422)
    // An account without a second factor confirms with neither.
    for (const [what, body] of [
      ['code', { code: '123456' }],
      ['passkey-challenges', {}],
    ] as const)
      expect((await post(what, body)).body.type).toBe('/problems/confirmation_way_missing')
    expect((await post('passkey', { challengeId: newId(), credential: {} })).status).toBe(422)
  })

  test('is not what somebody without a way gets: the refusal says so', async () => {
    const { cast, orders, id, ana } = await world('sin-forma')
    await app.tamper(sql`update account set password_hash = null where id = ${cast.approverIds[0]}`)
    expect((await orders.decide(id, ana)).body).toMatchObject({
      type: required,
      facts: { password: false, code: false, passkey: false, isOfCompany: false },
    })
    expect((await confirmWith(app, ana)).body.type).toBe('/problems/confirmation_way_missing')
  })
})

describe('an order above the amount', () => {
  test('is rejected and returned without any confirmation', async () => {
    const { orders, id, ana } = await world('rechaza')
    const other = await orders.submit()
    for (const [each, decision] of [
      [id, 'reject'],
      [other, 'return'],
    ] as const)
      expect((await orders.decide(each, ana, decision, { comment: 'No procede' })).status).toBe(200)
  })

  test('is refused to an API token, which is told that a person is needed', async () => {
    const { cast, orders, id } = await world('clave')
    const { text } = await giveToken(app, {
      companyId: cast.companyId,
      userId: cast.approverIds[0] ?? '',
      scopes: tokenScopes,
    })
    expect(await orders.decide(id, text)).toMatchObject({
      status: 403,
      body: { type: byPerson, facts: { what: 'approval', id } },
    })
    await asksFrom(app, cast.companyId, 10_001)
    expect((await orders.decide(id, text)).status).toBe(200)
  })

  test('tells whoever may not decide nothing of it: they are refused as before', async () => {
    const { cast, orders, id, ana } = await world('ajenos')
    expect((await orders.decide(id, cast.executor)).body.type).not.toBe(required)
    const elsewhere = await world('ajenos-otra')
    // Each company counts its orders from one: that of the other has no second.
    const second = await orders.submit()
    expect((await orders.decide(second, elsewhere.ana)).status).toBe(404)
    expect((await orders.decide(id, ana, 'approve', { revision: 9 })).body.type).toBe(
      '/problems/stale_revision',
    )
  })

  test('asks by the rule of its own company, switched on between look and decision', async () => {
    const { cast, orders, id, ana, luis } = await world('interruptor')
    await world('interruptor-otra')
    await asksFrom(app, cast.companyId, null)
    expect((await orders.card(id, ana)).state).toBe('in_approval')
    expect((await orders.decide(id, ana)).status).toBe(200)
    await asksFrom(app, cast.companyId, 1)
    expect((await orders.decide(id, luis)).body.type).toBe(required)
  })

  test('approved twice at once is approved once, by a confirmed person', async () => {
    const { orders, id, ana } = await world('a-la-vez')
    const [, ...answers] = await Promise.all([
      confirmWith(app, ana),
      orders.decide(id, ana),
      orders.decide(id, ana),
    ])
    for (const { status, body } of answers)
      expect(status === 200 || body.type === required || status === 409, JSON.stringify(body)).toBe(true)
    await orders.decide(id, ana)
    expect((await orders.card(id)).approvals.approved).toBe(1)
  })

  test('in another currency asks by the company’s rate, and without one in any case', async () => {
    const { cast, orders, order, enter } = await sceneInDollars(app, 'divisas')
    const send = async (amountMinor: string): Promise<string> => (await order({ amountMinor })).body.id
    const [small, large] = [await send('1000'), await send('20000')]
    await asksFrom(app, cast.companyId, 10_000)
    await signedInBefore(app)
    const [ana] = cast.approvers
    expect((await orders.decide(small, ana)).body).toMatchObject({
      type: required,
      facts: { currency: 'USD', amountMinor: '1000', fromCurrency: 'EUR' },
    })
    // The first rate of a currency lets orders through that were asked before: whoever says it confirms who they are.
    expect((await enter('0.5')).body.type).toBe(required)
    await confirmWith(app, cast.admin)
    expect((await enter('0.5')).status).toBe(200)
    expect((await orders.decide(small, ana)).status).toBe(200)
    expect((await orders.decide(large, ana)).body.type).toBe(required)
  })
})

describe('the threshold', () => {
  test('is off, is set by an administrator, and is read again as it was set', async () => {
    const cast = await makeCast(app, 'regla')
    expect(await threshold(app, cast.admin)).toMatchObject({ from: null, currency: 'EUR' })
    const chosen = await choose(app, cast.admin, '1')
    expect(chosen).toMatchObject({ status: 200, body: { from: { minor: '1', currency: 'EUR' } } })
    expect(await threshold(app, cast.admin)).toEqual(chosen.body)
    const [event] = (await app.journal(cast.companyId)).filter(
      ({ action }) => action === 'company.step_up_changed',
    )
    expect(event?.after).toEqual({ from: { minor: '1', currency: 'EUR' } })
  })

  test('that somebody changed in the database, beside the journal, is found', async () => {
    const cast = await makeCast(app, 'callada')
    await choose(app, cast.admin, '50000')
    const found = async () =>
      (await brokenInvariants(app))[
        'a company asks for a confirmation of identity from where it was last said to'
      ]
    for (const minor of [null, 50_001]) {
      await asksFrom(app, cast.companyId, minor)
      expect(await found()).toEqual([cast.companyId])
    }
    await asksFrom(app, cast.companyId, 50_000)
    expect(await found()).toBeUndefined()
    await choose(app, cast.admin, null)
    expect(await found()).toBeUndefined()
  })

  test('that is set, changed or removed is told to the other administrators, and to nobody else', async () => {
    const cast = await makeCast(app, 'avisada')
    await app.person(cast.companyId, 'admin', cast.address('otra'))
    const other = await app.signIn(cast.address('otra'))
    await choose(app, cast.admin, '50000')
    await choose(app, cast.admin, null)
    await deliverAll(app.db)
    const told = async (as: string) =>
      (await app.ask('/api/notices', { as })).body.items.filter(
        ({ topic }: { topic: string }) => topic === 'company.step_up_changed',
      )
    expect(await told(other)).toMatchObject([
      { confirmFrom: null, byName: 'Elena Admin' },
      { confirmFrom: { minor: '50000', currency: 'EUR' }, byName: 'Elena Admin' },
    ])
    for (const as of [cast.admin, cast.executor, cast.client]) expect(await told(as)).toEqual([])
  })

  test('is lowered at once, and raised or removed only by whoever confirms', async () => {
    const cast = await makeCast(app, 'floja')
    await choose(app, cast.admin, '50000')
    await signedInBefore(app)
    expect((await choose(app, cast.admin, '40000')).status).toBe(200)
    for (const laxer of ['40001', null])
      expect((await choose(app, cast.admin, laxer)).body).toMatchObject({
        type: required,
        facts: { what: 'policy', password: true },
      })
    await confirmWith(app, cast.admin)
    expect((await choose(app, cast.admin, null)).body.from).toBeNull()
    const events = await app.journal(cast.companyId, cast.companyId)
    expect(events.at(-1)?.after).toEqual({ from: null, confirmedBy: 'password' })
  })

  test('is not changed on what somebody saw before, by others, or by an API token', async () => {
    const cast = await makeCast(app, 'ajena')
    const { version } = await threshold(app, cast.admin)
    expect((await choose(app, cast.admin, '100')).status).toBe(200)
    expect((await choose(app, cast.admin, '90', version)).body.type).toBe('/problems/stale_data')
    for (const as of [cast.client, cast.executor, undefined]) {
      const status = as === undefined ? 401 : 403
      expect((await choose(app, as, '1', version)).status).toBe(status)
      expect((await app.ask('/api/company/step-up', { as })).status).toBe(status)
    }
    const { text } = await giveToken(app, {
      companyId: cast.companyId,
      userId: await app.accountOf(cast.address('admin')),
    })
    expect((await choose(app, text, '1', version)).status).toBe(403)
    for (const absurd of ['0', '-1', '1.5', '9'.repeat(16), ''])
      expect((await choose(app, cast.admin, absurd)).status, absurd).toBe(422)
  })
})
