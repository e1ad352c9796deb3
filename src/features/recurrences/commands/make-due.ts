/** Daily work: the orders that are due, each made in its owner's name and in a transaction of its own. */
import { submit } from '#features/approvals/commands/submit.ts'
import { loadCompany } from '#features/companies/store.ts'
import { unsaidContent } from '#features/documents/rules.ts'
import { recurrenceFact } from '#features/recurrences/facts.ts'
import { dueDayWithinEnd } from '#features/recurrences/rules.ts'
import {
  dueRecurrences,
  findOwner,
  insertMade,
  lockRecurrence,
  type Progress,
  type Recurrence,
  saveProgress,
} from '#features/recurrences/store.ts'
import { dueName } from '#features/recurrences/text.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import { minorToText } from '#kernel/money.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { record } from '#server/database/journal.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

/**
 * Makes the due orders of these companies. A failure in one delays no other, and all failures are thrown together at
 * the end.
 */
export function makeDueOrders(db: Db): (companies: readonly string[]) => Promise<void> {
  return async companies => {
    const failures: unknown[] = []
    for (const company of companies)
      try {
        for (const id of await asSystem(db, company, findDue))
          await asSystem(db, company, tx => makeDue(tx, id)).catch(error => failures.push(error))
      } catch (error) {
        failures.push(error)
      }
    if (failures.length > 0) throw new AggregateError(failures, 'some due orders were not made')
  }
}

async function findDue(tx: TenantTx): Promise<string[]> {
  return dueRecurrences(tx, await todayIn(tx))
}

async function todayIn(tx: TenantTx): Promise<Day> {
  const { timeZone } = await loadCompany(tx)
  return dayFromInstant(tx.now, timeZone)
}

/**
 * Makes the order that is due, or stops the recurrence with the reason, of which its owner is told. One due day at a
 * time: of two that are due, the second meets the first as a possible duplicate, which a person has to judge.
 */
export async function makeDue(tx: TenantTx, id: string): Promise<void> {
  const recurrence = await lockRecurrence(tx, id)
  const { state, nextOn } = recurrence ?? {}
  // Another node has made it meanwhile, or its owner has changed it.
  if (!recurrence || state !== 'active' || nextOn == null || nextOn > (await todayIn(tx))) return
  const owner = await findOwner(tx, recurrence.ownerId)
  const made = owner
    ? await makeOrder(tx, owner, recurrence, { by: null, duplicateReason: null })
    : refuse('recurrence_owner_gone')
  if (isRefusal(made)) await stop(tx, recurrence, nextOn, made)
}

/** Sends the order of the next due day in its owner's name, and moves on to the next. `by`: null for the daily work. */
export async function makeOrder(
  tx: TenantTx,
  owner: Actor,
  recurrence: Recurrence,
  { by, duplicateReason }: { readonly by: Actor | null; readonly duplicateReason: string | null },
): Promise<{ id: string; projectId: string } | Refusal> {
  const { id, source, amount, description, nextOn: dueOn } = recurrence
  if (dueOn === null) return refuse('recurrence_ended')
  const { projectId, contractId, providerId, type } = source
  const amountMinor = minorToText(amount.minor)
  const content = {
    ...unsaidContent,
    projectId,
    contractId,
    providerId,
    type,
    name: dueName(recurrence.name, dueOn),
    amountMinor,
    // A breakdown is of one amount: terms with another have none.
    breakdown: source.breakdown?.amountMinor === amountMinor ? source.breakdown : null,
    description,
    duplicateReason,
    fileIds: [],
  }
  // Whoever repeats an order of a centre that they do not know repeats its centre too.
  const sent = await submit(tx, owner, content, { formerCentreId: source.costCentreId })
  if (isRefusal(sent)) return sent
  await insertMade(tx, { recurrenceId: id, dueOn, documentId: sent.id })
  await saveProgress(tx, id, afterDue(recurrence))
  const after = { recurrenceId: id, dueOn, from: source.documentId }
  await record(tx, by, recurrenceFact('recurrence.made', sent.id, { after }))
  return { id: sent.id, projectId }
}

/** Progress once the next due day has passed: active again, or ended when no other follows. */
export function afterDue({ schedule, dueCount }: Pick<Recurrence, 'schedule' | 'dueCount'>): Progress {
  const nextOn = dueDayWithinEnd(schedule, dueCount + 1)
  return { state: nextOn === null ? 'ended' : 'active', dueCount: dueCount + 1, nextOn, refusal: null }
}

async function stop(tx: TenantTx, recurrence: Recurrence, dueOn: Day, refusal: Refusal): Promise<void> {
  const { id, source, dueCount, nextOn } = recurrence
  await saveProgress(tx, id, { state: 'stopped', dueCount, nextOn, refusal })
  const after = { recurrenceId: id, dueOn, refused: refusal.refused }
  await record(tx, null, recurrenceFact('recurrence.stopped', source.documentId, { after }))
}
