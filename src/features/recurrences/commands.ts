/** Recurrences created, changed, moved on and ended by their owner; an administrator only pauses and ends them. */
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { afterDue, makeOrder } from '#features/recurrences/commands/make-due.ts'
import { type RecurrenceTerms, recurrenceFact } from '#features/recurrences/facts.ts'
import {
  dueDayWithinEnd,
  firstDueFrom,
  mayBeginOn,
  mayRepeat,
  type RecurrenceVerb,
  recurrenceAbilities,
  sameRevision,
} from '#features/recurrences/rules.ts'
import {
  findSource,
  insertRecurrence,
  lockRecurrence,
  type Progress,
  type Recurrence,
  saveProgress,
  saveTerms,
  type Terms,
} from '#features/recurrences/store.ts'
import { seesRecurrence } from '#features/recurrences/views.ts'
import type { RecurrenceMove, RecurrenceTermsWire } from '#features/recurrences/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFrom, dayFromInstant } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import { type Money, minorToText, moneyFromText } from '#kernel/money.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Changed = { id: string; revision: number }

/** Makes the recurrence of an order. Of two concurrent calls the second is refused, because the first has made it. */
export async function createRecurrence(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  body: RecurrenceTermsWire,
): Promise<Changed | Refusal> {
  const [source, isVisible] = await Promise.all([
    findSource(tx, documentId),
    isDocumentVisible(tx, actor, documentId),
  ])
  if (!source || !isVisible) return refuse('not_found')
  const terms = readTerms(body, source.currency)
  const may = firstRefusal(
    mayRepeat(actor, source),
    mayBeginOn(terms.schedule.firstOn, dayFromInstant(tx.now, actor.zone)),
  )
  if (may !== true) return may
  const id = newId(tx.now.getTime())
  const isFirst = await insertRecurrence(tx, { id, ownerId: actor.userId, documentId, ...terms })
  if (!isFirst) return refuse('already_recurring')
  await record(tx, actor, recurrenceFact('recurrence.created', documentId, { after: snapshot(id, terms) }))
  return { id, revision: 1 }
}

/** Changes the terms; the due days begin anew with the first day given. */
export async function changeTerms(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { revision, ...body }: RecurrenceTermsWire & { readonly revision: number },
): Promise<Changed | Refusal> {
  const found = await lockAndPermit(tx, actor, { id, revision, verb: 'change' })
  if (isRefusal(found)) return found
  const terms = readTerms(body, found.source.currency)
  const { firstOn } = terms.schedule
  const may = mayBeginOn(firstOn, dayFromInstant(tx.now, actor.zone))
  if (may !== true) return may
  const state = found.state === 'paused' ? 'paused' : 'active'
  await saveTerms(tx, id, terms)
  await saveProgress(tx, id, { state, dueCount: 0, nextOn: firstOn, refusal: null })
  const [before, after] = [snapshot(id, found), snapshot(id, terms)]
  await record(tx, actor, recurrenceFact('recurrence.changed', found.source.documentId, { before, after }))
  return { id, revision: revision + 1 }
}

/** Fact that each move records. */
const factByMove = {
  pause: 'recurrence.paused',
  resume: 'recurrence.resumed',
  skip: 'recurrence.skipped',
  end: 'recurrence.ended',
} as const

/** Pauses, resumes, skips or ends a recurrence. */
export async function applyMove(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { move: verb, revision }: { readonly move: RecurrenceMove; readonly revision: number },
): Promise<Changed | Refusal> {
  const found = await lockAndPermit(tx, actor, { id, revision, verb })
  if (isRefusal(found)) return found
  const next = progressAfter(found, verb, dayFromInstant(tx.now, actor.zone))
  await saveProgress(tx, id, next)
  const after = { recurrenceId: id, nextOn: next.nextOn }
  await record(tx, actor, recurrenceFact(factByMove[verb], found.source.documentId, { after }))
  return { id, revision: revision + 1 }
}

/**
 * Progress after a move. Due days that fall into a pause are left out; a recurrence that was stopped tries the same due
 * day again.
 */
function progressAfter(recurrence: Recurrence, verb: RecurrenceMove, today: Day): Progress {
  const { schedule, state, dueCount, nextOn } = recurrence
  switch (verb) {
    case 'pause':
      return { state: 'paused', dueCount, nextOn, refusal: null }
    case 'skip':
      return { ...afterDue(recurrence), ...(state === 'paused' && { state }) }
    case 'end':
      return { state: 'ended', dueCount, nextOn: null, refusal: null }
    case 'resume': {
      const count = state === 'paused' ? firstDueFrom(schedule, dueCount, today) : dueCount
      const next = dueDayWithinEnd(schedule, count)
      return { state: next === null ? 'ended' : 'active', dueCount: count, nextOn: next, refusal: null }
    }
  }
}

/** Makes the order at which a recurrence stopped, with the reason that it lacked. */
export async function makeStoppedOrder(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { revision, duplicateReason }: { readonly revision: number; readonly duplicateReason: string | null },
): Promise<{ id: string; projectId: string } | Refusal> {
  const found = await lockAndPermit(tx, actor, { id, revision, verb: 'make' })
  return isRefusal(found) ? found : makeOrder(tx, actor, found, { by: actor, duplicateReason })
}

type RecurrenceRequest = { readonly id: string; readonly revision: number; readonly verb: RecurrenceVerb }

/** Locks the recurrence until the transaction ends. Refused when the actor may not do this, or saw an earlier revision. */
async function lockAndPermit(
  tx: TenantTx,
  actor: Actor,
  { id, revision, verb }: RecurrenceRequest,
): Promise<Recurrence | Refusal> {
  const [found, isVisible] = await Promise.all([lockRecurrence(tx, id), seesRecurrence(tx, actor, id)])
  if (!found || !isVisible) return refuse('not_found')
  const may = firstRefusal(recurrenceAbilities(actor, found)[verb], sameRevision(found, revision))
  return may === true ? found : may
}

const readTerms = (body: RecurrenceTermsWire, currency: Money['currency']): Terms => ({
  name: body.name,
  amount: moneyFromText(body.amountMinor, currency),
  description: body.description,
  schedule: {
    firstOn: readDay(body.firstOn),
    everyMonths: body.everyMonths,
    endsOn: body.endsOn === null ? null : readDay(body.endsOn),
  },
})

/** A day that `DayWire` has checked. */
function readDay(text: string): Day {
  const day = dayFrom(text)
  if (day === null) throw new Error(`${text} is no day`)
  return day
}

const snapshot = (recurrenceId: string, { name, amount, description, schedule }: Terms): RecurrenceTerms => ({
  recurrenceId,
  name,
  amount: { minor: minorToText(amount.minor), currency: amount.currency },
  description,
  ...schedule,
})
