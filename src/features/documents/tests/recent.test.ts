import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, shareProject, startProduct } from '#tests/support/cast.ts'

let app: TestApp
let cast: Cast
let stranger: Cast
let orders: ReturnType<typeof ordersOf>
let second: string
let other: string

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'norte')
  stranger = await makeCast(app, 'sur')
  orders = ordersOf(app, cast)
  second = await shareProject(cast, cast.approverIds)
  other = await cast.make('/api/providers', { name: 'Áridos del Norte', clientIds: [cast.clientId] })
})
afterAll(() => app.stop())

const usedBy = async (as: string | undefined, projectId?: string) => {
  const query = projectId === undefined ? '' : `?projectId=${projectId}`
  const { status, body } = await app.ask(`/api/documents/recently-used${query}`, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const projectsOf = async (as: string | undefined) =>
  (await usedBy(as)).projects.map(({ id }: { id: string }) => id)
const providersOf = async (as: string | undefined, projectId = cast.projectId) =>
  (await usedBy(as, projectId)).providers.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`)

describe('what was used last', () => {
  test('is nothing for whoever has ordered nothing, whatever others order', async () => {
    await orders.submit()
    expect(await usedBy(cast.admin, cast.projectId)).toEqual({ projects: [], providers: [] })
  })

  test('comes with the last one first, each once, providers for each type in their project alone', async () => {
    const { providerId, projectId } = cast
    await orders.submit({ providerId: other })
    await orders.submit({ providerId: other, type: 'emision' })
    await orders.submit({ providerId, projectId: second })
    await orders.submit({ providerId })
    expect(await projectsOf(cast.client)).toEqual([projectId, second])
    expect(await providersOf(cast.client)).toEqual([
      `gasto ${providerId}`,
      `emision ${other}`,
      `gasto ${other}`,
    ])
    expect(await providersOf(cast.client, second)).toEqual([`gasto ${providerId}`])
    expect((await usedBy(cast.client, projectId)).providers[1]).toEqual({
      type: 'emision',
      id: other,
      name: 'Áridos del Norte',
      taxId: null,
    })
  })

  test('is not offered again once it was turned down', async () => {
    const id = await orders.submit({ projectId: second, providerId: other })
    expect(await providersOf(cast.client, second)).toContain(`gasto ${other}`)
    await orders.decide(id, cast.approvers[0], 'reject', { comment: 'No es de fiar' })
    expect(await providersOf(cast.client, second)).not.toContain(`gasto ${other}`)
  })

  test('is offered only while an order can be made with it', async () => {
    const set = (table: 'project' | 'provider', id: string, status: string) =>
      app.tamper(
        table === 'project'
          ? sql`update project set status = ${status} where company_id = ${cast.companyId} and id = ${id}`
          : sql`update provider set status = ${status} where company_id = ${cast.companyId} and id = ${id}`,
      )
    // The company's administrator sees every provider, also one that takes no orders.
    await orders.post('/api/documents', cast.admin, { ...cast.order, providerId: other })
    expect(await providersOf(cast.admin)).toEqual([`gasto ${other}`])
    await set('project', second, 'inactive')
    await set('provider', other, 'inactive')
    expect(await providersOf(cast.admin)).toEqual([])
    expect(await projectsOf(cast.client)).toEqual([cast.projectId])
    expect(await providersOf(cast.client)).toEqual([`gasto ${cast.providerId}`])
    await set('project', second, 'active')
    await set('provider', other, 'active')
    expect(await providersOf(cast.admin)).toEqual([`gasto ${other}`])
    await app.tamper(sql`delete from client_provider
      where company_id = ${cast.companyId} and provider_id = ${other}`)
    expect(await providersOf(cast.client)).toEqual([`gasto ${cast.providerId}`])
    expect(await providersOf(cast.admin)).toEqual([])
  })

  test('is forgotten with the right to order there', async () => {
    const email = cast.address('pide')
    const helper = await app.person(cast.companyId, 'client_user', email, { clientId: cast.clientId })
    const may = (permissions: string[]) =>
      app.ask(`/api/projects/${cast.projectId}/permissions/${helper}`, {
        method: 'PUT',
        as: cast.admin,
        body: { permissions },
      })
    expect((await may(['view', 'edit'])).status).toBe(200)
    const as = await app.signIn(email)
    await orders.post('/api/documents', as, cast.order)
    expect(await projectsOf(as)).toEqual([cast.projectId])
    expect((await may(['view'])).status).toBe(200)
    expect(await projectsOf(as)).toEqual([])
  })

  test('is of one company and of one person', async () => {
    expect(await usedBy(stranger.client, cast.projectId)).toEqual({ projects: [], providers: [] })
    expect(await usedBy(cast.approvers[0], cast.projectId)).toEqual({ projects: [], providers: [] })
  })
})
