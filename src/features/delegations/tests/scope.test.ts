// Each fragment of `scope.ts` against its rule, over generated people, delegations and orders in a real database.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  covering,
  coversDuty,
  type Delegation,
  type Duty,
  delegationState,
  isWithinSight,
} from '#features/delegations/rules.ts'
import {
  companysToday,
  documentsAsSubstitute,
  executedFor,
  executesInPlace,
  inForce,
  letsActorDecide,
  letsExecute,
  letsSubstituteDecide,
  today,
  withinSight,
} from '#features/delegations/scope.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { type Part, part, type Sql, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import {
  actorOf,
  generatedWorld,
  permissionsIn,
  type WorldOrder,
  type WorldPerson,
  type WorldProject,
} from '#tests/support/world.ts'
import { type LoadedWorld, loadWorld } from '#tests/support/world-rows.ts'

const zone = 'Europe/Madrid'
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const numRuns = Number(process.env.MODEL_RUNS ?? 12)

const overWorlds = (check: (world: LoadedWorld, tx: TenantTx) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(generatedWorld, async generated => {
      const world = await loadWorld(app, generated)
      await world.inCompany(tx => check(world, tx))
    }),
    { numRuns },
  )

const idsFrom = async (tx: TenantTx, query: Sql): Promise<string[]> =>
  (await tx.all<{ id: string }>(query)).map(row => row.id).toSorted()

const personOf = ({ people }: LoadedWorld, userId: string): WorldPerson => {
  const found = people.find(person => person.userId === userId)
  if (!found) throw new Error(`nobody is ${userId}`)
  return found
}

const isInForce = (world: LoadedWorld, { now }: TenantTx, delegation: Delegation): boolean =>
  delegationState(delegation, dayFromInstant(now, zone)) === 'active' &&
  personOf(world, delegation.fromId).active

/** The delegation is in force and, as a mandate, covers the order. */
const isCovered = (
  world: LoadedWorld,
  tx: TenantTx,
  delegation: Delegation,
  order: WorldOrder,
  duty: Duty = 'approve',
): boolean => {
  const { fromId: userId, toId, covers, max } = delegation
  const mandate = { userId, covers, max, isExecutor: false, side: 'company' as const }
  return (
    isInForce(world, tx, delegation) && covering(personOf(world, toId), [mandate], order, duty).length === 1
  )
}

/** The delegation lets its substitute execute the order: its principal executes in the order's project. */
const isExecuted = (world: LoadedWorld, tx: TenantTx, delegation: Delegation, order: WorldOrder): boolean =>
  isCovered(world, tx, delegation, order, 'execute') &&
  permissionsIn(personOf(world, delegation.fromId), projectOf(world, order.projectId)).includes('execute')

const projectOf = ({ projects }: LoadedWorld, projectId: string): WorldProject => {
  const found = projects.find(({ id }) => id === projectId)
  if (!found) throw new Error(`no project is ${projectId}`)
  return found
}

const covered = (world: LoadedWorld, tx: TenantTx, toId?: string) =>
  world.delegations
    .filter(delegation => toId === undefined || delegation.toId === toId)
    .flatMap(delegation =>
      world.orders
        .filter(order => isCovered(world, tx, delegation, order))
        .map(order => `${delegation.id} ${order.id}`),
    )
    .toSorted()

test('a delegation is in force in SQL while the rules call it active and its giver can sign in', () =>
  overWorlds(async (world, tx) => {
    const expected = world.delegations.filter(each => isInForce(world, tx, each)).map(({ id }) => id)
    for (const day of [today(tx, zone), companysToday(tx)]) {
      const found = await idsFrom(
        tx,
        sql`select g.id from delegation g
        where g.company_id = ${tx.companyId} and ${inForce(day)}`,
      )
      expect(found).toEqual(expected.toSorted())
    }
  }))

const withOrders = (tx: TenantTx, condition: Part) => sql`
  select g.id || ' ' || d.id as id from delegation g join document d on d.company_id = g.company_id
  join member m on m.company_id = g.company_id and m.user_id = g.to_user join account who on who.id = m.user_id
  where g.company_id = ${tx.companyId} and ${condition}`

