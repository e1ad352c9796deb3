// Actions of the platform's operators on accounts, against the whole program.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userList } from '#features/platform/list.ts'
import { newId } from '#kernel/ids.ts'
import { fold } from '#kernel/text.ts'
import { sql } from '#server/database/sql.ts'
import { password } from '#tests/support/app.ts'
import { type Cast, makeCast } from '#tests/support/cast.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

let app: Platform
let cast: Cast
let saas = { userId: '', token: '' }

beforeAll(async () => {
  app = await startPlatform()
  saas = await app.operator('saas@plataforma.example')
  cast = await makeCast(app, 'norte')
})
afterAll(() => app?.stop())

const get = (path: string) => app.ask(`/api/platform/${path}`, { as: saas.token })
const put = (path: string, body: object) =>
  app.ask(`/api/platform/${path}`, { method: 'PUT', body, as: saas.token })
const post = (path: string) => app.ask(`/api/platform/${path}`, { method: 'POST', body: {}, as: saas.token })

describe('a registration', () => {
  let registered = 0
  async function registration(role = 'provider') {
    const email = `registro${++registered}@correo.example`
    const body = { email, password, data: { name: 'Rita', lastName: 'Roca', role } }
    await app.ask('/auth/v1/signup', { method: 'POST', body })
    const [row] = (await get(`users?q=${email}`)).body.items
    return { email, id: String(row.id), row }
  }

  test('waits, with what it asked to be, until it is activated with role and company', async () => {
    const { email, id, row } = await registration()
    expect(row).toMatchObject({ active: false, requestedRole: 'provider', isConfirmed: false, companies: [] })
    const waiting = (await get('users?state=pending')).body.items
    expect(waiting.map((user: { id: string }) => user.id)).toContain(id)
    const place = { role: 'client_user', companyId: cast.companyId, clientId: cast.clientId }
    expect((await put(`users/${id}/activation`, place)).body).toEqual({ id })
    const [mail] = await app.mails(email)
    expect(mail?.subject).toBe('Sara Soto te invita a norte en Visto Bueno')
    const token = await app.accept(email)
    expect((await app.ask('/auth/v1/user', { as: token })).body.app_metadata).toMatchObject({
      role: 'client_user',
      company_id: cast.companyId,
      client_id: cast.clientId,
    })
    expect((await app.journal(cast.companyId, id)).map(event => event.action)).toEqual(['person.added'])
    expect((await put(`users/${id}/activation`, place)).body.type).toBe('/problems/not_pending')
  })

  test('becomes the platform’s, or a client with an organisation of its own', async () => {
    const [one, two] = [await registration('admin_saas'), await registration('client')]
    expect((await put(`users/${one.id}/activation`, { role: 'admin_saas' })).status).toBe(200)
    await put(`users/${two.id}/activation`, { role: 'client', companyId: cast.companyId })
    const made = (await get(`companies/${cast.companyId}/organisations`)).body.clients
    expect(made).toContainEqual({ id: two.id, name: 'Rita Roca' })
    await app.tamper(sql`update account set active = false where id = ${one.id}`)
  })

  test('activated twice at once comes in once', async () => {
    const { id } = await registration()
    const place = { role: 'approver', companyId: cast.companyId }
    const answers = await Promise.all([1, 2, 3].map(() => put(`users/${id}/activation`, place)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test.each([
    [{ role: 'approver' }, 422, '/problems/invalid'],
    [{ role: 'client_user', companyId: 'NORTE' }, 422, '/problems/invalid'],
    [{ role: 'client_user', companyId: 'NORTE', clientId: newId() }, 409, '/problems/client_not_found'],
    [{ role: 'provider', companyId: 'NORTE', providerId: 'PRV-999' }, 409, '/problems/provider_not_found'],
    [{ role: 'approver', companyId: newId() }, 409, '/problems/company_not_found'],
    [{ role: 'admin_saas', companyId: 'NORTE' }, 409, '/problems/belongs_to_no_company'],
  ])('as %j is refused, and goes on waiting', async (given, status, type) => {
    const { id } = await registration()
    const place = JSON.parse(JSON.stringify(given).replace('NORTE', cast.companyId))
    const answer = await put(`users/${id}/activation`, place)
    expect([answer.status, answer.body.type]).toEqual([status, type])
    expect((await get(`users?state=pending&q=rita`)).body.items).toContainEqual(
      expect.objectContaining({ id, active: false }),
    )
  })
})

describe('people', () => {
  test('are listed newest first by pages, and those of one company apart', async () => {
    const first = (await get('users')).body
    const times = first.items.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const ofNorth = (await get(`users?companyId=${cast.companyId}&q=admin.norte`)).body.items
    expect(ofNorth).toMatchObject([
      { email: cast.address('admin'), companies: [{ id: cast.companyId, name: 'norte', active: true }] },
    ])
    await Promise.all(
      Array.from({ length: 51 }, (_, i) => app.person(cast.companyId, 'approver', `cola${i}@cola.example`)),
    )
    const one = (await get('users?q=cola.example')).body
    const two = (await get(`users?q=cola.example&after=${one.next}`)).body
    const ids = [...one.items, ...two.items].map(({ id }: { id: string }) => id)
    expect([one.items.length, two.items.length, new Set(ids).size]).toEqual([50, 1, 51])
  })

  test.each(userList.sorts)('sorted by %s come once each, in this order, page after page', async sort => {
    const found: { id: string; name: string; email: string; lastSignInAt: string; createdAt: string }[] = []
    for (let after = ''; ; ) {
      const { items, next } = (await get(`users?sort=${sort}&limit=20${after}`)).body
      found.push(...items)
      if (next === null) break
      after = `&after=${encodeURIComponent(next)}`
    }
    const keys: { readonly [by: string]: (one: (typeof found)[number]) => string } = {
      name: ({ name, email }) => fold(`${name} ${email}`),
      seen: ({ lastSignInAt }) => lastSignInAt ?? '',
      date: ({ createdAt }) => createdAt,
    }
    const key = keys[sort.replace('-', '')] ?? (() => '')
    const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    const sign = sort.startsWith('-') ? -1 : 1
    const inOrder = found.toSorted((a, b) => sign * (compared(key(a), key(b)) || compared(a.id, b.id)))
    expect(found.length).toBeGreaterThan(50)
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    expect(found.map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id))
  })

  test('lose their second factor when they lost device and codes, and are told', async () => {
    const { userId, email } = await app.someone('approver', cast.companyId)
    expect((await post(`users/${userId}/second-factor-removal`)).status).toBe(404)
    await app.tamper(sql`
      insert into factor (id, user_id, friendly_name, status, sealed_secret, created_at, updated_at)
      values (${newId()}, ${userId}, 'App', 'verified', 'x', now(), now())`)
    await app.tamper(sql`update account set second_factor = true where id = ${userId}`)
    expect((await post(`users/${userId}/second-factor-removal`)).body).toEqual({ removed: 1 })
    expect((await app.mails(email))[0]?.subject).toMatch(/dos pasos/)
  })
})
