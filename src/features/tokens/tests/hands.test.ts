// Two pairs of hands stay two: a service is no second person beside whoever made its token.
import { afterAll, describe, expect, test } from 'vitest'
import { type Part, part, sql } from '#server/database/sql.ts'
import { makeCast } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { startWhole } from '#tests/support/product.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
afterAll(() => app.stop())

const post = (path: string, as: string, body: object) => app.ask(path, { method: 'POST', as, body })
const serviceOf = async (admin: string, scopes: readonly string[]): Promise<string> =>
  (await post('/api/company/tokens', admin, { name: 'ERP', scopes, days: 90 })).body.text

/** An order of a service of an administrator who approves, or executes, in its project. */
async function stage(name: string, part: 'approves' | 'executes') {
  const cast = await makeCast(app, name)
  const adminId = await app.accountOf(cast.address('admin'))
  const projectId = await cast.make('/api/projects', {
    name: 'A varias manos',
    clientId: cast.clientId,
    totalMinor: '1000000',
    contractIds: [cast.payable],
    approverIds: part === 'approves' ? [adminId, ...cast.approverIds] : cast.approverIds,
    executorIds: part === 'executes' ? [adminId, cast.executorId] : [cast.executorId],
  })
  const service = await serviceOf(cast.admin, ['orders:read', 'orders:write'])
  const answer = await post('/api/documents', service, { ...cast.order, projectId })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const id = String(answer.body.id)
  const decide = (as: string) =>
    post(`/api/documents/${id}/decision`, as, { revision: 1, decision: 'approve' })
  return { cast, projectId, id, decide }
}

/** A company with two administrators, and merges of its provider into one that somebody makes with an account. */
async function twoAdministrators(name: string) {
  const cast = await makeCast(app, name)
  const email = cast.address('segunda')
  const second = { id: await app.person(cast.companyId, 'admin', email), token: await app.signIn(email) }
  const given = async (as: string): Promise<string> => {
    const body = { name: 'Grúas', iban: 'ES7921000813610123456789', clientIds: [] }
    const answer = await post('/api/providers', as, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.id
  }
  const merge = async (survivor: string, as: string) => {
    const path = `/api/providers/${cast.providerId}/merge-into/${survivor}`
    return post(path, as, { seen: (await app.ask(path, { as })).body.version })
  }
  return { cast, second, given, merge }
}

describe('whoever made the token of a service', () => {
  test('is an author of its orders: they are not asked to approve, and may not', async () => {
    const { cast, projectId, id, decide } = await stage('autora', 'approves')
    const { stages } = (await app.ask(`/api/projects/${projectId}/documents/${id}`, { as: cast.client })).body
    expect(JSON.stringify(stages)).toContain('Aprobador 0')
    expect(JSON.stringify(stages)).not.toContain('Elena Admin')
    expect((await decide(cast.admin)).status).toBe(409)
    for (const approver of cast.approvers) expect((await decide(approver)).status).toBe(200)
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('does not pay them', async () => {
    const { cast, id, decide } = await stage('pagadora', 'executes')
    for (const approver of cast.approvers) expect((await decide(approver)).status).toBe(200)
    const paid = { revision: 1, executedOn: dayFromToday(), reference: 'TRF-1' }
    const pay = (as: string) => post(`/api/documents/${id}/execution`, as, paid)
    const own = await pay(cast.admin)
    expect([own.status, own.body.type]).toEqual([409, '/problems/own_document'])
    expect((await pay(cast.executor)).status).toBe(200)
    expect(await brokenInvariants(app)).toEqual({})
  })

  test('is who asked for the bank data that it asks for, and does not confirm them', async () => {
    const cast = await makeCast(app, 'cuenta-ajena')
    await app.person(cast.companyId, 'admin', cast.address('segunda'))
    const second = await app.signIn(cast.address('segunda'))
    const account = { iban: 'ES9121000418450200051332' }
    const id = await cast.make('/api/providers', { name: 'Grúas', ...account, clientIds: [cast.clientId] })
    const card = async (as: string) => (await app.ask(`/api/providers/${id}`, { as })).body
    const service = await serviceOf(cast.admin, ['providers:read', 'providers:write'])
    const body = {
      name: 'Grúas',
      status: 'active',
      iban: 'ES7921000813610123456789',
      clientIds: [cast.clientId],
    }
    const { version } = await card(cast.admin)
    const asked = await app.ask(`/api/providers/${id}`, {
      method: 'PUT',
      as: service,
      body: { ...body, seen: version },
    })
    expect(asked.body).toEqual({ id, bankWaits: true })
    const { bankChange } = await card(cast.admin)
    expect(bankChange.can).toMatchObject({ confirm: { refused: 'own_bank_change' }, withdraw: true })
    const path = `/api/providers/${id}/bank-changes/${bankChange.id}/decision`
    expect((await post(path, cast.admin, { decision: 'confirm' })).body.type).toBe(
      '/problems/own_bank_change',
    )
    expect((await post(path, second, { decision: 'confirm' })).status).toBe(200)
  })

  test('does not merge a provider into the account that it gave', async () => {
    const { cast, merge, given, second } = await twoAdministrators('fusion-servicio')
    const service = await serviceOf(cast.admin, ['providers:read', 'providers:write'])
    const survivor = await given(service)
    expect((await merge(survivor, cast.admin)).body.type).toBe('/problems/own_account')
    const tokens = (change: Part) =>
      app.tamper(sql`update api_token set ${change} where company_id = ${cast.companyId}`)
    // A service of which nobody knows who made its token.
    await tokens(part`user_id = created_by, kind = 'personal'`)
    expect((await merge(survivor, second.token)).body.type).toBe('/problems/account_unvouched')
    await tokens(part`kind = 'service', user_id = (select e.actor_id from event e
      where e.company_id = api_token.company_id and e.object_id = ${survivor} and e.action = 'provider.created')`)
    expect((await merge(survivor, second.token)).status).toBe(200)
    expect(await brokenInvariants(app)).toEqual({})
  })
})

test('an account given by somebody whose own is not in their hands is none to merge into', async () => {
  const { cast, merge, given, second } = await twoAdministrators('fusion-ajena')
  const survivor = await given(second.token)
  const changed = (at: Date | null) =>
    app.tamper(sql`update account set credentials_changed_at = ${at} where id = ${second.id}`)
  await changed(new Date())
  expect((await merge(survivor, cast.admin)).body.type).toBe('/problems/account_unvouched')
  await changed(null)
  expect((await merge(survivor, cast.admin)).status).toBe(200)
})
