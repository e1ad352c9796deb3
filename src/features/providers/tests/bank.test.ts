import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { makeCast, startProduct } from '#tests/support/cast.ts'

const old = 'ES9121000418450200051332'
const other = 'DE89370400440532013000'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app?.stop())

/** A provider with an account, and one administrator, or two. */
async function stage(name: string, { hands = 2 } = {}) {
  const cast = await makeCast(app, name)
  const id = await cast.make('/api/providers', { name: 'Grúas', iban: old, clientIds: [cast.clientId] })
  const path = `/api/providers/${id}`
  const second = async () => {
    await app.person(cast.companyId, 'admin', cast.address('segunda'), { name: 'Sara', lastName: 'Segunda' })
    return app.signIn(cast.address('segunda'))
  }
  const card = async (as = cast.admin) => (await app.ask(path, { as })).body
  const ask = async (iban: string | null, as = cast.admin) =>
    app.ask(path, {
      method: 'PUT',
      as,
      body: {
        name: 'Grúas',
        status: 'active',
        iban,
        clientIds: [cast.clientId],
        seen: (await card()).version,
      },
    })
  const decide = (changeId: string, decision: string, as: string | undefined, key = newId()) =>
    app.ask(`${path}/bank-changes/${changeId}/decision`, { method: 'POST', as, key, body: { decision } })
  return { cast, id, path, card, ask, decide, second: hands === 2 ? await second() : '' }
}

const kind = (answer: { body: { type: string } }) => answer.body.type

describe('other bank data', () => {
  test('moves no money until a second administrator confirms it; new orders use the old account', async () => {
    const { cast, id, card, ask, decide, second } = await stage('dos')
    expect((await ask(other)).body).toEqual({ id, bankWaits: true })
    const waiting = await card(second)
    expect(waiting).toMatchObject({
      iban: old,
      bankChangedAt: null,
      bankChange: { iban: other, askedByName: 'Elena Admin', can: { confirm: true, reject: true } },
    })
    const order = async (name: string) => {
      const body = { ...cast.order, providerId: id, name }
      const answer = await app.ask('/api/documents', { method: 'POST', as: cast.client, body })
      expect(answer.status).toBe(200)
      return `/api/projects/${cast.projectId}/documents/${answer.body.id}`
    }
    const before = await order('Antes')
    const toldOf = async (url: string) => (await app.ask(url, { as: cast.approvers[0] })).body.bankChangedDays
    expect(await toldOf(before)).toBeNull()
    expect((await decide(waiting.bankChange.id, 'confirm', second)).body).toEqual({ id })
    await order('Después')
    expect(await toldOf(before)).toBe(0)
    expect(await card()).toMatchObject({ iban: other, bankChange: null, bankChangedAt: expect.any(String) })
    const pinned = await app.tamper(sql`
      select content ->> 'bankAccount' as account from document_revision
      where company_id = ${cast.companyId} order by document_id`)
    expect(pinned).toEqual([{ account: old }, { account: other }])
    const actions = (await app.journal(cast.companyId, id)).map(({ action }) => action)
    expect(actions).toEqual(['provider.created', 'provider.bank_change_asked', 'provider.bank_changed'])
  })

  test('is never confirmed nor rejected by who asked for it, who alone takes it back', async () => {
    const { card, ask, decide, second, cast } = await stage('propia')
    await ask(other)
    const { bankChange } = await card()
    expect(bankChange.can).toMatchObject({ confirm: { refused: 'own_bank_change' }, withdraw: true })
    for (const decision of ['confirm', 'reject'])
      expect(kind(await decide(bankChange.id, decision, cast.admin))).toBe('/problems/own_bank_change')
    expect(kind(await decide(bankChange.id, 'withdraw', second))).toBe('/problems/not_asked_by_you')
    expect((await decide(bankChange.id, 'withdraw', cast.admin)).status).toBe(200)
    expect(await card()).toMatchObject({ iban: old, bankChange: null, bankChangedAt: null })
    expect(kind(await decide(bankChange.id, 'confirm', second))).toBe('/problems/bank_change_gone')
  })

  test('of a company with one administrator says that a second person is needed', async () => {
    const { card, ask, decide, cast } = await stage('sola', { hands: 1 })
    await ask(other)
    const { bankChange } = await card()
    expect(bankChange.can.confirm).toMatchObject({ refused: 'second_person_needed' })
    const refused = await decide(bankChange.id, 'confirm', cast.admin)
    expect(refused).toMatchObject({ status: 409, body: { type: '/problems/second_person_needed' } })
  })

  test('waits one at a time; a rejected one changes nothing', async () => {
    const { card, ask, decide, second } = await stage('una')
    await ask(other)
    expect(kind(await ask(null, second))).toBe('/problems/bank_change_pending')
    const { bankChange } = await card()
    expect((await decide(bankChange.id, 'reject', second)).status).toBe(200)
    expect(await card()).toMatchObject({ iban: old, bankChange: null, bankChangedAt: null })
    const both = await Promise.all([ask(other), ask(null, second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('confirmed twice at once is confirmed once', async () => {
    const { card, ask, decide, second, cast, id } = await stage('carrera')
    await ask(other)
    const { bankChange } = await card()
    const answers = await Promise.all(
      ['confirm', 'reject', 'confirm'].map(each => decide(bankChange.id, each, second)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const decided = (await app.journal(cast.companyId, id)).filter(({ action }) =>
      /bank_change(d|_rej)/.test(action),
    )
    expect(decided).toHaveLength(1)
  })

  test('is nobody else’s: not the client’s, not another company’s, not of another provider', async () => {
    const { cast, card, ask, decide, path } = await stage('ajenos')
    const foreign = await stage('forasteros')
    await ask(other)
    const { bankChange } = await card()
    expect((await card(cast.client)).bankChange).toBeNull()
    expect((await decide(bankChange.id, 'confirm', undefined)).status).toBe(401)
    expect((await decide(bankChange.id, 'confirm', cast.client)).status).toBe(403)
    const away = { method: 'POST', as: foreign.second, body: { decision: 'confirm' } } as const
    expect((await app.ask(`${path}/bank-changes/${bankChange.id}/decision`, away)).status).toBe(404)
    expect(await card()).toMatchObject({ iban: old })
    expect((await decide(bankChange.id, 'maybe', cast.admin)).status).toBe(422)
    expect((await decide(newId(), 'confirm', cast.admin)).status).toBe(404)
  })
})
