// A company's policy of API tokens, and tokens whose text was lost with the answer.
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'
import { tokenDesk } from '#tests/support/token-desk.ts'

const app = await startWhole()
afterAll(() => app.stop())

const { makeOwn, makeService, orders, ownList, companyList, kindsOf } = tokenDesk(app)
const usual = { personal: true, longestDays: 365 }
const choose = (as: string | undefined, policy: object, seen: object = usual) =>
  app.ask('/api/company/token-policy', { method: 'PUT', as, body: { ...usual, ...policy, seen } })
const refusal = ({ status, body }: { status: number; body: { type?: string } }) => [
  status,
  body.type?.split('/').at(-1),
]

describe('the policy of a company', () => {
  test('allows what it always did until an administrator chooses another', async () => {
    const { admin, client } = await makeCast(app, 'usual')
    expect((await companyList(admin)).policy).toEqual(usual)
    expect(await ownList(client)).toMatchObject({ policy: usual, can: { make: true } })
    expect((await makeOwn(client, { days: 365 })).status).toBe(200)
  })

  test('lets no token live longer than it says, of a person or of a service, and leaves those that there are', async () => {
    const { admin, client } = await makeCast(app, 'corta')
    const { text } = (await makeOwn(client)).body
    expect((await choose(admin, { longestDays: 30 })).body).toEqual({
      policy: { personal: true, longestDays: 30 },
      revoked: 0,
    })
    for (const answer of [
      await makeOwn(client, { name: 'Otra', days: 31 }),
      await makeService(admin, { days: 31 }),
    ]) {
      expect(refusal(answer)).toEqual([409, 'token_too_long'])
      expect(answer.body).toMatchObject({ facts: { most: 30 }, issues: [{ pointer: '/days' }] })
    }
    expect((await makeOwn(client, { name: 'Otra', days: 30 })).status).toBe(200)
    expect((await makeService(admin, { days: 30 })).status).toBe(200)
    expect((await orders(text)).status).toBe(200)
  })

  test('without tokens of people ends theirs at once, keeps those of services, and nobody makes one', async () => {
    const { admin, client, executor, companyId } = await makeCast(app, 'sin')
    const other = await makeCast(app, 'con')
    const [own, second, service, elsewhere] = [
      (await makeOwn(client)).body,
      (await makeOwn(executor)).body,
      (await makeService(admin)).body,
      (await makeOwn(other.client)).body,
    ]
    const chosen = await choose(admin, { personal: false })
    expect(chosen.body).toMatchObject({ revoked: 2 })
    for (const { text } of [own, second]) expect((await orders(text)).status).toBe(401)
    for (const { text } of [service, elsewhere]) expect((await orders(text)).status).toBe(200)
    expect(refusal(await makeOwn(client, { name: 'Otra' }))).toEqual([409, 'personal_tokens_off'])
    expect((await ownList(client)).can.make.refused).toBe('personal_tokens_off')
    expect(await kindsOf(companyId, companyId)).toContain('company.token_policy_changed')
    expect(await kindsOf(companyId, own.token.id)).toEqual(['token.created', 'token.revoked'])
    expect((await choose(admin, { personal: true }, { ...usual, personal: false })).status).toBe(200)
    expect((await orders(own.text)).status).toBe(401)
    expect((await makeOwn(client, { name: 'Otra' })).status).toBe(200)
  })

  test('lets in no token of a person that a node of the release before made beside it, then or later', async () => {
    const { admin, client, companyId } = await makeCast(app, 'antes')
    const [own, service] = [(await makeOwn(client)).body, (await makeService(admin)).body]
    const none = { ...usual, personal: false }
    await app.tamper(sql`update company set personal_tokens = false where company_id = ${companyId}`)
    expect((await orders(own.text)).status).toBe(401)
    expect((await orders(service.text)).status).toBe(200)
    expect((await choose(admin, { personal: true }, none)).body).toMatchObject({ revoked: 1 })
    expect((await orders(own.text)).status).toBe(401)
    expect((await orders(service.text)).status).toBe(200)
  })

  test('is chosen by its administrators alone, on the policy that they saw, and by no token', async () => {
    const { admin, client, executor } = await makeCast(app, 'quien')
    const stranger = await makeCast(app, 'extrana')
    for (const as of [client, executor]) expect((await choose(as, { longestDays: 30 })).status).toBe(403)
    expect((await choose(undefined, {})).status).toBe(401)
    const service = (await makeService(admin)).body
    expect(refusal(await choose(service.text, { longestDays: 30 }))).toEqual([403, 'token_scope'])
    for (const longestDays of [0, 366, 1.5, '30', null])
      expect((await choose(admin, { longestDays })).status).toBe(422)
    const both = await Promise.all([choose(admin, { longestDays: 30 }), choose(admin, { longestDays: 90 })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(refusal(both.find(({ status }) => status === 409) ?? both[0])).toEqual([409, 'stale_data'])
    expect((await companyList(stranger.admin)).policy).toEqual(usual)
  })

  test('and a token that a person makes while tokens of people are ended: it is refused, or ended with the others', async () => {
    const { admin, client, companyId } = await makeCast(app, 'carrera')
    const [made, chosen] = await Promise.all([makeOwn(client), choose(admin, { personal: false })])
    expect(chosen.status).toBe(200)
    if (made.status === 200) expect((await orders(made.body.text)).status).toBe(401)
    else expect(refusal(made)).toEqual([409, 'personal_tokens_off'])
    const living = await app.owner.run(sql`
      select id from api_token where company_id = ${companyId} and revoked_at is null`)
    expect(living).toEqual([])
  })
})

describe('a token whose text was lost with the answer', () => {
  test('is made once more by the same attempt, under its name, and the lost one opens nothing', async () => {
    const { client, companyId } = await makeCast(app, 'perdida')
    const attempt = newId()
    const lost = (await makeOwn(client, { attempt })).body
    const found = await makeOwn(client, { attempt })
    expect(found.status).toBe(200)
    expect((await orders(lost.text)).status).toBe(401)
    expect((await orders(found.body.text)).status).toBe(200)
    expect(await kindsOf(companyId, lost.token.id)).toEqual(['token.created', 'token.revoked'])
    const living = (await ownList(client)).items.filter(({ state }: { state: string }) => state === 'active')
    expect(living.map(({ id }: { id: string }) => id)).toEqual([found.body.token.id])
  })

  test('is one, however often the attempt is sent at once, and one of another attempt or person is another', async () => {
    const { admin, client } = await makeCast(app, 'veces')
    const attempt = newId()
    const answers = await Promise.all([1, 2, 3].map(() => makeService(admin, { attempt })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const living = () =>
      companyList(admin).then(({ services }) =>
        services.filter(({ state }: { state: string }) => state === 'active'),
      )
    expect(await living()).toHaveLength(1)
    expect((await makeService(admin, { attempt: newId() })).status).toBe(200)
    expect(await living()).toHaveLength(2)
    expect((await makeOwn(client, { attempt })).status).toBe(200)
    expect(await living()).toHaveLength(2)
  })

  test('stays where somebody has used it: its text came through', async () => {
    const { client } = await makeCast(app, 'usada')
    const attempt = newId()
    const { text } = (await makeOwn(client, { attempt })).body
    await orders(text)
    const used = async () => (await ownList(client)).items[0].lastUsedAt
    await expect.poll(used).not.toBeNull()
    expect(refusal(await makeOwn(client, { attempt }))).toEqual([409, 'token_made'])
    expect((await orders(text)).status).toBe(200)
  })
})
