// Counters of seats: whoever has seats outside their projects is told what counting one by one tells, whatever of it is tallied.
import { afterAll, expect, test } from 'vitest'
import { tallyAllSeats } from '#features/documents/commands/tally-seats.ts'
import {
  countElsewhere,
  countedAmount,
  documentVisibleTo,
  seatedElsewhere,
} from '#features/documents/scope.ts'
import { tallySeats } from '#features/documents/store/seat-tally.ts'
import { visibleTallies } from '#features/documents/views/counts.ts'
import { statement } from '#features/executions/views/statement.ts'
import { clock } from '#server/clock.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { actorIn } from '#tests/support/actor.ts'
import { makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startProduct()
afterAll(() => app.stop())
const cast = await makeCast(app, 'asienta', { total: '900000000000' })
const { companyId, clientId } = cast
const orders = ordersOf(app, cast)
const [ana = '', other = ''] = cast.approverIds
const asAna = actorIn(cast, { userId: ana, role: 'approver' })
const dollars = await cast.make('/api/contracts', {
  type: 'proveedor',
  clientId,
  providerId: cast.providerId,
  description: 'En dólares',
  totalMinor: '100000000',
  currency: 'USD',
  startsOn: '2020-01-01',
  endsOn: '2090-12-31',
})
const abroad = await cast.make('/api/projects', {
  name: 'Fuera',
  clientId,
  totalMinor: '100000000',
  contractIds: [dollars],
  approverIds: cast.approverIds,
  executorIds: [cast.executorId],
})
const own = await cast.make('/api/projects', {
  name: 'Propia',
  clientId,
  totalMinor: '100000000',
  contractIds: [cast.payable],
  approverIds: cast.approverIds,
  executorIds: [cast.executorId],
})

const paid = async (over: object = {}): Promise<string> => {
  const id = await orders.approved(over)
  expect((await orders.confirm(id, cast.executor)).status).toBe(200)
  return id
}
/** Where Ana approved, and no longer does. */
const left = [cast.projectId, abroad]
const leave = () =>
  app.tamper(
    sql`delete from project_approver where company_id = ${companyId} and user_id = ${ana} and project_id = any (${left})`,
  )
const paidElsewhere = async (amountMinor: string): Promise<string> => {
  await app.tamper(sql`insert into project_approver (company_id, project_id, user_id, created_at)
    values (${companyId}, ${cast.projectId}, ${ana}, now())`)
  const id = await paid({ amountMinor })
  await leave()
  return id
}
const bringBack = async (id: string, attempt = 1) =>
  expect((await orders.giveBack(id, cast.executor, { attempt })).status).toBe(200)

/** Of each kind one that is over and one that is open; of one of them she approved twice. */
const first = await paid()
const sent = await paid({ amountMinor: '700', type: 'gasto' })
const rejected = await orders.submit({ amountMinor: '50' })
expect((await orders.decide(rejected, cast.approvers[0], 'reject', { comment: 'No' })).status).toBe(200)
const cancelled = await orders.approved({ amountMinor: '61' })
expect((await orders.cancel(cancelled)).status).toBe(200)
await paid({ projectId: abroad, amountMinor: '9000' })
await paid({ projectId: own, amountMinor: '11' })
await orders.submit({ amountMinor: '2' })
await orders.approved({ amountMinor: '3' })
const made = await orders.post(`/api/documents/${first}/credit-notes`, cast.client, {
  revision: 1,
  name: 'Devolución',
  amountMinor: '400',
  invoiceNumber: 'AB-1',
})
const note: string = made.body.id
for (const approver of cast.approvers) await orders.decide(note, approver)
expect((await orders.confirm(note, cast.executor)).status).toBe(200)
/** One more seat of somebody in an order, in a stage of its own. */
const seatIn = (order: string, stage: number, userId: string) =>
  app.tamper(sql`
    with stage as (insert into approval_stage (company_id, document_id, revision, stage, turn, name, mode, needed, outcome, basis)
      select company_id, document_id, revision, ${stage}, 1, name, mode, 1, outcome, basis from approval_stage
      where company_id = ${companyId} and document_id = ${order} limit 1 on conflict do nothing)
    insert into approval (company_id, id, document_id, revision, stage, approver_id, status, created_at, updated_at, project_id)
    select company_id, gen_random_uuid(), id, 1, ${stage}, ${userId}, 'skipped', now(), now(), project_id
    from document where company_id = ${companyId} and id = ${order}`)
for (const order of [first, note]) await seatIn(order, 7, ana)
// She leaves two of the projects; seats of the oldest release do not know theirs.
await leave()
await app.tamper(
  sql`update approval set project_id = null where company_id = ${companyId} and document_id = ${sent}`,
)

const tally = tallyAllSeats(app.db)
const tallied = async () =>
  Number(
    (await app.tamper(sql`select coalesce(sum(count), 0) as n from seat_tally where approver_id = ${ana}`))[0]
      ?.n,
  )

/** Counts that somebody is told, and those that counting their orders one by one gives. */
const counted = (actor = asAna) =>
  asSystem(app.db, companyId, async tx => {
    const by = part`d.project_id, d.type, d.state, d.currency`
    const told = await tx.all(sql`select ${by}, sum(d.count)::int as count, sum(d.amount_minor)::text as minor
      from ${visibleTallies(tx, actor)} d group by ${by} having sum(d.count) <> 0 order by ${by}`)
    const all = await tx.all(sql`select ${by}, count(*)::int as count, sum(${countedAmount})::text as minor
      from document d where d.company_id = ${companyId} and ${documentVisibleTo(tx, actor)} group by ${by} order by ${by}`)
    const [elsewhere] = await tx.all(sql`select ${countElsewhere(tx, actor, part`1000`)} as told,
      (select count(*)::int from document d where d.company_id = ${companyId} and ${seatedElsewhere(tx, actor)}) as all`)
    return { told, all, elsewhere }
  })

async function expectSame(): Promise<void> {
  for (const userId of [ana, other]) {
    const { told, all } = await counted({ ...asAna, userId })
    expect(all.length).toBeGreaterThan(4)
    expect(told).toEqual(all)
  }
  expect(await brokenTallies()).toEqual([])
}

/** As of two hours from now: what housekeeping has not seen to by then. */
async function brokenTallies(): Promise<string[]> {
  const at = new Date(clock.now().getTime() + 2 * 3_600_000)
  return Object.keys(await brokenInvariants({ owner: app.owner, at })).filter(name => /tall(y|ie)/.test(name))
}

test('not yet tallied, and tallied, in currencies of their own, a credit note and two seats in one order count once', async () => {
  await expectSame()
  expect(await tallied()).toBe(0)
  await tally([companyId])
  expect(await tallied()).toBe(7)
  await expectSame()
  const { elsewhere } = await counted()
  expect(elsewhere?.told).toBe(elsewhere?.all)
  const { totals } = await asSystem(app.db, companyId, tx => statement(tx, asAna))
  expect(totals.find(({ amount }) => amount.currency === 'USD')).toMatchObject({ count: 1, status: 'paid' })
})

test('tallied again, they are as before, also by two that tally at once', async () => {
  await tally([companyId])
  await tally([companyId])
  expect(await tallied()).toBe(7)
  await paidElsewhere('31')
  await paidElsewhere('37')
  await Promise.all([1, 2, 3, 4].map(() => tallyAllSeats(app.db, { orders: 1 })([companyId])))
  await tally([companyId])
  expect(await tallied()).toBe(9)
  await expectSame()
})

test('a payment that comes back takes its order out, and paid anew it is tallied anew', async () => {
  const id = await paidElsewhere('41')
  await tally([companyId])
  const before = await tallied()
  await bringBack(id)
  expect(await tallied()).toBe(before - 1)
  await expectSame()
  await tally([companyId])
  expect(await tallied()).toBe(before - 1)
  expect((await orders.confirm(id, cast.executor)).status).toBe(200)
  await expectSame()
  await tally([companyId])
  expect(await tallied()).toBe(before)
  await bringBack(id, 2)
  expect((await orders.cancel(id)).status).toBe(200)
  await tally([companyId])
  await expectSame()
})

test('an order that is held while seats are tallied is left for the next time', async () => {
  const id = await paidElsewhere('43')
  await asSystem(app.db, companyId, async tx => {
    await tx.run(sql`select from document where company_id = ${companyId} and id = ${id} for update`)
    await tally([companyId])
  })
  await expectSame()
  const notTallied = () =>
    app.tamper(sql`select from approval where document_id = ${id} and tallied_state is null`)
  expect(await notTallied()).toHaveLength(2)
  await tally([companyId])
  expect(await notTallied()).toHaveLength(0)
})

test('two that tally at once do not wait for each other, and count each order once', async () => {
  await paidElsewhere('45')
  const before = await tallied()
  await asSystem(app.db, companyId, async tx => {
    await tallySeats(tx, { after: '', most: 1000 })
    await tally([companyId])
  })
  expect(await tallied()).toBe(before + 1)
  await expectSame()
})

test('a seat that comes to an order that is tallied is counted the next time, for whoever had none in it', async () => {
  const id = await paidElsewhere('46')
  await tally([companyId])
  const before = await tallied()
  await seatIn(id, 8, ana)
  await seatIn(id, 9, cast.executorId)
  await tally([companyId])
  expect(await tallied()).toBe(before)
  expect(await app.tamper(sql`select from seat_tally where approver_id = ${cast.executorId}`)).toHaveLength(1)
  await expectSame()
})

test('a payment that comes back while its order is being tallied waits for it, and is not counted as paid', async () => {
  const id = await paidElsewhere('47')
  const coming = await asSystem(app.db, companyId, async tx => {
    await tallySeats(tx, { after: '', most: 1000 })
    return { back: bringBack(id) }
  })
  await coming.back
  await expectSame()
})

test('returns of one person’s orders and tallies at once leave everything counted', async () => {
  const ids: string[] = []
  for (let n = 0; n < 8; n++) ids.push(await paidElsewhere(String(100 + n)))
  await tally([companyId])
  const work = ids.map(id => bringBack(id))
  const tallying = Array.from({ length: 8 }, () => tallyAllSeats(app.db, { orders: 2 })([companyId]))
  await Promise.all([...work, ...tallying])
  await expectSame()
})

test('what a node of the release before opens again is taken out, also when it is over in another way by then', async () => {
  const reopened = await paidElsewhere('53')
  const otherwise = await paidElsewhere('59')
  await tally([companyId])
  const before = await tallied()
  const counter = (from: string, to: string, id: string) => sql`
    with moved as (update document set state = ${to}, previous_state = ${from} where company_id = ${companyId} and id = ${id}
      returning project_id, type, number % 8 as slot, amount_minor),
    out as (insert into document_tally as t (company_id, project_id, type, state, slot, count, amount_minor)
      select ${companyId}, project_id, type, ${from}, slot, -1, -amount_minor from moved
      on conflict (company_id, project_id, type, state, slot) do update
        set count = t.count - 1, amount_minor = t.amount_minor + excluded.amount_minor)
    insert into document_tally as t (company_id, project_id, type, state, slot, count, amount_minor)
      select ${companyId}, project_id, type, ${to}, slot, 1, amount_minor from moved
      on conflict (company_id, project_id, type, state, slot) do update
        set count = t.count + 1, amount_minor = t.amount_minor + excluded.amount_minor`
  await app.tamper(counter('executed', 'approved', reopened))
  await bringBack(otherwise)
  await app.tamper(sql`update approval set tallied_state = 'executed' where document_id = ${otherwise}`)
  await app.tamper(sql`update seat_tally set count = count + 1, amount_minor = amount_minor + 59
    where state = 'executed' and type = 'gasto' and project_id = ${cast.projectId}
      and approver_id = any (${cast.approverIds}::uuid[])`)
  expect((await orders.cancel(otherwise)).status).toBe(200)
  expect(await tallied()).toBe(before)
  await tally([companyId])
  expect(await tallied()).toBe(before - 1)
  for (const userId of [ana, other]) {
    const { told, all } = await counted({ ...asAna, userId })
    expect(told).toEqual(all)
  }
  expect(await brokenTallies()).toEqual([])
  await app.tamper(counter('approved', 'executed', reopened))
})
