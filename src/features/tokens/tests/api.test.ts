// API tokens: made once, shown once, acting as somebody, and ended.
import { afterAll, describe, expect, test } from 'vitest'
import { readApiToken } from '#server/auth/api-token-text.ts'
import { sql } from '#server/database/sql.ts'
import { giveToken } from '#tests/support/api-tokens.ts'
import { makeCast } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'
import { tokenDesk } from '#tests/support/token-desk.ts'

const app = await startWhole()
afterAll(() => app.stop())

const { makeOwn, revoke, orders, ownList, companyList, kindsOf } = tokenDesk(app)

describe('a personal token', () => {
  test('is answered once and kept as a digest alone, with its fact and a mail to its person', async () => {
    const { client, companyId, address } = await makeCast(app, 'una')
    const made = await makeOwn(client)
    expect(made.status).toBe(200)
    const { text, token } = made.body
    expect(readApiToken(text)).toMatchObject({ kind: 'personal', companyId })
    expect(token).toMatchObject({ name: 'ERP', kind: 'personal', state: 'active', can: { revoke: true } })
    expect(text.endsWith(token.hint)).toBe(true)
    const kept = await app.owner.run<{ all: string }>(sql`
      select string_agg(t::text, ' ') as all from (
        select t::text from api_token t union all select e::text from event e union all select a::text from idempotency_key a) t`)
    expect(kept[0]?.all).not.toContain(text)
    expect(JSON.stringify(await ownList(client))).not.toContain(text)
    expect(await kindsOf(companyId, token.id)).toEqual(['token.created'])
    const [mail] = await app.mails(address('cliente'))
    expect(mail?.subject).toBe('Nueva clave de API de tu cuenta')
    expect(JSON.stringify(mail)).not.toContain(text)
  })

  test('acts as its person, whose name is in the journal', async () => {
    const cast = await makeCast(app, 'actua')
    const { text, token: own } = (await makeOwn(cast.client)).body
    const token = { id: own.id, name: 'ERP' }
    const answer = await app.ask('/api/documents', { method: 'POST', as: text, body: cast.order })
    expect(answer.status).toBe(200)
    const [event] = await app.owner.run<{ actor_id: string }>(sql`
      select actor_id from event where company_id = ${cast.companyId} and object_id = ${answer.body.id} and action = 'document.submitted'`)
    expect(event?.actor_id).toBe(cast.clientId)
    // The journal says by which token, and of what is done in a session none.
    const journal = await app.ask(`/api/audit/events?object=${answer.body.id}`, { as: cast.admin })
    expect(journal.body.items.at(-1)).toMatchObject({ action: 'document.submitted', apiToken: token })
    const [made] = (await app.ask('/api/audit/events?group=access', { as: cast.admin })).body.items.filter(
      (event: { action: string }) => event.action === 'token.created',
    )
    expect(made).toMatchObject({ apiToken: null, actorName: expect.stringMatching(/^Cliente/) })
    const { status } = await app.ask('/api/audit/exports', {
      method: 'POST',
      as: cast.admin,
      body: { format: 'csv', object: answer.body.id },
    })
    expect(status).toBe(200)
    const card = await app.ask(`/api/projects/${cast.projectId}/documents/${answer.body.id}`, {
      as: cast.client,
    })
    expect(card.status).toBe(200)
  })

  test('lists when it was last used, at most once a minute, and sessions pay nothing for it', async () => {
    const { client } = await makeCast(app, 'usada')
    const { text, token } = (await makeOwn(client)).body
    const lastUsed = async () => (await ownList(client)).items[0].lastUsedAt
    expect(await lastUsed()).toBeNull()
    await orders(text)
    await expect.poll(lastUsed).not.toBeNull()
    const first = await lastUsed()
    await Promise.all([orders(text), orders(text)])
    expect(await lastUsed()).toBe(first)
    await app.tamper(
      sql`update api_token set last_used_at = ${new Date(Date.now() - 61_000)} where id = ${token.id}`,
    )
    await orders(text)
    await expect.poll(async () => (await lastUsed()) >= first).toBe(true)
  })

  test('has a name of its own, and a person has so many and no more', async () => {
    const { client, companyId, clientId } = await makeCast(app, 'cuantas')
    expect((await makeOwn(client)).status).toBe(200)
    const taken = await makeOwn(client, { name: 'érp' })
    expect([taken.status, taken.body.type]).toEqual([409, '/problems/token_name_taken'])
    for (let count = 1; count < 20; count++) await giveToken(app, { companyId, userId: clientId })
    const tooMany = await makeOwn(client, { name: 'Otra' })
    expect([tooMany.status, tooMany.body.type]).toEqual([409, '/problems/token_limit'])
  })

  test('is not made by two requests at once under one name', async () => {
    const { client } = await makeCast(app, 'dos')
    const made = await Promise.all([makeOwn(client), makeOwn(client), makeOwn(client)])
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('that asks for nonsense is refused at the field that is wrong', async () => {
    const { client } = await makeCast(app, 'absurda')
    const wrong = {
      name: ['', ' ', 'x'.repeat(61), 'a\0b', 7, null],
      scopes: [[], ['orders:eat'], ['*'], 'orders:read', null, [null]],
      days: [0, -1, 366, 1.5, '90', null, 1e300],
    }
    for (const [field, values] of Object.entries(wrong))
      for (const value of values) {
        const answer = await makeOwn(client, { [field]: value })
        expect(answer.status, `${field} ${JSON.stringify(value)}`).toBe(422)
        expect(answer.body.issues[0].pointer).toMatch(new RegExp(`^/${field}`))
      }
    expect((await ownList(client)).items).toEqual([])
  })

  test('is not made by a person whose account may be in other hands', async () => {
    const { client, clientId } = await makeCast(app, 'dudosa')
    await app.tamper(sql`update account set password_given = true where id = ${clientId}`)
    const refused = await makeOwn(client)
    expect([refused.status, refused.body.type]).toEqual([409, '/problems/untrusted_account'])
    expect((await ownList(client)).can.make.refused).toBe('untrusted_account')
  })
})

describe('a token ends', () => {
  test('when its person revokes it, with one event however often and by however many', async () => {
    const { client, companyId } = await makeCast(app, 'fin')
    const { text, token } = (await makeOwn(client)).body
    expect((await orders(text)).status).toBe(200)
    const both = await Promise.all([revoke(client, token.id), revoke(client, token.id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await orders(text)).status).toBe(401)
    expect(await kindsOf(companyId, token.id)).toEqual(['token.created', 'token.revoked'])
    expect((await ownList(client)).items[0]).toMatchObject({ state: 'revoked' })
  })

  test('when an administrator revokes it; nobody else may, nor another company', async () => {
    const { client, admin, executor } = await makeCast(app, 'ajenas')
    const other = await makeCast(app, 'vecina')
    const { text, token } = (await makeOwn(client)).body
    for (const stranger of [executor, other.admin])
      expect((await revoke(stranger, token.id)).status).toBe(404)
    expect((await orders(text)).status).toBe(200)
    expect((await companyList(admin)).personal).toMatchObject([{ id: token.id, can: { revoke: true } }])
    expect((await app.ask('/api/company/tokens', { as: client })).status).toBe(404)
    expect((await revoke(admin, token.id)).status).toBe(200)
    expect((await orders(text)).status).toBe(401)
  })

  test('when its person is deactivated, and does not come back with them', async () => {
    const { admin, executor, executorId, companyId, projectId, approverIds } = await makeCast(app, 'baja')
    await app.ask(`/api/projects/${projectId}/people`, {
      method: 'PUT',
      as: admin,
      body: { approverIds, executorIds: [] },
    })
    const { text, token } = (await makeOwn(executor)).body
    expect((await orders(text)).status).toBe(200)
    const left = await app.ask(`/api/people/${executorId}/deactivate`, { method: 'POST', as: admin })
    expect(left.status, JSON.stringify(left.body)).toBe(200)
    expect((await orders(text)).status).toBe(401)
    await app.ask(`/api/people/${executorId}/activate`, { method: 'POST', as: admin })
    expect((await orders(text)).status).toBe(401)
    expect(await kindsOf(companyId, token.id)).toEqual(['token.created', 'token.revoked'])
  })

  test('when all sessions of its person end because the account may have changed hands', async () => {
    const { clientId, address, ...cast } = await makeCast(app, 'manos')
    const { text } = (await makeOwn(cast.client)).body
    const operator = await app.signInWithoutCompany()
    const change = (body: object) =>
      app.ask(`/rest/v1/profiles?id=eq.${clientId}`, { method: 'PATCH', as: operator, body })
    expect((await change({ active: false })).status).toBeLessThan(300)
    expect((await orders(text)).status).toBe(401)
    expect((await change({ active: true })).status).toBeLessThan(300)
    expect((await orders(text)).status).toBe(401)
    const again = await app.signIn(address('cliente'))
    expect((await ownList(again)).items[0]).toMatchObject({ state: 'void' })
    expect((await makeOwn(again)).status).toBe(200)
  })

  test('while its company is inactive, and its person', async () => {
    const { client, clientId, companyId } = await makeCast(app, 'parada')
    const { text } = (await makeOwn(client)).body
    await app.tamper(sql`update account set active = false where id = ${clientId}`)
    expect((await orders(text)).status).toBe(401)
    await app.tamper(sql`update account set active = true where id = ${clientId}`)
    await app.tamper(sql`update company set status = 'inactive' where company_id = ${companyId}`)
    expect((await orders(text)).status).toBe(401)
  })

  test('when the company asks its people a second factor that was not taken', async () => {
    const { admin, companyId, address } = await makeCast(app, 'factor')
    const { text } = (await makeOwn(admin)).body
    expect((await orders(text)).status).toBe(200)
    await app.tamper(
      sql`update company set second_factor_policy = 'administrators' where company_id = ${companyId}`,
    )
    const refused = await orders(text)
    expect([refused.status, refused.body.type]).toEqual([403, '/problems/second_factor_missing'])
    const userId = await app.accountOf(address('admin'))
    const withStep = await giveToken(app, { companyId, userId, aal: 'aal2' })
    expect((await orders(withStep.text)).status).toBe(200)
  })
})

test('a file that a token asked for is served by its link, until the token is revoked', async () => {
  const { admin } = await makeCast(app, 'enlace')
  const { text, token } = (await makeOwn(admin, { scopes: ['providers:read'] })).body
  const exported = await app.ask('/api/providers/exports', {
    method: 'POST',
    as: text,
    body: { format: 'csv' },
  })
  expect(exported.status, JSON.stringify(exported.body)).toBe(200)
  const served = () => app.http.inject({ url: exported.body.url })
  expect((await served()).statusCode).toBe(200)
  await revoke(admin, token.id)
  expect((await served()).statusCode).toBe(401)
})
