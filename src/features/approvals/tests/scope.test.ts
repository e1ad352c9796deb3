// Each fragment of `scope.ts` against its rule, over generated orders in a real database.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conflictOfDuties, decidableSeat, mayHold, openTurn, type Stage } from '#features/approvals/rules.ts'
import { decidersOfDocument, decidesFor, hasPartInStage, holdsSeat } from '#features/approvals/scope.ts'
import { covering, delegationState } from '#features/delegations/rules.ts'
import { type Permission, personSide } from '#features/projects/rules.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import {
  actorOf,
  generatedWorld,
  permissionsIn,
  type World,
  type WorldOrder,
  type WorldPerson,
} from '#tests/support/world.ts'
import { type LoadedWorld, loadWorld } from '#tests/support/world-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/**
 * Generated companies: in half of them nearly everybody approves, and everybody has the next person as substitute.
 */
const generated = fc.oneof(
  generatedWorld,
  fc.tuple(generatedWorld, fc.integer({ min: 1, max: 3 })).map(([world, to]) => ({
    ...world,
    people: world.people.map((person, index) =>
      index % 4 === 0
        ? person
        : { ...person, role: 'approver' as const, client: null, isMember: true, isAccount: true },
    ),
    delegations: world.people.map((_, from) => ({
      from,
      to,
      startsIn: 0,
      days: 4,
      covers: 'both' as const,
      isEnded: false,
      max: null,
    })),
  })),
)

/** All pairs of a person and an order in each generated company. */
const overOrders = (
  check: (world: LoadedWorld, tx: TenantTx, person: WorldPerson, order: WorldOrder) => Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(generated, async given => {
      const world = await loadWorld(app, given)
      await world.inCompany(async tx => {
        for (const person of world.people)
          for (const order of world.orders) await check(world, tx, person, order)
      })
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 24) },
  )

/** Seats `a` of the order `d`, stage by stage; with `turn` those of its turn that are open. */
async function seats(tx: TenantTx, order: WorldOrder, condition: Part, isOpen = false): Promise<string[]> {
  const open = part`and a.status = 'pending' and s.turn = d.turn`
  const found = await tx.all<{ id: string }>(sql`
    select a.id from document d
    join approval a on a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision
    join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id
      and s.revision = a.revision and s.stage = a.stage
    where d.company_id = ${tx.companyId} and d.id = ${order.id} ${isOpen ? open : part``} and ${condition}
    order by s.stage, a.id`)
  return found.map(row => row.id)
}

const seatsWith = (
  { stages }: WorldOrder,
  isWanted: (stage: Stage, seat: Stage['seats'][number]) => boolean,
) => stages.flatMap(stage => stage.seats.filter(seat => isWanted(stage, seat)).map(({ id }) => id))

test('the seats that somebody may have in SQL are those that the rules let them hold', () =>
  overOrders(async (world, tx, person, order) => {
    const found = await seats(tx, order, holdsSeat(actorOf(world, person)))
    const expected = seatsWith(order, stage => mayHold(personSide(person, order.clientId), stage))
    expect(found.toSorted()).toEqual(expected.toSorted())
  }))

test('somebody decides for another in SQL the seats that the rules give to a substitute', () =>
  overOrders(async (world, tx, person, order) => {
    const found = await seats(tx, order, decidesFor(tx, actorOf(world, person)), true)
    const expected = seatsWith(order, (stage, seat) => isDecidedFor(world, tx, person, order, stage, seat))
    expect(found.toSorted()).toEqual(expected.toSorted())
  }))

/** `decidableSeat` for this seat only: the other seats of its stage stay, so that nobody has two. */
function isDecidedFor(
  world: World,
  tx: TenantTx,
  person: WorldPerson,
  order: WorldOrder,
  stage: Stage,
  seat: Stage['seats'][number],
): boolean {
  const { userId } = person
  const giver = world.people.find(other => other.userId === seat.approverId)
  if (!giver || seat.approverId === userId || stage.turn !== turnOf(order)) return false
  const duties = { authorIds: order.authorIds, executorMayApprove: world.executorMayApprove }
  const executorIds = holds(world, person, order, 'execute') ? [userId] : []
  if (conflictOfDuties(userId, { ...duties, executorIds }) !== null) return false
  const mandate = {
    userId: giver.userId,
    covers: 'approve' as const,
    max: null,
    isExecutor: holds(world, giver, order, 'execute'),
    side: personSide(giver, order.clientId),
  }
  const standsInFor = world.delegations
    .filter(each => each.fromId === giver.userId && each.toId === userId && giver.active)
    .filter(each => delegationState(each, dayFromInstant(tx.now, 'Europe/Madrid')) === 'active')
    .flatMap(({ covers, max }) => covering(person, [{ ...mandate, covers, max }], order, 'approve'))
  const found = decidableSeat(userId, {
    ...duties,
    standsInFor,
    side: personSide(person, order.clientId),
    stages: [{ ...stage, needed: stage.seats.length }],
  })
  return found?.id === seat.id
}

/** An order that everything is approved of is not moved on here: it stays in its first turn. */
const turnOf = ({ stages }: WorldOrder) => openTurn(stages) ?? 1

const holds = (world: World, person: WorldPerson, order: WorldOrder, permission: Permission): boolean =>
  world.projects.some(
    project => project.id === order.projectId && permissionsIn(person, project).includes(permission),
  )

test('somebody has a part in a stage by a seat of theirs that counts, or by one that they decided', () =>
  overOrders(async (_, tx, person, order) => {
    const found = await seats(tx, order, hasPartInStage(part`${person.userId}::uuid`, part`a`))
    const isTheirs = ({ seats: all }: Stage) =>
      all.some(
        seat =>
          (seat.approverId === person.userId && seat.status !== 'void') || seat.decidedById === person.userId,
      )
    expect(found.toSorted()).toEqual(seatsWith(order, isTheirs).toSorted())
  }))

test('whoever decided an order, and whoever’s seat it was, had a hand in it', () =>
  overOrders(async (_, tx, __, order) => {
    const found = await tx.one<{ ids: string[] }>(sql`
      select ${decidersOfDocument(part`d`)} as ids from document d
      where d.company_id = ${tx.companyId} and d.id = ${order.id}`)
    const expected = order.stages
      .flatMap(({ seats: all }) => all)
      .filter(({ status }) => status === 'approved' || status === 'rejected')
      .flatMap(({ approverId, decidedById }) => [approverId, ...(decidedById ? [decidedById] : [])])
    expect(found?.ids.toSorted()).toEqual([...new Set(expected)].toSorted())
  }))
