// The operator's end-sessions, as after a restore: whoever was in is out at once, and tokens are named before they go.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { secret } from '#tests/support/app.ts'
import { type Cast, makeCast } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'
import { runOperator } from '#tests/support/run-operator.ts'
import { tokenDesk } from '#tests/support/token-desk.ts'

const app = await startWhole()
afterAll(() => app.stop())
const { makeOwn, makeService, orders } = tokenDesk(app)

/** Runs `npm run operator -- end-sessions …` on the test's database until it ends. */
const endSessions = (...words: readonly string[]) =>
  runOperator({ DATABASE_URL: app.ownerUrl, APP_SECRET: secret.first.text }, 'end-sessions', ...words)

const facts = (companyId: string) =>
  app.owner.run<{ action: string; object_id: string; actor_id: string | null; after: unknown }>(sql`
    select action, object_id, actor_id, after from event
    where company_id = ${companyId} and action in ('session.ended_by_operator', 'token.revoked', 'impersonation.ended')
    order by number`)

describe('operator end-sessions', () => {
  let [north, south]: Cast[] = []
  const first = () => north ?? expect.fail()
  const second = () => south ?? expect.fail()
  beforeAll(async () => {
    north = await makeCast(app, 'norte')
    south = await makeCast(app, 'sur')
  })

  test('refuses what is no person and no company, and ends nobody', async () => {
    const wrong = [
      ['--email', 'nadie@norte.example'],
      ['--company', 'norte'],
      ['--company', first().clientId],
      ['--email', first().address('cliente'), '--company', first().companyId],
      ['everybody'],
    ]
    for (const { code, output, error } of await Promise.all(wrong.map(words => endSessions(...words)))) {
      expect([code, output]).toEqual([1, ''])
      expect(error).not.toMatch(/\bat .*\.ts/)
    }
    expect((await orders(first().client)).status).toBe(200)
  })

  test('of one person, ends theirs alone, with a fact without actor', async () => {
    const { client, clientId, executor, companyId, address } = first()
    const again = await app.signIn(address('cliente'))
    const { text: token } = (await makeOwn(client)).body
    const words = ['--email', address('cliente').toUpperCase()]
    const told = await endSessions(...words)
    expect([told.code, told.error]).toEqual([0, ''])
    expect(told.output).toMatch(
      /^would {3}sessions: 2, of people: 1\nactive {2}.*: person .*«ERP» …\w{6}, made/,
    )
    expect(told.output).toMatch(/Nothing has been changed/)
    expect((await orders(client)).status).toBe(200)
    const done = await endSessions(...words, '--apply')
    expect(done.output).toMatch(
      /^ended {3}sessions: 2, of people: 1\nactive .*\nThe tokens are left as they are/,
    )
    for (const as of [client, again]) expect((await orders(as)).status).toBe(401)
    for (const as of [executor, second().client, token]) expect((await orders(as)).status).toBe(200)
    expect(await facts(companyId)).toEqual([
      { action: 'session.ended_by_operator', object_id: clientId, actor_id: null, after: { sessions: 2 } },
    ])
  })

  test('of a company, ends those of its people and every view of them, and revokes its tokens when asked', async () => {
    const { admin, executor, companyId } = first()
    const { text: service } = (await makeService(admin)).body
    const own = (await makeOwn(executor)).body
    const operator = await app.signInWithoutCompany()
    const viewed = await app.ask('/api/impersonation', {
      method: 'POST',
      as: operator,
      body: { companyId, reason: 'Una duda suya' },
    })
    expect(viewed.status).toBe(200)
    const done = await endSessions('--company', companyId, '--tokens', '--apply')
    expect([done.code, done.error]).toEqual([0, ''])
    expect(done.output).toMatch(/^ended .*, and views of other people: 1\n(revoked .*\n){3}$/)
    for (const as of [admin, executor, service, own.text]) expect((await orders(as)).status).toBe(401)
    expect((await orders(second().client)).status).toBe(200)
    expect((await orders(viewed.body.accessToken)).status).toBe(401)
    expect((await app.ask('/api/account/sessions', { as: operator })).status).toBe(200)
    const kinds = (await facts(companyId)).map(({ action, actor_id }) => `${action} ${actor_id}`)
    expect(kinds.filter(kind => kind === 'impersonation.ended null')).toHaveLength(1)
    expect(kinds.filter(kind => kind === 'token.revoked null')).toHaveLength(3)
  })

  test('of everybody, ends all that there are, also of whoever works in no company; then everybody signs in again', async () => {
    const { client, companyId, address } = second()
    const { text: token } = (await makeOwn(client)).body
    expect((await endSessions('--apply')).code).toBe(0)
    expect(await app.owner.run(sql`select from session`)).toEqual([])
    expect((await orders(client)).status).toBe(401)
    expect((await orders(token)).status).toBe(200)
    expect((await orders(await app.signIn(address('cliente')))).status).toBe(200)
    expect((await facts(companyId)).length).toBeGreaterThan(1)
    const left = await endSessions('--tokens', '--apply')
    expect(left.output).toMatch(/^ended {3}sessions: 1, of people: 1\nrevoked .*«ERP».*\n$/)
    expect((await orders(token)).status).toBe(401)
  })
})
