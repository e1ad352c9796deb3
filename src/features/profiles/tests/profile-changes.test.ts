// Profiles are edited through the unmodified client, against the whole program.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '#features/people/commands.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { waitingForLock } from '#tests/support/locks.ts'
import { type Platform, startPlatform } from '#tests/support/platform.ts'

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

const joins = (userId: string, companyId: string) =>
  asSystem(app.db, companyId, tx =>
    addMember(tx, null, { userId, role: 'approver', clientId: null, providerId: null }),
  )
const roleOf = async (userId: string) =>
  (await app.tamper(sql`select role, active, email, name, last_name from account where id = ${userId}`))[0]
describe('editing', () => {
  test('the three fields of the form, with 204 and no body', async () => {
    const { userId, token } = await app.someone('client_user', north)
    const email = `nuevo${userId.slice(-6)}@correo.example`
    const { status, data, error } = await app.edit(saas.token, userId, {
      name: 'Luisa Gil',
      email,
      role: 'provider',
    })
    expect([status, data, error]).toEqual([204, null, null])
    expect(await roleOf(userId)).toMatchObject({ name: 'Luisa', last_name: 'Gil', role: 'provider' })
    // The address is another's to confirm first.
    const [row] = (await app.profiles(saas.token).select('email,new_email').eq('id', userId)).data ?? []
    expect(row).toMatchObject({ email: expect.not.stringContaining('nuevo'), new_email: email })
    expect(await app.lives(token)).toBe(false)
    const [event] = (await app.journal(north, userId)).filter(one => one.action === 'person.changed')
    expect(event?.after).toEqual({ name: 'Luisa Gil', email, role: 'provider' })
  })

  test('and gives the changed rows when they are asked for', async () => {
    const { userId } = await app.someone('approver', north)
    const { data } = await app.edit(saas.token, userId, { name: 'Otra Cosa' }).select('name,role').single()
    expect(data).toEqual({ name: 'Otra Cosa', role: 'approver' })
  })

  test('a form that changes nothing ends no session and writes nothing', async () => {
    const { userId, email, token } = await app.someone('approver', north)
    const before = await app.digests()
    await app.edit(saas.token, userId, { name: 'Luis Gil', email, role: 'approver' })
    expect(await app.digests()).toEqual(before)
    expect(await app.lives(token)).toBe(true)
  })

  test('the own name is everybody’s to change, and nothing else of it', async () => {
    const { userId, token } = await app.someone('client_user', north)
    expect((await app.edit(token, userId, { name: 'Yo Misma' })).error).toBeNull()
    for (const change of [{ role: 'admin_saas' }, { email: 'x@y.example' }, { active: false }]) {
      const { error, status } = await app.edit(token, userId, { name: 'Nadie', ...change })
      expect([status, error?.code]).toEqual([403, '42501'])
      expect(error?.message).toMatch(/[a-záéíóú]{3}/)
    }
    expect(await roleOf(userId)).toMatchObject({ name: 'Yo Misma', role: 'client_user', active: true })
  })

  test('others do not exist for who may not see them', async () => {
    const [mine, theirs] = [await app.someone('approver', north), await app.someone('approver', south)]
    const before = await app.digests()
    expect((await app.edit(mine.token, admin.userId, { name: 'X' })).status).toBe(204)
    expect((await app.edit(admin.token, theirs.userId, { name: 'X', role: 'client' })).status).toBe(204)
    expect((await app.edit(admin.token, saas.userId, { active: false })).status).toBe(204)
    expect(await app.digests()).toEqual(before)
  })

  test('a company’s administrator raises nobody to administrator', async () => {
    const { userId } = await app.someone('approver', north)
    for (const role of ['admin', 'admin_saas'])
      expect((await app.edit(admin.token, userId, { role })).error?.message).toBe(
        'Ese rol solo lo puede dar la plataforma.',
      )
    expect((await app.edit(admin.token, userId, { role: 'client_user' })).error).toBeNull()
    expect(await roleOf(userId)).toMatchObject({ role: 'client_user' })
  })

  test('switching somebody off ends their sessions here at once, and on again lets them in', async () => {
    const { userId, email, token } = await app.someone('approver', north)
    expect((await app.edit(admin.token, userId, { active: false })).error).toBeNull()
    expect(await app.lives(token)).toBe(false)
    expect((await app.ask('/api/company', { as: token })).status).toBe(401)
    await expect(app.signIn(email)).rejects.toThrow(/user_banned/)
    await app.edit(admin.token, userId, { active: true })
    expect(await app.lives(await app.signIn(email))).toBe(true)
    const actions = (await app.journal(north, userId)).map(event => event.action)
    expect(actions).toEqual(expect.arrayContaining(['person.deactivated', 'person.activated']))
  })

  test('of somebody who works elsewhere too, only the own door is this company’s', async () => {
    const { userId, token } = await app.someone('approver', north)
    await joins(userId, south)
    for (const change of [{ role: 'provider' }, { email: 'x@y.example' }, { name: 'Elena Prieto' }])
      expect((await app.edit(admin.token, userId, change)).error?.code).toBe('42501')
    expect(await roleOf(userId)).toMatchObject({ name: 'Luis', last_name: 'Gil' })
    await app.edit(admin.token, userId, { active: false })
    expect((await app.journal(south, userId)).map(event => event.action)).not.toContain('person.deactivated')
    expect(await app.lives(token)).toBe(false)
    expect(await roleOf(userId)).toMatchObject({ active: true })
  })

  test('a name is its owner’s once they have come in; before, that of whoever keeps their only company', async () => {
    const [email, fresh] = ['nombre@correo.example', 'nuevo.nombre@correo.example']
    const userId = await app.person(north, 'approver', fresh)
    expect((await app.edit(admin.token, userId, { name: 'Marta Ruiz' })).error).toBeNull()
    expect(await roleOf(userId)).toMatchObject({ name: 'Marta Ruiz' })
    const used = await app.someone('approver', north, email)
    const { error } = await app.edit(admin.token, used.userId, { name: 'Elena Prieto' })
    expect(error).toMatchObject({
      code: '42501',
      message: expect.stringMatching(/^El nombre es de cada persona/),
    })
    expect((await app.edit(used.token, used.userId, { name: 'Luisa Gil' })).error).toBeNull()
  })

  test('who is let out of a company stands in for nobody there, and elsewhere as before', async () => {
    const { userId } = await app.someone('approver', north)
    const east = await app.company('enterprise', 'Este')
    await joins(userId, east)
    const day = dayFromInstant(clock.now(), 'Europe/Madrid')
    const bodies = { toId: userId, startsOn: day, endsOn: day }
    for (const as of [admin.token, (await app.someone('admin', east)).token])
      expect((await app.ask('/api/delegations', { method: 'POST', as, body: bodies })).status).toBe(200)
    const ended = async () =>
      await app.tamper(sql`
        select company_id, ended_by from delegation where to_user = ${userId} and ended_at is not null`)
    await app.edit(admin.token, userId, { active: false })
    expect(await ended()).toEqual([{ company_id: north, ended_by: admin.userId }])
    expect((await app.edit(saas.token, userId, { role: 'provider' })).error).toBeNull()
    expect((await ended()).map(row => row.ended_by)).toEqual(
      expect.arrayContaining([admin.userId, saas.userId]),
    )
  })

  test('whoever is let out while a substitute of theirs decides waits for the decision, and not the other way round', async () => {
    const { userId } = await app.someone('approver', north)
    const day = dayFromInstant(clock.now(), 'Europe/Madrid')
    const body = { toId: userId, startsOn: day, endsOn: day }
    await app.ask('/api/delegations', { method: 'POST', as: admin.token, body })
    const edited = await asSystem(app.db, north, async tx => {
      await tx.all(sql`select from delegation where company_id = ${north} and to_user = ${userId} for share`)
      const editing = app.edit(saas.token, userId, { active: false }).then(answer => answer)
      await expect.poll(() => waitingForLock(app)).toBe(1)
      await tx.all(
        sql`select from member where company_id = ${north} and user_id = ${userId} for share nowait`,
      )
      return { editing }
    })
    expect((await edited.editing).error).toBeNull()
  })

  test('a role changed by the platform is told to every company of the person, and ends every session', async () => {
    const { userId, token } = await app.someone('approver', north)
    await joins(userId, south)
    expect((await app.edit(saas.token, userId, { role: 'provider' })).error).toBeNull()
    for (const company of [north, south])
      expect((await app.journal(company, userId)).at(-1)).toMatchObject({
        action: 'person.changed',
        after: { role: 'provider' },
      })
    expect(await app.lives(token)).toBe(false)
  })

  test('an address that is somebody’s is refused, and so is what is none', async () => {
    const { userId } = await app.someone('approver', north)
    expect((await app.edit(saas.token, userId, { email: admin.userId })).error?.code).toBe('23514')
    expect((await app.edit(saas.token, userId, { email: 'ADMIN@norte.example' })).error?.code).toBe('42501')
  })

  test('one refused row of several changes none of them', async () => {
    const [one, two] = [await app.someone('approver', north), await app.someone('approver', north)]
    await joins(two.userId, south)
    const before = await app.digests()
    const both = app.profiles(admin.token).update({ role: 'client_user' }).in('id', [one.userId, two.userId])
    expect((await both).error?.code).toBe('42501')
    expect(await app.digests()).toEqual(before)
  })

  test.each([
    ['without a filter', 'profiles', { name: 'X' }, 400, '21000'],
    ['a column that is not there', 'profiles?id=eq.ID', { company_id: 'x' }, 400, 'PGRST204'],
    ['a password', 'profiles?id=eq.ID', { password_hash: 'x' }, 400, 'PGRST204'],
    ['the id', 'profiles?id=eq.ID', { id: newId() }, 403, '42501'],
    ['a list', 'profiles?id=eq.ID', [{ name: 'X' }], 400, 'PGRST102'],
    ['no name', 'profiles?id=eq.ID', { name: ' ' }, 400, '23514'],
    ['no role of ours', 'profiles?id=eq.ID', { role: 'root' }, 400, '23514'],
    ['a nested name', 'profiles?id=eq.ID', { name: { $ne: '' } }, 400, '23514'],
    ['a limit', 'profiles?id=eq.ID&limit=1', { name: 'X' }, 400, 'PGRST100'],
  ])('%s is refused', async (_, url, payload, status, code) => {
    const before = await app.digests()
    const answer = await app.rest(url.replace('ID', admin.userId), { ...saas, method: 'PATCH', payload })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(await app.digests()).toEqual(before)
  })

  test('a forged prototype changes nobody', async () => {
    const payload = '{"__proto__":{"role":"admin_saas"},"name":"X"}'
    const headers = { 'content-type': 'application/json' }
    const answer = await app.rest(`profiles?id=eq.${admin.userId}`, {
      ...saas,
      method: 'PATCH',
      payload,
      headers,
    })
    expect(answer.json().code).toBe('PGRST204')
  })

  test('who only looks as somebody else reads as them, and edits nothing', async () => {
    const { userId } = await app.someone('client_user', north)
    const body = { userId, reason: 'Una consulta' }
    const begun = await app.ask('/api/impersonation', { method: 'POST', as: admin.token, body })
    const looking = begun.body.accessToken
    expect((await app.profiles(looking).select('id')).data).toEqual([{ id: userId }])
    expect((await app.edit(looking, userId, { name: 'X' })).error?.code).toBe('42501')
    const [seen] = await app.tamper(
      sql`select count(*)::int as n from viewed_request where user_id = ${userId}`,
    )
    expect(seen).toEqual({ n: 2 })
  })
})

