// Rows as earlier releases left them: verify names each, mend does what can be done and tells it, and changes nothing twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealEvents } from '#features/seals/commands/seal.ts'
import { newId } from '#kernel/ids.ts'
import { type Findings, mendCompany } from '#mend/mend.ts'
import { clock } from '#server/clock.ts'
import { record } from '#server/database/journal.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { rule, scene, stage, users } from '#tests/support/flows.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await startProduct()
})
afterAll(() => app.stop())

const orderWaits = 'an order waits for a decision only while its contract is active and in its dates'
const mayHold = 'an open seat is one that its person may hold'
const hasLeft = 'no order waits for the approval of somebody who has left'
const otherProviders = 'a provider’s contract is charged only by its orders'
const twoSubstitutes = 'nobody has two substitutes on a day'
const seal = 'no event waits long for its seal'

const eventsOf = async (companyId: string): Promise<string> => {
  const [row] =
    await app.tamper(sql`select count(*)::text || ' ' || coalesce(max(number), 0) as said from event
    where company_id = ${companyId}`)
  return String(row?.said)
}

/** Named by verify; told by a dry run, which changes nothing; done once; and then verify is silent. */
async function isMended(cast: Pick<Cast, 'companyId'>, promises: string[]): Promise<readonly string[]> {
  const { companyId } = cast
  const broken = async () => Object.keys(await brokenInvariants(app)).toSorted()
  expect(await broken()).toEqual(promises.toSorted())
  const before = await eventsOf(companyId)
  const told = await mendCompany(app.db, companyId, false)
  expect(await eventsOf(companyId)).toBe(before)
  expect(await broken()).toEqual(promises.toSorted())
  const done = await mendCompany(app.db, companyId, true)
  expect(done).toEqual(told)
  expect(done.unresolved).toEqual([])
  expect(await brokenInvariants(app)).toEqual({})
  const after = await eventsOf(companyId)
  expect((await mendCompany(app.db, companyId, true)).mended).toEqual([])
  expect(await eventsOf(companyId)).toBe(after)
  return done.mended
}

/** Events about one object whose actor is nobody of the company. */
const facts = async (companyId: string, id: string) =>
  (await app.tamper(sql`select action, reason from event
    where company_id = ${companyId} and object_id = ${id} and actor_id is null order by number`)) ?? []

const leave = ({ companyId }: Cast, userId: string | undefined) =>
  app.tamper(sql`update member set active = false where company_id = ${companyId} and user_id = ${userId}`)

describe('two substitutes of one person on one day', () => {
  test('the younger delegation ends, by nobody of the company', async () => {
    const cast = await makeCast(app, 'sustitutas', { approvers: 3 })
    const [from = '', heir = '', another = ''] = cast.approverIds
    const [first, second] = [newId(), newId()]
    const made = async (id: string, toId: string, starts: number) => {
      const [startsOn, endsOn] = [dayFromToday(starts), dayFromToday(5)]
      await app.tamper(sql`
        insert into delegation (company_id, id, from_user, to_user, starts_on, ends_on, created_by, created_at)
        values (${cast.companyId}, ${id}, ${from}, ${toId}, ${startsOn}, ${endsOn}, ${from}, ${clock.now()})`)
      const object = { type: 'delegation', id } as const
      const after = { from, to: toId, startsOn, endsOn, max: null }
      await asSystem(app.db, cast.companyId, tx =>
        record(tx, { userId: from }, { kind: 'delegation.made', subscribers: [], object, after }),
      )
    }
    await made(first, heir, 0)
    await made(second, another, 2)
    const [line, ...more] = await isMended(cast, [twoSubstitutes])
    expect([line, more]).toEqual([expect.stringContaining(`delegation ${second}`), []])
    expect(await facts(cast.companyId, second)).toMatchObject([{ action: 'delegation.ended' }])
    const open = await app.tamper(sql`select id from delegation
      where company_id = ${cast.companyId} and ended_at is null`)
    expect(open).toEqual([{ id: first }])
  })
})