test('a delegation covers an order in SQL where the rules say that it covers it', () =>
  overWorlds(async (world, tx) => {
    const substitute = { member: part`m`, account: part`who` }
    const found = await idsFrom(
      tx,
      withOrders(tx, letsSubstituteDecide(companysToday(tx), substitute, part`d`)),
    )
    expect(found).toEqual(covered(world, tx))
  }))

test('the mandates of somebody are those delegations to them that cover an order', () =>
  overWorlds(async (world, tx) => {
    for (const person of world.people) {
      const found = await idsFrom(tx, withOrders(tx, letsActorDecide(tx, actorOf(world, person), part`d`)))
      expect(found).toEqual(covered(world, tx, person.userId))
    }
  }))

test('a delegation lets execute in SQL what it covers where its giver executes, and nothing else', () =>
  overWorlds(async (world, tx) => {
    const expected = world.delegations.flatMap(delegation =>
      world.orders
        .filter(order => isExecuted(world, tx, delegation, order))
        .map(order => `${delegation.id} ${order.id}`),
    )
    const found = await idsFrom(tx, withOrders(tx, letsExecute(companysToday(tx), part`d`)))
    expect(found).toEqual(expected.toSorted())
    for (const { userId } of world.people) {
      const person = part`${userId}::uuid`
      const orders = await idsFrom(
        tx,
        sql`select d.id from document d
        where d.company_id = ${tx.companyId} and ${executesInPlace(companysToday(tx), person, part`d`)}`,
      )
      const theirs = world.orders.filter(order =>
        world.delegations.some(each => each.toId === userId && isExecuted(world, tx, each, order)),
      )
      expect(orders).toEqual(theirs.map(({ id }) => id).toSorted())
    }
  }))

test('a substitute executes in the projects in which their giver does, of their own client', () =>
  overWorlds(async (world, tx) => {
    for (const person of world.people) {
      const standsInFor = world.delegations.filter(
        each =>
          each.toId === person.userId && coversDuty(each.covers, 'execute') && isInForce(world, tx, each),
      )
      const isTheirs = (project: WorldProject) =>
        ['admin', 'client', 'client_user', 'approver'].includes(person.role) &&
        (person.clientId === null || person.clientId === project.clientId) &&
        standsInFor.some(({ fromId }) => permissionsIn(personOf(world, fromId), project).includes('execute'))
      const found = await idsFrom(
        tx,
        sql`select distinct x.project_id as id from (${executedFor(tx, actorOf(world, person))}) x`,
      )
      expect(found).toEqual(
        world.projects
          .filter(isTheirs)
          .map(({ id }) => id)
          .toSorted(),
      )
    }
  }))

test('a substitute has to do with orders that wait for their giver, and with those that they decided', () =>
  overWorlds(async (world, tx) => {
    for (const person of world.people) {
      const mine = world.delegations.filter(({ toId }) => toId === person.userId)
      const waits = (order: WorldOrder) =>
        order.state === 'in_approval' &&
        mine.some(
          delegation =>
            isCovered(world, tx, delegation, order) &&
            seatsOf(order).some(seat => seat.approverId === delegation.fromId && seat.status === 'pending'),
        )
      const isDecided = (order: WorldOrder) =>
        seatsOf(order).some(({ decidedById }) => decidedById === person.userId)
      const expected = world.orders.filter(order => waits(order) || isDecided(order)).map(({ id }) => id)
      const found = await idsFrom(
        tx,
        sql`
        select distinct x.document_id as id from (${documentsAsSubstitute(tx, actorOf(world, person))}) x`,
      )
      expect(found).toEqual(expected.toSorted())
    }
  }))

const seatsOf = ({ stages }: WorldOrder) => stages.flatMap(({ seats }) => seats)

test('somebody may name in SQL those whom the rules let them know', () =>
  overWorlds(async (world, tx) => {
    const projects = world.projects.map(({ id, clientId }) => ({
      clientId,
      appointedIds: world.people
        .filter(({ named }) => named.some(({ projectId }) => projectId === id))
        .map(({ userId }) => userId),
    }))
    for (const person of world.people) {
      const actor = actorOf(world, person)
      const found = await idsFrom(
        tx,
        sql`select m.user_id as id from member m
        where m.company_id = ${tx.companyId} and ${withinSight(actor)}`,
      )
      const expected = world.people.filter(other => isWithinSight(actor, other, projects))
      expect(found).toEqual(expected.map(({ userId }) => userId).toSorted())
    }
  }))
