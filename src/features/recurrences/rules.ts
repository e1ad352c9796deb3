/**
 * Recurrences: an order that is made again each period, like a monthly rent. Each order is sent by its owner's right on
 * that day and goes through its approvals like any other; a recurrence never approves anything.
 */
import type { Actor } from '#kernel/actor.ts'
import { addDays, type Day, dayFrom } from '#kernel/day.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Months from one due day to the next. */
export const periods = [1, 2, 3, 6, 12] as const
export type Period = (typeof periods)[number]

/** `stopped`: an order could not be made, and its owner decides what follows. */
export const recurrenceStates = ['active', 'paused', 'stopped', 'ended'] as const
export type RecurrenceState = (typeof recurrenceStates)[number]

export type RecurrenceRefusal =
  | 'forbidden'
  | 'not_found'
  | 'already_recurring'
  | 'not_your_document'
  | 'is_credit_note'
  | 'first_day_in_past'
  | 'recurrence_ended'
  | 'recurrence_not_active'
  | 'recurrence_not_halted'
  | 'recurrence_not_due'
  | 'recurrence_owner_gone'
  | 'stale_recurrence'

/** Due days of a recurrence; `endsOn` is the last day on which one may fall. */
export type Schedule = {
  readonly firstOn: Day
  readonly everyMonths: Period
  readonly endsOn: Day | null
}

/**
 * Due day number `index`, from 0: the first day's date so many months later, or the last day of a month that is too
 * short. Always counted from the first day, so that a month that is too short moves no later one.
 */
export function dueDay({ firstOn, everyMonths }: Schedule, index: number): Day {
  const [year = 0, month = 0, date = 0] = firstOn.split('-').map(Number)
  const months = year * 12 + (month - 1) + index * everyMonths
  const lastOfMonth = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate()
  const digits = [Math.floor(months / 12), (months % 12) + 1, Math.min(date, lastOfMonth)]
  const day = dayFrom(digits.map(number => String(number).padStart(2, '0')).join('-'))
  if (day === null) throw new Error(`no due day ${index} after ${firstOn}`)
  return day
}

/** Due day number `index`; null when the recurrence is over by then. */
export function dueDayWithinEnd(schedule: Schedule, index: number): Day | null {
  const day = dueDay(schedule, index)
  return schedule.endsOn !== null && day > schedule.endsOn ? null : day
}

/** Number of the first due day on or after `today`, not below `from`. */
export function firstDueFrom(schedule: Schedule, from: number, today: Day): number {
  let index = from
  while (dueDay(schedule, index) < today) index++
  return index
}

/** The next due days, at most `most`, from number `from` on. */
export function nextDueDays(schedule: Schedule, from: number, most: number): Day[] {
  const days = Array.from({ length: most }, (_, offset) => dueDayWithinEnd(schedule, from + offset))
  return days.filter(day => day !== null)
}

/** A recurrence begins tomorrow at the earliest: what is due today is an order to be made now. */
export const mayBeginOn = (firstOn: Day, today: Day): true | Refusal<RecurrenceRefusal> =>
  firstOn > today ? true : refuse('first_day_in_past', { earliest: addDays(today, 1) })

/** Permits repeating an order, but no credit note: to the person who asked for it. That they may order is asked each time. */
export const mayRepeat = (
  actor: Pick<Actor, 'userId'>,
  document: { readonly createdBy: string; readonly creditedId: string | null },
): true | Refusal<RecurrenceRefusal> =>
  firstRefusal<RecurrenceRefusal>(
    actor.userId === document.createdBy ? true : refuse('not_your_document'),
    document.creditedId === null ? true : refuse('is_credit_note'),
  )

/** Refuses a change based on an earlier revision than the current one. */
export const sameRevision = (
  recurrence: { readonly revision: number },
  baseRevision: number,
): true | Refusal<RecurrenceRefusal> =>
  recurrence.revision === baseRevision ? true : refuse('stale_recurrence')

export type RecurrenceVerb = 'change' | 'pause' | 'resume' | 'skip' | 'end' | 'make'

/**
 * Abilities of a person on a recurrence. Its owner everything: `make` and `resume` send orders in the owner's name.
 * An administrator only stops it: `pause` and `end`.
 */
export function recurrenceAbilities(
  actor: Pick<Actor, 'userId' | 'role'>,
  { ownerId, state }: { readonly ownerId: string; readonly state: RecurrenceState },
): Abilities<RecurrenceVerb, RecurrenceRefusal> {
  const isOwner = actor.userId === ownerId
  const byOwner = isOwner ? true : refuse('forbidden')
  const byAdmin = isOwner || actor.role === 'admin' ? true : refuse('forbidden')
  const whileOpen = state === 'ended' ? refuse('recurrence_ended') : true
  const isHalted = state === 'paused' || state === 'stopped'
  return {
    change: firstRefusal<RecurrenceRefusal>(byOwner, whileOpen),
    pause: firstRefusal<RecurrenceRefusal>(
      byAdmin,
      whileOpen,
      state === 'active' ? true : refuse('recurrence_not_active'),
    ),
    resume: firstRefusal<RecurrenceRefusal>(
      byOwner,
      whileOpen,
      isHalted ? true : refuse('recurrence_not_halted'),
    ),
    skip: firstRefusal<RecurrenceRefusal>(byOwner, whileOpen),
    end: firstRefusal<RecurrenceRefusal>(byAdmin, whileOpen),
    make: firstRefusal<RecurrenceRefusal>(
      byOwner,
      whileOpen,
      state === 'stopped' ? true : refuse('recurrence_not_due'),
    ),
  }
}

/** Longest name of a recurrence, so that an order's name with its month stays within an order's limit. */
export const longestName = 135