describe('an open approval of somebody who cannot give it', () => {
  test('goes to whoever its flow asks today, who decides it', async () => {
    const cast = await makeCast(app, 'relevo')
    const { submit, card, decide } = ordersOf(app, cast)
    const id = await submit()
    const heir = await app.person(cast.companyId, 'approver', cast.address('nueva'), { name: 'Nueva' })
    const token = await app.signIn(cast.address('nueva'))
    await app.tamper(sql`insert into project_approver (company_id, project_id, user_id, created_at)
      values (${cast.companyId}, ${cast.projectId}, ${heir}, now())`)
    await leave(cast, cast.approverIds[0])
    await isMended(cast, [hasLeft])
    expect(await facts(cast.companyId, id)).toMatchObject([{ action: 'approval.reassigned' }])
    const [{ seats }] = (await card(id, cast.admin)).stages
    const reassigned = seats.find((seat: { approverId: string }) => seat.approverId === heir).reassigned
    expect(reassigned).toMatchObject({ byName: 'el sistema', reason: null })
    expect((await decide(id, cast.approvers[1])).status).toBe(200)
    expect((await decide(id, token)).body.state).toBe('approved')
  })

  test('without anybody else sends its order back, which is sent again by the rules of today', async () => {
    const cast = await makeCast(app, 'sinrelevo', { approvers: 1 })
    const { submit, card, balance } = ordersOf(app, cast)
    const [id, blocked] = [await submit(), await submit()]
    await app.tamper(sql`update account set role = 'provider_user' where id = ${cast.approverIds[0]}`)
    await app.tamper(sql`update member set provider_id = ${cast.providerId}
      where company_id = ${cast.companyId} and user_id = ${cast.approverIds[0]}`)
    await isMended(cast, [mayHold])
    const { state, sentBackBecause, can } = await card(id)
    expect([state, can.edit]).toEqual(['returned', true])
    expect(sentBackBecause).toMatch(/^Nadie puede dar hoy una de sus aprobaciones/)
    expect(await facts(cast.companyId, id)).toMatchObject([
      { action: 'document.sent_back', reason: sentBackBecause },
    ])
    expect((await card(blocked)).state).toBe('returned')
    expect(await balance()).toEqual([100000000, 0, 0, 0])
    const again = { ...cast.order, revision: 1 }
    const sent = await app.ask(`/api/documents/${id}`, { method: 'PUT', as: cast.client, body: again })
    expect(sent.body).toMatchObject({ state: 'blocked', blockCause: 'no_approver' })
  })

  test('is asked for no longer where the others of its stage suffice', async () => {
    const { cast, orders, person, publish } = await scene(app, 'bastan')
    const [dora, raul] = [await person('dora'), await person('raul')]
    await publish(rule([stage({ approvers: users(dora.id, raul.id) })]))
    const id = await orders.submit()
    await leave(cast, raul.id)
    await isMended(cast, [hasLeft])
    expect(await facts(cast.companyId, id)).toMatchObject([{ action: 'approval.dropped' }])
    expect((await orders.decide(id, dora.token)).body.state).toBe('approved')
  })
})

describe('an open approval of somebody who cannot give it, of an order whose rule a missing rate hides', () => {
  test('is left and named, and mended once the rate is there', async () => {
    const { cast, orders, person, publish, ask } = await scene(app, 'sincambio')
    const [dora, raul] = [await person('dora'), await person('raul')]
    const enter = () =>
      ask('/api/exchange-rates', 'POST', { currency: 'USD', rate: '1', holdsFrom: dayFromToday() })
    await enter()
    const both = stage({ mode: 'all', approvers: users(dora.id, raul.id) })
    await publish(rule([both], { from: { minor: '1', currency: 'USD' } }))
    const id = await orders.submit()
    await leave(cast, raul.id)
    await app.tamper(sql`delete from exchange_rate where company_id = ${cast.companyId}`)
    const before = await eventsOf(cast.companyId)
    const { mended, unresolved } = await mendCompany(app.db, cast.companyId, true)
    expect(mended).toEqual([])
    expect(unresolved).toEqual([
      expect.stringMatching(new RegExp(`^order ${id}: approval .* rate from USD to EUR is missing`)),
      expect.stringMatching(new RegExp(`^${hasLeft}: `)),
    ])
    expect(await eventsOf(cast.companyId)).toBe(before)
    expect((await orders.card(id)).state).toBe('in_approval')
    await enter()
    await isMended(cast, [hasLeft])
    expect((await orders.card(id)).state).toBe('returned')
  })
})

describe('an order of a contract that takes none any more', () => {
  test.each([
    ['ended', sql`update contract set ends_on = starts_on`],
    ['closed', sql`update contract set status = 'completed'`],
  ])(
    '%s is blocked at once, and those that wait for nothing else go on when it is open',
    async (how, ends) => {
      const cast = await makeCast(app, `contrato${how}`)
      const { submit, card } = ordersOf(app, cast)
      const id = await submit()
      const contract = `company_id = '${cast.companyId}' and id = '${cast.payable}'`
      await app.tamper({ ...ends, text: `${ends.text} where ${contract}` })
      expect(await isMended(cast, [orderWaits])).toHaveLength(1)
      expect(await card(id)).toMatchObject({ state: 'blocked', blockCause: 'contract_inactive' })
      await app.tamper(sql`update contract set status = 'active', ends_on = '2090-12-31'
      where company_id = ${cast.companyId} and id = ${cast.payable}`)
      await isMended(cast, [orderWaits])
      expect(await card(id)).toMatchObject({ state: 'in_approval', blockCause: null })
    },
  )
})

