// Each piece of `scope.ts` against its rule, over generated people and projects in a real database.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holds, isWithinReach } from '#features/projects/rules.ts'
import {
  actorsListCounts,
  approvedBy,
  assignedTo,
  executedBy,
  executesIn,
  holders,
  isPartyTo,
  ofProject,
  reaches,
} from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part, type Sql, sql } from '#server/database/sql.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { actorOf, generatedWorld, permissionsIn, standingOf, type WorldPerson } from '#tests/support/world.ts'
import { type LoadedWorld, loadWorld } from '#tests/support/world-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const numRuns = Number(process.env.MODEL_RUNS ?? 12)

const overWorlds = (check: (world: LoadedWorld) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(generatedWorld, async generated => check(await loadWorld(app, generated))),
    { numRuns },
  )

/** Person and project of every row that a query finds. */
async function pairs({ inCompany }: LoadedWorld, query: Sql): Promise<string[]> {
  const found = await inCompany(tx => tx.all<{ user_id: string; project_id: string }>(query))
  return [...new Set(found.map(row => `${row.user_id} ${row.project_id}`))].toSorted()
}

/** Person and project of every pair for which a rule holds. */
const pairsBy = (
  { people, projects }: LoadedWorld,
  rule: (person: WorldPerson, project: LoadedWorld['projects'][number]) => boolean,
): string[] =>
  people
    .flatMap(person =>
      projects.filter(project => rule(person, project)).map(({ id }) => `${person.userId} ${id}`),
    )
    .toSorted()

/** Every person with every project. */
const crossed = ({ companyId }: LoadedWorld, condition: Part) => sql`
  select m.user_id, p.id as project_id from member m join account who on who.id = m.user_id
  join project p on p.company_id = m.company_id where m.company_id = ${companyId} and ${condition}`

/** A piece that is made for one known person, asked for each of them. */
async function pairsOfEach(world: LoadedWorld, piece: (person: WorldPerson) => Part): Promise<string[]> {
  const found: string[] = []
  for (const person of world.people) {
    const condition = part`m.user_id = ${person.userId} and ${piece(person)}`
    found.push(...(await pairs(world, crossed(world, condition))))
  }
  return found.toSorted()
}

/** The actor as the program knows a person from their second request on. */
const learntActor = (world: LoadedWorld, person: WorldPerson): Actor => ({
  ...actorOf(world, person),
  ...(person.everywhere.length === 0 ? { withoutGlobalList: true } : {}),
})

test('a global list counts in SQL where the rules say it counts', () =>
  overWorlds(async world => {
    const expected = pairsBy(world, (person, { clientId }) => isWithinReach(person, clientId))
    const aliases = { member: part`m`, account: part`who` }
    expect(await pairs(world, crossed(world, reaches(aliases, part`p.client_id`)))).toEqual(expected)
    const known = await pairsOfEach(world, person =>
      actorsListCounts(actorOf(world, person), part`p.client_id`),
    )
    expect(known).toEqual(expected)
  }))

test('whoever executes in a project by the rules executes in it in SQL, and nobody else', () =>
  overWorlds(async world => {
    const expected = pairsBy(world, (person, project) =>
      holds(actorOf(world, person), standingOf(world, person, project), 'execute'),
    )
    const isExecutor = executesIn(part`m.user_id`, ofProject(part`p`))
    expect(await pairs(world, crossed(world, isExecutor))).toEqual(expected)
    expect(await pairs(world, sql`select * from (${holders(world.companyId, 'execute')}) x`)).toEqual(
      expected,
    )
    const known = await pairsOfEach(world, person => part`p.id in (${executedBy(actorOf(world, person))})`)
    const learnt = await pairsOfEach(
      world,
      person => part`p.id in (${executedBy(learntActor(world, person))})`,
    )
    expect(learnt).toEqual(expected)
    expect(known).toEqual(expected)
  }))

test('whoever approves in a project by the rules approves in it in SQL, and nobody else', () =>
  overWorlds(async world => {
    const expected = pairsBy(world, (person, project) =>
      holds(actorOf(world, person), standingOf(world, person, project), 'approve'),
    )
    expect(await pairs(world, sql`select * from (${holders(world.companyId, 'approve')}) x`)).toEqual(
      expected,
    )
    const known = await pairsOfEach(world, person => part`p.id in (${approvedBy(actorOf(world, person))})`)
    const learnt = await pairsOfEach(
      world,
      person => part`p.id in (${approvedBy(learntActor(world, person))})`,
    )
    expect(learnt).toEqual(expected)
    expect(known).toEqual(expected)
  }))

test('the projects assigned to somebody are those in which they hold anything', () =>
  overWorlds(async world => {
    const expected = pairsBy(world, (person, project) => permissionsIn(person, project).length > 0)
    const found = await pairsOfEach(world, person => part`p.id in (${assignedTo(actorOf(world, person))})`)
    const learnt = await pairsOfEach(
      world,
      person => part`p.id in (${assignedTo(learntActor(world, person))})`,
    )
    expect(learnt).toEqual(expected)
    expect(found).toEqual(expected)
  }))

test('a provider is party to a project by a contract that names it', () =>
  overWorlds(async world => {
    const expected = pairsBy(world, (person, project) => standingOf(world, person, project).isItsProvider)
    const found = await pairsOfEach(world, ({ providerId }) =>
      providerId === null ? part`false` : isPartyTo(providerId),
    )
    expect(found).toEqual(expected)
  }))
