// Profiles are read through the unmodified client, against the whole program.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { sql } from '#server/database/sql.ts'
import { type Platform, publicKey, startPlatform } from '#tests/support/platform.ts'

let app: Platform
let [north, south] = ['', '']
let saas = { userId: '', email: '', token: '' }
let admin = { userId: '', token: '' }

beforeAll(async () => {
  app = await startPlatform()
  north = await app.company('enterprise', 'Norte')
  south = await app.company('enterprise', 'Sur')
  saas = await app.operator('saas@plataforma.example')
  admin = await app.someone('admin', north, 'admin@norte.example')
})
afterAll(() => app?.stop())

describe('reading', () => {
  test('the platform reads everybody, newest first, as the official client asks', async () => {
    const { data, error } = await app
      .profiles(saas.token)
      .select('*')
      .order('created_at', { ascending: false })
    expect(error).toBeNull()
    const emails = data?.map(row => row.email) ?? []
    expect(emails).toContain('saas@plataforma.example')
    expect(emails).toContain('admin@norte.example')
    const times = data?.map(row => row.created_at) ?? []
    expect(times).toEqual(times.toSorted().toReversed())
    const keys = ['active', 'created_at', 'email', 'id', 'name', 'new_email', 'role']
    expect(Object.keys(data?.[0] ?? {}).toSorted()).toEqual(keys)
  })

  test('a company’s administrator reads its people, and nobody else does', async () => {
    const theirs = await app.someone('approver', south)
    const mine = await app.someone('approver', north)
    const seen = (await app.profiles(admin.token).select('id')).data?.map(row => row.id) ?? []
    expect(seen).toContain(mine.userId)
    expect(seen).not.toContain(theirs.userId)
    expect(seen).not.toContain(saas.userId)
    expect((await app.profiles(mine.token).select('id')).data).toEqual([{ id: mine.userId }])
    expect((await app.profiles(admin.token).select('*').eq('id', theirs.userId)).data).toEqual([])
  })

  test('counts, pages, filters, orders and single rows', async () => {
    const { userId, email } = await app.someone('client_user', north)
    const all = await app.profiles(saas.token).select('*', { count: 'exact' }).range(0, 1)
    expect(all.data).toHaveLength(2)
    expect(all.count).toBeGreaterThan(2)
    expect(all.status).toBe(206)
    const head = await app.profiles(saas.token).select('*', { count: 'exact', head: true })
    expect([head.data, head.count]).toEqual([null, all.count])
    expect((await app.profiles(saas.token).select('email').eq('id', userId).single()).data).toEqual({ email })
    expect((await app.profiles(saas.token).select('*').eq('id', newId()).single()).error?.code).toBe(
      'PGRST116',
    )
    expect((await app.profiles(saas.token).select('*').eq('id', newId()).maybeSingle()).data).toBeNull()
    const found = app
      .profiles(saas.token)
      .select('id')
      .ilike('email', `${email.slice(0, -3)}%`)
      .eq('active', true)
    expect((await found).data).toEqual([{ id: userId }])
    const listed = await app
      .profiles(saas.token)
      .select('id')
      .in('id', [userId, saas.userId])
      .neq('role', 'admin_saas')
    expect(listed.data).toEqual([{ id: userId }])
    expect((await app.profiles(saas.token).select('id').in('name', ['Sara Soto', 'a,b(c)'])).data).toEqual([
      { id: saas.userId },
    ])
    expect((await app.profiles(saas.token).select('id').is('name', null)).data).toEqual([])
  })

  test.each([
    ['profiles?select=password_hash', 400, '42703'],
    ['profiles?password_hash=eq.x', 400, '42703'],
    ['profiles?id=eq.nada', 400, '22P02'],
    ['profiles?active=eq.quiza', 400, '22P02'],
    ['profiles?name=like.x', 400, 'PGRST100'],
    ['profiles?name=x', 400, 'PGRST100'],
    ['profiles?or=(name.eq.x,role.eq.y)', 400, 'PGRST100'],
    ['profiles?select=id,companies(name)', 400, 'PGRST100'],
    ['profiles?select=email::text', 400, 'PGRST100'],
    ['profiles?order=name.up', 400, 'PGRST100'],
    ['profiles?limit=-1', 400, 'PGRST100'],
    ['profiles?name=ilike.%5C', 400, '22025'],
    ['profiles?name=eq.%00', 400, 'PGRST100'],
    ["profiles?name=eq.x'%3B%20drop%20table%20account--", 200, null],
    ['account', 404, 'PGRST205'],
    ['member?select=*', 404, 'PGRST205'],
  ])('%s answers %d %s', async (url, status, code) => {
    const answer = await app.rest(url, saas)
    expect([answer.statusCode, answer.json().code ?? null]).toEqual([status, code])
    if (code) expect(Object.keys(answer.json())).toEqual(['code', 'message', 'details', 'hint'])
  })

  test('another schema, another shape and other verbs are refused', async () => {
    const schema = await app.clientOf(saas.token).schema('auth').from('users').select('*')
    expect(schema.error).not.toBeNull()
    const other = await app.rest('profiles', { ...saas, headers: { 'accept-profile': 'auth' } })
    expect([other.statusCode, other.json().code]).toEqual([406, 'PGRST106'])
    expect((await app.rest('profiles', { ...saas, headers: { accept: 'text/csv' } })).json().code).toBe(
      'PGRST107',
    )
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await app.rest('profiles', { ...saas, method, payload: {} })).statusCode).toBe(405)
    expect((await app.profiles(saas.token).delete().eq('id', saas.userId)).error?.code).toBe('42501')
  })

  test('without a session, or with one that has ended, nothing is read or written', async () => {
    const before = await app.digests()
    expect((await app.profiles(null).select('*')).error?.code).toBe('42501')
    const url = `profiles?id=eq.${saas.userId}`
    for (const token of [null, publicKey, 'x', `${saas.token}x`]) {
      expect((await app.rest(url, { token })).statusCode).toBe(401)
      const written = await app.rest(url, { token, method: 'PATCH', payload: { name: 'X' } })
      expect(written.statusCode).toBe(401)
    }
    expect(await app.digests()).toEqual(before)
  })
})

test('a second factor that is missing, or was not shown, closes profiles too', async () => {
  const { userId, token } = await app.someone('approver', north)
  await app.tamper(sql`update account set second_factor = true where id = ${userId}`)
  expect((await app.profiles(token).select('*')).error).toMatchObject({ code: '42501' })
  expect((await app.edit(token, userId, { name: 'X' })).status).toBe(403)
})
