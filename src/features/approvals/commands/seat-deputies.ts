/**
 * Daily work: an approval that has waited for longer than its stage allows gets the stage's deputy beside it. The deputy
 * is given one seat of a stage, once, whatever the number of nodes; one who may not have it is told of once.
 */
import { nobody } from '#features/approvals/commands/mend.ts'
import { approvalFact } from '#features/approvals/facts.ts'
import { mayStandBeside, withDeputy } from '#features/approvals/rules/deputies.ts'
import { isLate, isMorning } from '#features/approvals/rules/waiting.ts'
import { countSeats, type Seat, type Stage } from '#features/approvals/rules.ts'
import {
  type AwaitedDeputy,
  awaitedDeputies,
  insertDeputySeat,
  isAway,
  saveRefusedDeputy,
} from '#features/approvals/store/deputies.ts'
import { currentStages, lockSeatHolders } from '#features/approvals/store.ts'
import { deputyRefusedWords } from '#features/approvals/text/deputies.ts'
import { loadCompany } from '#features/companies/store.ts'
import { type LockedDocument, lockDocument, saveState } from '#features/documents/store.ts'
import { readNames } from '#features/projects/store/people.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import { type Day, dayFromInstant, daysBetween, type TimeZone } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

type OneStage = Pick<AwaitedDeputy, 'documentId' | 'stage'>

/**
 * Handles each stage in a transaction of its own: a failure in one delays no other, and all failures are thrown
 * together at the end.
 */
export function seatDeputies(db: Db): (companies: readonly string[]) => Promise<void> {
  return async companies => {
    const failures: unknown[] = []
    for (const company of companies)
      try {
        for (const due of await asSystem(db, company, dueDeputies))
          await asSystem(db, company, tx => seatDeputy(tx, due)).catch(error => failures.push(error))
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) throw new AggregateError(failures, 'some deputies were not asked')
  }
}

/** Stages of which an approval is late today, from the morning on; none before. */
export async function dueDeputies(tx: TenantTx): Promise<readonly AwaitedDeputy[]> {
  const { timeZone } = await loadCompany(tx)
  return isMorning(tx.now, timeZone) ? late(tx, timeZone) : []
}

async function late(tx: TenantTx, zone: TimeZone, only?: OneStage): Promise<AwaitedDeputy[]> {
  const today = dayFromInstant(tx.now, zone)
  const waiting = await awaitedDeputies(tx, today, only)
  return waiting.filter(({ since, afterDays }) =>
    isLate(daysBetween(dayFromInstant(since, zone), today), afterDays),
  )
}

/**
 * Gives the deputy of one stage their seat, or tells why not. The order's row is locked first: whoever decides meanwhile
 * has decided before, or finds the seat.
 */
export async function seatDeputy(tx: TenantTx, asked: OneStage): Promise<void> {
  const document = await lockDocument(tx, asked.documentId)
  const { timeZone } = await loadCompany(tx)
  const [due] = await late(tx, timeZone, asked)
  if (!document || !due) return
  const today = dayFromInstant(tx.now, timeZone)
  const [project, stages, person, isAbsent] = await Promise.all([
    projectOfDocument(tx, nobody(tx), document.id),
    currentStages(tx, document.id),
    permitted(tx, due.deputyId, document.projectId),
    isAway(tx, due.deputyId, today),
  ])
  const stage = stages.find(each => each.stage === due.stage)
  const seat = stage?.seats.find(({ id }) => id === due.seatId)
  if (!project || !stage || !seat) throw new Error(`stage ${due.stage} of ${document.id} is gone`)
  const { clientId, authorIds } = document
  const { executorMayApprove } = project.policies
  const may = mayStandBeside(person, { clientId, authorIds, executorMayApprove, stages, stage, isAbsent })
  const asking = { document, stages, stage, seat, due }
  return may === true ? give(tx, asking) : refuseSeat(tx, asking, { today, because: may.refused })
}

type Asking = {
  readonly document: LockedDocument
  readonly stages: readonly Stage[]
  readonly stage: Stage
  readonly seat: Seat
  readonly due: AwaitedDeputy
}

async function give(tx: TenantTx, { document, stages, stage, seat, due }: Asking): Promise<void> {
  const { id: documentId, state, blockCause } = document
  const { deputyId, afterDays } = due
  const id = newId(tx.now.getTime())
  const deputy = { id, approverId: deputyId, status: 'pending', deputyDays: afterDays } as const
  const next = stages.map(each => (each === stage ? withDeputy(stage, seat, deputy) : each))
  await lockSeatHolders(tx, [deputyId])
  const told = await tellSeat(tx, document, due)
  await Promise.all([
    insertDeputySeat(tx, document, {
      id,
      waitingSeatId: seat.id,
      stage: stage.stage,
      userId: deputyId,
      afterDays,
    }),
    saveState(tx, documentId, { state, blockCause, counters: countSeats(next) }),
    record(tx, null, approvalFact('approval.deputy_seated', documentId, { after: { ...told, seatId: id } })),
  ])
}

/** Keeps the refusal for today; the next morning tries again, and does not tell of it again. */
async function refuseSeat(
  tx: TenantTx,
  { document, stage, due }: Asking,
  refused: { readonly today: Day; readonly because: string },
): Promise<void> {
  await saveRefusedDeputy(tx, document, stage.stage, refused)
  if (due.isTold) return
  const told = await tellSeat(tx, document, due)
  await record(
    tx,
    null,
    approvalFact('approval.deputy_refused', document.id, {
      after: { ...told, because: refused.because, told: deputyRefusedWords(refused.because) },
    }),
  )
}

/** The deputy's seat and the one that waits, as facts tell them. */
async function tellSeat(tx: TenantTx, { revision }: LockedDocument, due: AwaitedDeputy) {
  const { stage, deputyId, waitingId, seatId, afterDays } = due
  const names = await readNames(tx, [deputyId, waitingId])
  return {
    revision,
    stage,
    approverId: deputyId,
    approver: names.get(deputyId) ?? null,
    waitingId,
    waiting: names.get(waitingId) ?? null,
    waitingSeatId: seatId,
    afterDays,
  }
}
