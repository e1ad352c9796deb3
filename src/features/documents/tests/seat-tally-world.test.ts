// Counters of seats over generated companies, with substitutes, seats of the oldest release and whatever else there is: each
// person is told what one by one tells, before seats are tallied, after it, and when orders are open again.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tallyAllSeats } from '#features/documents/commands/tally-seats.ts'
import { documentStates, isOpen } from '#features/documents/rules.ts'
import {
  countElsewhere,
  countedAmount,
  documentVisibleTo,
  openDocumentVisibleTo,
  seatedElsewhere,
} from '#features/documents/scope.ts'
import { visibleTallies } from '#features/documents/views/counts.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { actorOf, generatedWorld } from '#tests/support/world.ts'
import { type LoadedWorld, loadWorld } from '#tests/support/world-rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await app.tamper(sql`alter table document disable trigger document_moves`)
})
afterAll(() => app.stop())

/** Each order in a state by its number and this one; the counters of projects as they are then. */
async function move({ companyId }: LoadedWorld, by: number): Promise<void> {
  const place = part`1 + (number + ${by}) % 4`
  const state = part`(array['executed', 'in_approval', 'cancelled', 'rejected'])[${place}]`
  for (const statement of [
    sql`update document set currency = 'EUR', state = ${state}, credit_state = case when credited_id is not null then ${state} end,
        previous_state = (array['approved', 'in_approval', 'approved', 'in_approval'])[${place}],
        approvals_total = 1, approvals_approved = 1, approvals_rejected = 0, approvals_pending = 0, approvals_skipped = 0
      where company_id = ${companyId}`,
    // A credit note reduces sums, whatever it reduces.
    sql`update document d set credited_id = 'DOC-001', credit_state = state where company_id = ${companyId} and number = 3
      and project_id = (select project_id from document where company_id = ${companyId} and number = 1)`,
    sql`delete from document_tally where company_id = ${companyId}`,
    sql`insert into document_tally (company_id, project_id, type, state, slot, count, amount_minor)
      select d.company_id, d.project_id, d.type, d.state, 0, count(*), sum(${countedAmount}) from document d
      where d.company_id = ${companyId} group by 1, 2, 3, 4`,
  ])
    await app.tamper(statement)
}

async function expectSame(world: LoadedWorld): Promise<void> {
  const columns = part`d.project_id, d.type, d.state, d.currency`
  await world.inCompany(async tx => {
    for (const person of world.people) {
      const actor = actorOf(world, person)
      if (visibleProjects(actor).kind !== 'assigned') continue
      const counted = (count: Part, minor: Part, from: Part) =>
        tx.all(sql`select ${columns}, ${count}::int as count, ${minor}::text as minor from ${from}
          group by ${columns} having ${count} <> 0 order by ${columns}`)
      const seen = part`document d where d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)}`
      const told = await counted(
        part`sum(d.count)`,
        part`sum(d.amount_minor)`,
        part`${visibleTallies(tx, actor)} d`,
      )
      expect(told).toEqual(await counted(part`count(*)`, part`sum(${countedAmount})`, seen))
      const open = (isSeen: Part) =>
        tx.all(sql`select d.id from document d where d.company_id = ${tx.companyId}
          and d.state = any (${documentStates.filter(isOpen)}::text[]) and ${isSeen} order by 1`)
      expect(await open(openDocumentVisibleTo(tx, actor))).toEqual(await open(documentVisibleTo(tx, actor)))
      const [elsewhere] = await tx.all<{ few: number; least: number }>(sql`
        select ${countElsewhere(tx, actor, part`1000`)} as few, (select count(*)::int from document d
          where d.company_id = ${tx.companyId} and ${seatedElsewhere(tx, actor)}) as least`)
      expect(elsewhere?.few).toBeGreaterThanOrEqual(elsewhere?.least ?? 0)
    }
  })
}

test('whoever is assigned to projects is told the same, whatever is tallied', () =>
  fc.assert(
    fc.asyncProperty(generatedWorld, fc.nat(3), async (generated, by) => {
      const world = await loadWorld(app, generated)
      const tally = tallyAllSeats(app.db, { orders: 2 })
      await move(world, by)
      await expectSame(world)
      await tally([world.companyId])
      await expectSame(world)
      // Opened again, and over in another way, by whoever knows nothing of tallies.
      await move(world, by + 1)
      await app.tamper(sql`insert into execution (company_id, document_id, executed_by, executed_on, reference, confirmed_at,
          is_last, returned_at, returned_by, returned_on, return_reason)
        select company_id, id, changed_by, current_date, 'T', now(), false, now(), changed_by, current_date, 'No'
        from document where company_id = ${world.companyId}`)
      await tally([world.companyId])
      await expectSame(world)
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 12) },
  ))