describe('an order charged to another provider’s contract', () => {
  test('goes back to whoever asked for it; one that is approved is left, and named', async () => {
    const cast = await makeCast(app, 'ajeno')
    const { submit, approved, card } = ordersOf(app, cast)
    const open = await submit()
    const other = await cast.make('/api/providers', { name: 'Otra', clientIds: [cast.clientId] })
    const pays = (providerId: string) =>
      app.tamper(sql`update contract set provider_id = ${providerId}
        where company_id = ${cast.companyId} and id = ${cast.payable}`)
    await pays(other)
    await isMended(cast, [otherProviders])
    expect(await card(open)).toMatchObject({
      state: 'returned',
      sentBackBecause: expect.stringMatching(/contrato de otro proveedor/),
    })
    await pays(cast.providerId)
    const paid = await approved()
    await pays(other)
    const before = await eventsOf(cast.companyId)
    const { mended, unresolved }: Findings = await mendCompany(app.db, cast.companyId, true)
    expect([mended, unresolved]).toEqual([[], [`${otherProviders}: ${paid}`]])
    expect(await eventsOf(cast.companyId)).toBe(before)
    expect((await card(paid)).state).toBe('approved')
    await pays(cast.providerId)
  })
})

test('an event that waits for its seal twice is sealed once, and one that has it waits no more', async () => {
  const cast = await makeCast(app, 'sello')
  const { companyId } = cast
  await app.tamper(sql`update event set at = at - interval '1 hour'
    where company_id = ${companyId} and action = 'client.created'`)
  const double = () =>
    app.tamper(sql`insert into event_unsealed (company, event_id) select company_id, id from event
      where company_id = ${companyId} and action = 'client.created'`)
  await double()
  await expect(sealEvents(app.db)).rejects.toThrow(companyId)
  const queue = async () =>
    (await app.tamper(sql`select count(*)::int as count from event_unsealed where company = ${companyId}`))[0]
  // Once in the queue it still waits: the sealer takes it from there.
  const { mended } = await mendCompany(app.db, companyId, true)
  expect(mended).toHaveLength(1)
  await sealEvents(app.db)
  expect(await queue()).toEqual({ count: 0 })
  await double()
  await isMended(cast, [seal])
  const events = await app.tamper(sql`select actor_id from event
    where company_id = ${companyId} and action = 'company.queue_mended'`)
  expect(events).toEqual([{ actor_id: null }, { actor_id: null }])
  await sealEvents(app.db)
  expect(await queue()).toEqual({ count: 0 })
  expect(await brokenInvariants(app)).toEqual({})
})

test('what has happened is named for its company, and nothing of it is changed', async () => {
  const cast = await makeCast(app, 'hecho')
  const other = await makeCast(app, 'vecina')
  const { approved, confirm } = ordersOf(app, cast)
  const id = await approved()
  await confirm(id, cast.executor)
  const paidBy = (userId: string | undefined) =>
    app.tamper(sql`update execution set executed_by = ${userId} where company_id = ${cast.companyId}`)
  await paidBy(cast.approverIds[0])
  const before = await eventsOf(cast.companyId)
  const { company, mended, unresolved } = await mendCompany(app.db, cast.companyId, true)
  expect([company, mended]).toEqual(['hecho', []])
  expect(unresolved).toContain(`nobody executed what they decided, also for another: ${id}`)
  expect(await eventsOf(cast.companyId)).toBe(before)
  expect((await mendCompany(app.db, other.companyId, true)).unresolved).toEqual([])
  await paidBy(cast.executorId)
})

describe('permissions that a change of role left behind', () => {
  test('end where the role gives no ground for them, and nowhere else', async () => {
    const cast = await makeCast(app, 'roles', { approvers: 3 })
    const [auditor = '', ofClient = '', stays = ''] = cast.approverIds
    const { companyId, projectId } = cast
    await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      select ${companyId}, ${projectId}, person, permission
      from unnest(${[auditor, ofClient, stays]}::uuid[]) person, unnest('{view,edit}'::text[]) permission`)
    await app.tamper(sql`insert into member_permission (company_id, user_id, permission)
      select ${companyId}, unnest(${[auditor, stays]}::uuid[]), 'view'`)
    await app.tamper(sql`update account set role = 'auditor' where id = ${auditor}`)
    await app.tamper(sql`update account set role = 'client_user' where id = ${ofClient}`)
    await app.tamper(sql`update member set client_id = ${cast.clientId} where user_id = ${ofClient}`)
    const before = await eventsOf(companyId)
    const told = await mendCompany(app.db, companyId, false)
    expect(await eventsOf(companyId)).toBe(before)
    const done = await mendCompany(app.db, companyId, true)
    expect(done).toEqual(told)
    expect(done.mended).toEqual([
      `person ${auditor}: permissions approve, edit, view in project ${projectId} that their role gives no ground for; ended`,
      `person ${auditor}: permissions view in every project that their role gives no ground for; ended`,
    ])
    expect((await mendCompany(app.db, companyId, true)).mended).toEqual([])
    const both = [ofClient, stays].toSorted()
    const left = await app.tamper(sql`select
      array(select user_id from project_permission
        where company_id = ${companyId} and permission = 'edit' order by 1) as edit,
      array(select user_id from project_approver where company_id = ${companyId} order by 1) as approve,
      array(select user_id from member_permission where company_id = ${companyId}) as everywhere`)
    expect(left).toEqual([{ edit: both, approve: both, everywhere: [stays] }])
    expect((await facts(companyId, auditor)).at(-1)).toEqual({
      action: 'person.permissions_changed',
      reason: 'cambio de rol',
    })
    expect(await brokenInvariants(app)).toEqual({})
  })
})
