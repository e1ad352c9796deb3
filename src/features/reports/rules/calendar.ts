/**
 * Calendar of payments: amounts due by week and by day, and the forecast of the weeks to come. Every payment stands in
 * exactly one place, so that the sums of the places add up to everything that is open. A payment that plans no day is
 * told apart, and amounts of different currencies are never added.
 */
import type { DocumentType } from '#features/documents/rules.ts'
import { type Actor, readsWholeCompany, roleTakesPart } from '#kernel/actor.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { add, type Currency, type Money, zero } from '#kernel/money.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Most weeks of a calendar; the forecast has as many. */
export const maxWeeks = 13
/** Most payments in one answer: as many as one batch takes. */
export const maxDuePayments = 500

/**
 * Payments that a person plans: all of the company for whoever reads it whole, and for whoever else may execute those of the
 * projects in which they do. Providers plan no payments.
 */
export function payerReach({ role }: Pick<Actor, 'role'>): 'company' | 'executed' | Refusal<'forbidden'> {
  if (readsWholeCompany(role)) return 'company'
  return roleTakesPart(role) ? 'executed' : refuse('forbidden')
}

/** Permission to choose a payment for a batch, which makes the next payment of each of its orders. */
export const mayChoose = <Kind extends string>(
  mayBatch: true | Refusal<Kind>,
  isNext: boolean,
): true | Refusal<Kind | 'not_next_payment'> =>
  firstRefusal<Kind | 'not_next_payment'>(mayBatch, isNext ? true : refuse('not_next_payment'))

export const dueStandings = ['overdue', 'approved', 'pending'] as const
/** Standing of a payment: its day has passed, or it is approved, or still to be approved. */
export type DueStanding = (typeof dueStandings)[number]

/** Sum of payments that are due on one day, or on none. */
export type Due = {
  readonly type: DocumentType
  readonly status: 'approved' | 'pending'
  readonly dueOn: Day | null
  readonly count: number
  readonly amount: Money
}

export const dueStanding = ({ status, dueOn }: Pick<Due, 'status' | 'dueOn'>, today: Day): DueStanding =>
  dueOn !== null && dueOn < today ? 'overdue' : status

/** Number of payments and their sum. */
export type DueFigure = { readonly count: number; readonly amount: Money }

/** Payments in one currency by how they stand. */
export type DueLine = { readonly currency: Currency } & { readonly [standing in DueStanding]: DueFigure }

type Lines = readonly DueLine[]
export type DueDay = { readonly day: Day; readonly lines: Lines }
export type DueWeek = {
  readonly from: Day
  readonly until: Day
  readonly lines: Lines
  /** Monday to Sunday. */
  readonly days: readonly DueDay[]
}

export type Calendar = {
  readonly from: Day
  readonly until: Day
  /** Payments due before the first day. */
  readonly before: Lines
  readonly weeks: readonly DueWeek[]
  /** Payments due after the last day. */
  readonly after: Lines
  readonly undated: Lines
  readonly total: Lines
}

/** Monday of a day's week. */
export const mondayOn = (day: Day): Day => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Days from the Monday of a day's week to the Sunday of the last of some weeks. */
export function spanFrom(day: Day, weeks: number): { readonly from: Day; readonly until: Day } {
  const from = mondayOn(day)
  return { from, until: addDays(from, weeks * 7 - 1) }
}

/** Calendar of some weeks from that of a day. `today` tells what is overdue. */
export function calendarFrom(
  dues: readonly Due[],
  { day, weeks, today }: { readonly day: Day; readonly weeks: number; readonly today: Day },
): Calendar {
  const { from, until } = spanFrom(day, weeks)
  const lines = (isIn: (dueOn: Day) => boolean) =>
    linesFrom(
      dues.filter(({ dueOn }) => dueOn !== null && isIn(dueOn)),
      today,
    )
  return {
    from,
    until,
    before: lines(dueOn => dueOn < from),
    weeks: mondaysFrom(from, weeks).map(monday => ({
      from: monday,
      until: addDays(monday, 6),
      lines: lines(dueOn => mondayOn(dueOn) === monday),
      days: [0, 1, 2, 3, 4, 5, 6].map(count => {
        const day = addDays(monday, count)
        return { day, lines: lines(dueOn => dueOn === day) }
      }),
    })),
    after: lines(dueOn => dueOn > until),
    undated: linesFrom(
      dues.filter(({ dueOn }) => dueOn === null),
      today,
    ),
    total: linesFrom(dues, today),
  }
}

const mondaysFrom = (from: Day, weeks: number): Day[] =>
  Array.from({ length: weeks }, (_, index) => addDays(from, index * 7))

function linesFrom(dues: readonly Due[], today: Day): DueLine[] {
  return currenciesIn(dues).map(currency => {
    const own = dues.filter(({ amount }) => amount.currency === currency)
    const figure = (standing: DueStanding) =>
      figureFrom(
        own.filter(due => dueStanding(due, today) === standing),
        currency,
      )
    return {
      currency,
      overdue: figure('overdue'),
      approved: figure('approved'),
      pending: figure('pending'),
    }
  })
}

const currenciesIn = (dues: readonly Due[]): Currency[] =>
  [...new Set(dues.map(({ amount }) => amount.currency))].toSorted()

const figureFrom = (dues: readonly Due[], currency: Currency): DueFigure => ({
  count: dues.reduce((count, due) => count + due.count, 0),
  amount: dues.reduce((sum, { amount }) => add(sum, amount), zero(currency)),
})

/** Money of one direction: approved, and still to be approved. */
export type Flow = { readonly approved: Money; readonly pending: Money }

/** Outflow and inflow of one week, of what is overdue, of the time beyond the last week, or of no known day. */
export type ForecastRow = {
  readonly place: 'overdue' | 'week' | 'later' | 'undated'
  /** Monday of the week. */
  readonly from: Day | null
  readonly outflow: Flow
  readonly inflow: Flow
}

export type Forecast = { readonly currency: Currency; readonly rows: readonly ForecastRow[] }

/** Forecast of the next thirteen weeks, this one included, for each currency that has anything open. */
export function forecastFrom(dues: readonly Due[], today: Day): Forecast[] {
  const { from, until } = spanFrom(today, maxWeeks)
  const places: readonly (Pick<ForecastRow, 'place' | 'from'> & { isIn: (dueOn: Day | null) => boolean })[] =
    [
      { place: 'overdue', from: null, isIn: dueOn => dueOn !== null && dueOn < today },
      ...mondaysFrom(from, maxWeeks).map(monday => ({
        place: 'week' as const,
        from: monday,
        isIn: (dueOn: Day | null) => dueOn !== null && dueOn >= today && mondayOn(dueOn) === monday,
      })),
      { place: 'later', from: null, isIn: dueOn => dueOn !== null && dueOn > until },
      { place: 'undated', from: null, isIn: dueOn => dueOn === null },
    ]
  return currenciesIn(dues).map(currency => ({
    currency,
    rows: places.map(({ place, from: monday, isIn }) => {
      const own = dues.filter(({ dueOn, amount }) => amount.currency === currency && isIn(dueOn))
      return { place, from: monday, outflow: flow(own, 'gasto'), inflow: flow(own, 'emision') }
      function flow(all: readonly Due[], type: DocumentType): Flow {
        const sum = (status: Due['status']) =>
          figureFrom(
            all.filter(due => due.type === type && due.status === status),
            currency,
          ).amount
        return { approved: sum('approved'), pending: sum('pending') }
      }
    }),
  }))
}
