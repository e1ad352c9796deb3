/** Calendar of payments and forecast: each is one statement over the open orders whose payments the person plans. */
import {
  type Calendar,
  calendarFrom,
  type DueFigure,
  type DueLine,
  type Flow,
  forecastFrom,
  maxWeeks,
  payerReach,
  spanFrom,
} from '#features/reports/rules/calendar.ts'
import { readDues } from '#features/reports/views/dues.ts'
import type {
  CalendarWire,
  DueLineWire,
  ForecastWire,
  getPaymentCalendar,
} from '#features/reports/wire/calendar.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFrom, dayFromInstant } from '#kernel/day.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { moneyToWire } from '#kernel/wire.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/** True when the person plans the payments of the whole company, false for those of their projects. */
export function plansWhole(actor: Actor): boolean {
  const reach = payerReach(actor)
  if (isRefusal(reach)) throw commonProblem('forbidden')
  return reach === 'company'
}

export async function paymentCalendar(
  tx: TenantTx,
  actor: Actor,
  { from, weeks }: QueryOf<typeof getPaymentCalendar>,
): Promise<CalendarWire> {
  const isWhole = plansWhole(actor)
  const today = dayFromInstant(tx.now, actor.zone)
  const day = dayWithin(dayFrom(from ?? today) ?? today)
  const dues = await readDues(tx, actor, { ...spanFrom(day, weeks), today }, ['gasto'])
  return { today, isWhole, ...calendarToWire(calendarFrom(dues, { day, weeks, today })) }
}

/** Day that no calendar begins after, so that its last week ends before the days that are known end. */
const latestBeginning = dayFrom('2200-09-01')

const dayWithin = (day: Day): Day =>
  latestBeginning !== null && day > latestBeginning ? latestBeginning : day

const calendarToWire = ({ from, until, before, weeks, after, undated, total }: Calendar) => ({
  from,
  until,
  before: before.map(lineToWire),
  weeks: weeks.map(week => ({
    from: week.from,
    until: week.until,
    lines: week.lines.map(lineToWire),
    days: week.days.map(({ day, lines }) => ({ day, lines: lines.map(lineToWire) })),
  })),
  after: after.map(lineToWire),
  undated: undated.map(lineToWire),
  total: total.map(lineToWire),
})

const lineToWire = ({ currency, overdue, approved, pending }: DueLine): DueLineWire => ({
  currency,
  overdue: figureToWire(overdue),
  approved: figureToWire(approved),
  pending: figureToWire(pending),
})

const figureToWire = ({ count, amount }: DueFigure) => ({ count, amount: moneyToWire(amount) })

export async function paymentForecast(tx: TenantTx, actor: Actor): Promise<ForecastWire> {
  const isWhole = plansWhole(actor)
  const today = dayFromInstant(tx.now, actor.zone)
  const dues = await readDues(tx, actor, { ...spanFrom(today, maxWeeks), today }, ['gasto', 'emision'])
  return {
    today,
    isWhole,
    currencies: forecastFrom(dues, today).map(({ currency, rows }) => ({
      currency,
      rows: rows.map(({ place, from, outflow, inflow }) => ({
        place,
        from,
        outflow: flowToWire(outflow),
        inflow: flowToWire(inflow),
      })),
    })),
  }
}

const flowToWire = ({ approved, pending }: Flow) => ({
  approved: moneyToWire(approved),
  pending: moneyToWire(pending),
})
