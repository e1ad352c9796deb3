// Each piece of `scope.ts`, and that of contracts, against its rule, over generated companies in a real database.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasParticipated } from '#features/approvals/rules.ts'
import { seesContract } from '#features/contracts/rules.ts'
import { contractVisibleTo } from '#features/contracts/scope.ts'
import { documentsAsSubstitute, executedFor } from '#features/delegations/scope.ts'
import { documentStates, isOpen, seesDocument, seesProject } from '#features/documents/rules.ts'
import {
  authorsOfDocument,
  documentVisibleTo,
  isAuthor,
  openDocumentVisibleTo,
  projectVisibleTo,
  seatedElsewhere,
} from '#features/documents/scope.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { part, type Sql, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import {
  actorOf,
  generatedWorld,
  permissionsIn,
  standingOf,
  type WorldOrder,
  type WorldPerson,
  type WorldProject,
} from '#tests/support/world.ts'
import { type LoadedWorld, loadWorld } from '#tests/support/world-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** People of each generated company, one by one. */
const overPeople = (check: (world: LoadedWorld, tx: TenantTx, person: WorldPerson) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(generatedWorld, async generated => {
      const world = await loadWorld(app, generated)
      await world.inCompany(async tx => {
        for (const person of world.people) await check(world, tx, person)
      })
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 12) },
  )

const idsFrom = async (tx: TenantTx, query: Sql): Promise<string[]> =>
  (await tx.all<{ id: string }>(query)).map(row => row.id).toSorted()

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted()

function projectOf({ projects }: LoadedWorld, { projectId }: WorldOrder): WorldProject {
  const found = projects.find(({ id }) => id === projectId)
  if (!found) throw new Error(`no project is ${projectId}`)
  return found
}

test('somebody sees in SQL the projects that the rules show them', () =>
  overPeople(async (world, tx, person) => {
    const actor = actorOf(world, person)
    const found = await idsFrom(
      tx,
      sql`select p.id from project p
      where p.company_id = ${tx.companyId} and ${projectVisibleTo(actor)}`,
    )
    const expected = world.projects.filter(project =>
      seesProject(
        actor,
        standingOf(world, person, project),
        world.orders.filter(({ projectId }) => projectId === project.id),
      ),
    )
    expect(found).toEqual(idsOf(expected))
  }))

test('somebody sees in SQL the orders that the rules show them, and those in which they have a part', () =>
  overPeople(async (world, tx, person) => {
    const actor = actorOf(world, person)
    const found = await idsFrom(
      tx,
      sql`select d.id from document d
      where d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)}`,
    )
    const others = await partOf(tx, world, person)
    const executed = await projectsFor(tx, world, person)
    const expected = world.orders.filter(
      order =>
        seesDocument(actor, standingOf(world, person, projectOf(world, order)), order) ||
        (visibleProjects(actor).kind === 'assigned' &&
          (others.includes(order.id) || executed.includes(order.projectId))),
    )
    expect(found).toEqual(idsOf(expected))
    const open = await idsFrom(
      tx,
      sql`select d.id from document d
      where d.company_id = ${tx.companyId} and d.state = any (${openStates}::text[]) and ${openDocumentVisibleTo(tx, actor)}`,
    )
    expect(open).toEqual(idsOf(expected.filter(({ state }) => isOpen(state))))
  }))

const openStates = documentStates.filter(isOpen)

/** Projects in which the person stands in for somebody who executes there. */
const projectsFor = (tx: TenantTx, { companyId }: LoadedWorld, person: WorldPerson): Promise<string[]> =>
  idsFrom(tx, sql`select x.project_id as id from (${executedFor(tx, actorOf({ companyId }, person))}) x`)

/** Orders in which the person has a seat, or substitutes somebody who has one. */
async function partOf(
  tx: TenantTx,
  { companyId, orders }: LoadedWorld,
  person: WorldPerson,
): Promise<string[]> {
  const actor = actorOf({ companyId }, person)
  const standsIn = await idsFrom(
    tx,
    sql`select x.document_id as id from (${documentsAsSubstitute(tx, actor)}) x`,
  )
  const isTheirs = ({ id, stages }: WorldOrder) =>
    hasParticipated(stages, person.userId) || standsIn.includes(id)
  return idsOf(orders.filter(isTheirs))
}

test('orders that somebody sees for a seat alone are of projects in which they hold nothing', () =>
  overPeople(async (world, tx, person) => {
    const actor = actorOf(world, person)
    const found = await idsFrom(
      tx,
      sql`select d.id from document d
      where d.company_id = ${tx.companyId} and ${seatedElsewhere(tx, actor)}`,
    )
    const part = await partOf(tx, world, person)
    const executed = await projectsFor(tx, world, person)
    const expected = world.orders.filter(
      order =>
        part.includes(order.id) &&
        permissionsIn(person, projectOf(world, order)).length === 0 &&
        !executed.includes(order.projectId),
    )
    expect(found).toEqual(idsOf(expected))
  }))

test('somebody who was never a substitute sees the same when nothing is looked for in the place of others', () =>
  overPeople(async (world, tx, person) => {
    const actor = actorOf(world, person)
    const decided = world.orders.flatMap(({ stages }) => stages.flatMap(({ seats }) => seats))
    const stoodIn =
      world.delegations.some(({ toId }) => toId === person.userId) ||
      decided.some(({ decidedById }) => decidedById === person.userId)
    if (stoodIn) return
    const never: Actor = { ...actor, neverSubstitute: true }
    for (const predicate of [documentVisibleTo, seatedElsewhere]) {
      const seenBy = (who: Actor) =>
        idsFrom(
          tx,
          sql`select d.id from document d where d.company_id = ${tx.companyId} and ${predicate(tx, who)}`,
        )
      expect(await seenBy(never)).toEqual(await seenBy(actor))
    }
  }))

test('somebody sees in SQL the contracts that the rules show them', () =>
  overPeople(async (world, tx, person) => {
    const actor = actorOf(world, person)
    const found = await idsFrom(
      tx,
      sql`select c.id from contract c
      where c.company_id = ${tx.companyId} and ${contractVisibleTo(actor)}`,
    )
    const holdsIn = (projectId: string | null) =>
      world.projects.some(project => project.id === projectId && permissionsIn(person, project).length > 0)
    const expected = world.contracts.filter(contract =>
      seesContract(actor, contract, holdsIn(contract.projectId)),
    )
    expect(found).toEqual(idsOf(expected))
  }))

test('the authors of an order are all who wrote any of its revisions', () =>
  overPeople(async (world, tx, person) => {
    const found = await tx.all<{ id: string; authors: string[] }>(sql`
      select d.id, ${authorsOfDocument(part`d`)} as authors from document d where d.company_id = ${tx.companyId}`)
    for (const { id, authorIds } of world.orders)
      expect(found.find(row => row.id === id)?.authors.toSorted()).toEqual(authorIds.toSorted())
    const written = await idsFrom(
      tx,
      sql`select d.id from document d
      where d.company_id = ${tx.companyId} and ${isAuthor(part`${person.userId}::uuid`, part`d`)}`,
    )
    expect(written).toEqual(idsOf(world.orders.filter(({ authorIds }) => authorIds.includes(person.userId))))
  }))
