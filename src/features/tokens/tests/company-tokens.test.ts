// The token of a service: an administrator makes it, and it acts as nobody's account.
import { afterAll, describe, expect, test } from 'vitest'
import { personalScopes } from '#kernel/token-scope.ts'
import { sql } from '#server/database/sql.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'
import { tokenDesk } from '#tests/support/token-desk.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())

const { makeService, revoke, orders } = tokenDesk(app)

describe('the token of a service', () => {
  test('is made by an administrator alone, without what only people do', async () => {
    const { admin, client } = await makeCast(app, 'servicio')
    expect((await makeService(client)).status).toBe(403)
    for (const scope of ['orders:decide', 'payments:confirm', 'permissions:write', 'people:write']) {
      const refused = await makeService(admin, { scopes: [scope] })
      expect([refused.status, refused.body.type]).toEqual([409, '/problems/scope_of_people'])
    }
    expect((await makeService(admin)).status).toBe(200)
  })

  test('cannot have them in the database either', async () => {
    const { admin, companyId } = await makeCast(app, 'restriccion')
    const { token } = (await makeService(admin)).body
    await expect(
      app.tamper(sql`update api_token set scopes = array['orders:decide'] where id = ${token.id}`),
    ).rejects.toThrow('api_token_of_service')
    const [constraint] = await app.owner.run<{ text: string }>(sql`
      select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'api_token_of_service'`)
    const named = [...(constraint?.text ?? '').matchAll(/'(\w+:\w+)'/g)].map(([, scope]) => scope)
    expect(named.toSorted()).toEqual([...personalScopes].toSorted())
    const members = await app.owner.run<{ id: string }>(
      sql`select user_id as id from member where company_id = ${companyId}`,
    )
    const ids = members.map(({ id }) => id)
    await expect(
      app.tamper(sql`update account set active = true where is_service and id = any (${ids}::uuid[])`),
    ).rejects.toThrow('account_service')
  })

  test('makes orders in the name of the service, and lives on when its maker has left', async () => {
    const cast = await makeCast(app, 'sigue')
    await app.person(cast.companyId, 'admin', 'otra.sigue@pruebas.example', { name: 'Olga' })
    const other = await app.signIn('otra.sigue@pruebas.example')
    const made = await makeService(cast.admin, { name: 'Contabilidad' })
    const { text } = made.body
    const makerId = await app.accountOf(cast.address('admin'))
    await app.ask(`/api/people/${makerId}/deactivate`, { method: 'POST', as: other })
    const answer = await app.ask('/api/documents', { method: 'POST', as: text, body: cast.order })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const [event] = await app.owner.run<{ actor_name: string }>(sql`
      select actor_name from event where company_id = ${cast.companyId} and object_id = ${answer.body.id} and action = 'document.submitted'`)
    expect(event?.actor_name).toBe('Contabilidad')
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('acts as the service that has its name already, so that a key is renewed without a gap', async () => {
    const { admin, companyId } = await makeCast(app, 'renovada')
    const first = (await makeService(admin, { name: 'ERP' })).body
    const second = (await makeService(admin, { name: 'erp' })).body
    const rows = await app.owner.run(
      sql`select distinct user_id from api_token where company_id = ${companyId}`,
    )
    expect(rows).toHaveLength(1)
    expect((await revoke(admin, first.token.id)).status).toBe(200)
    expect([(await orders(first.text)).status, (await orders(second.text)).status]).toEqual([401, 200])
  })

  test('is nobody: it is not listed, counted, chosen, let in or signed in', async () => {
    const cast = await makeCast(app, 'nadie')
    const before = (await app.ask('/api/company/usage', { as: cast.admin })).body
    await makeService(cast.admin, { name: 'Robot' })
    const [service] = await app.owner.run<{ id: string; email: string }>(sql`
      select who.id, who.email from account who join member m on m.user_id = who.id
      where m.company_id = ${cast.companyId} and who.is_service`)
    const id = service?.id ?? ''
    const as = cast.admin
    expect((await app.ask('/api/company/usage', { as })).body).toEqual(before)
    expect(JSON.stringify((await app.ask('/api/people', { as })).body)).not.toContain(id)
    expect(JSON.stringify((await app.ask('/rest/v1/profiles', { as })).body)).not.toContain(id)
    const post = (path: string, body: object = {}) => app.ask(path, { method: 'POST', as, body })
    expect((await post(`/api/people/${id}/activate`)).status).toBe(404)
    expect((await post(`/api/people/${id}/deactivate`)).status).toBe(404)
    expect(
      (await post('/api/impersonation', { userId: id, reason: 'Probar' })).status,
    ).toBeGreaterThanOrEqual(403)
    const people = { approverIds: [id], executorIds: [id] }
    const appointed = await app.ask(`/api/projects/${cast.projectId}/people`, {
      method: 'PUT',
      as,
      body: people,
    })
    expect(appointed.status).toBeGreaterThanOrEqual(404)
    const sent = { email: service?.email, password: 'una-clave-larga' }
    const signedIn = await app.ask('/auth/v1/token?grant_type=password', { method: 'POST', body: sent })
    expect(signedIn.status).toBe(400)
    expect(await app.mails(service?.email ?? '')).toEqual([])
  })

  test('decides nothing, though a stranger gave it the scope', async () => {
    const cast = await makeCast(app, 'forzada')
    const { text, token } = (await makeService(cast.admin)).body
    await app.tamper(sql`alter table api_token drop constraint api_token_of_service`)
    await app.tamper(sql`update api_token set scopes = array['orders:decide', 'payments:confirm', 'permissions:write', 'flows:write']
      where id = ${token.id}`)
    const id = await ordersOf(app, cast).submit()
    const moves = ordersOf(app, cast)
    expect((await moves.decide(id, text)).status).toBeGreaterThanOrEqual(403)
    const approvedId = await moves.approved()
    expect((await moves.confirm(approvedId, text)).status).toBe(403)
    const appoint = await app.ask(`/api/projects/${cast.projectId}/people`, {
      method: 'PUT',
      as: text,
      body: { approverIds: cast.approverIds, executorIds: [...cast.approverIds, cast.executorId] },
    })
    expect([appoint.status, appoint.body.type]).toEqual([409, '/problems/untrusted_account'])
  })
})