describe('somebody who administers remains', () => {
  test('the last of the platform can be neither demoted nor switched off, also by two at once', async () => {
    expect((await app.edit(saas.token, saas.userId, { role: 'client_user' })).error?.message).toMatch(
      /propio rol/,
    )
    const second = await app.operator('segunda@plataforma.example')
    const answers = await Promise.all([
      app.edit(saas.token, second.userId, { active: false }),
      app.edit(second.token, saas.userId, { active: false }),
    ])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const [left] = await app.tamper(sql`
      select count(*)::int as n from account where role = 'admin_saas' and active`)
    expect(left).toEqual({ n: 1 })
    await app.tamper(sql`update account set active = true where id = ${saas.userId}`)
    saas.token = await app.signIn(saas.email)
  })

  test('nor can the last administrator of a company, in whichever of theirs it would happen', async () => {
    const lone = await app.someone('admin', south)
    for (const change of [{ active: false }, { role: 'approver' }])
      expect((await app.edit(saas.token, lone.userId, change)).error?.message).toBe(
        'La empresa se quedaría sin administrador.',
      )
    await app.someone('admin', south)
    expect((await app.edit(saas.token, lone.userId, { role: 'approver' })).error).toBeNull()
    expect(await app.lives(lone.token)).toBe(false)
  })
})

test('switched on again by a company at its plan’s limit, or suspended, nobody comes in', async () => {
  const { userId } = await app.someone('approver', north)
  await app.edit(admin.token, userId, { active: false })
  await app.tamper(sql`update company set status = 'suspended' where company_id = ${north}`)
  expect((await app.edit(admin.token, userId, { active: true })).error?.message).toMatch(/suspendida/)
  await app.tamper(sql`update company set status = 'active', plan = 'free' where company_id = ${north}`)
  expect((await app.edit(admin.token, userId, { active: true })).error?.message).toMatch(/plan Free admite 3/)
})
