/** Wire of the calendar of payments and of the forecast. */
import { z } from 'zod'
import { dueStandings, maxDuePayments, maxWeeks } from '#features/reports/rules/calendar.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, CurrencyWire, DayWire, MoneyWire, SumWire } from '#kernel/wire.ts'

const Figure = z.object({ count: z.int(), amount: SumWire })

/** Payments in one currency by how they stand. */
export const DueLineWire = z.object({
  currency: CurrencyWire,
  overdue: Figure,
  approved: Figure,
  pending: Figure,
})
export type DueLineWire = z.infer<typeof DueLineWire>
const Lines = z.array(DueLineWire)

export const CalendarWire = z.object({
  today: z.string(),
  /** True when it has the payments of the whole company, and not of the person's projects alone. */
  isWhole: z.boolean(),
  from: z.string(),
  until: z.string(),
  before: Lines,
  weeks: z.array(
    z.object({
      from: z.string(),
      until: z.string(),
      lines: Lines,
      days: z.array(z.object({ day: z.string(), lines: Lines })),
    }),
  ),
  after: Lines,
  undated: Lines,
  total: Lines,
})
export type CalendarWire = z.infer<typeof CalendarWire>

export const getPaymentCalendar = endpoint({
  id: 'getPaymentCalendar',
  method: 'GET',
  path: '/api/payment-calendar',
  summary:
    'What is due on each day of some weeks, before, after and on no day: approved, to be approved and overdue.',
  query: z.object({
    /** Any day of the first week, which begins on Monday. Default: today. */
    from: DayWire.optional(),
    weeks: z.coerce.number().int().min(1).max(maxWeeks).default(4),
  }),
  response: CalendarWire,
})

export const DuePaymentWire = z.object({
  documentId: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  name: z.string(),
  providerName: z.string(),
  /** Number within the order, and how many the order has. */
  payment: z.int(),
  payments: z.int(),
  /** Null for an order that plans no payments. */
  dueOn: z.string().nullable(),
  amount: MoneyWire,
  status: z.enum(['approved', 'pending']),
  standing: z.enum(dueStandings),
  /** Choosing it for a batch. */
  can: AbilityWire,
})
export type DuePaymentWire = z.infer<typeof DuePaymentWire>

export const listDuePayments = endpoint({
  id: 'listDuePayments',
  method: 'GET',
  path: '/api/payment-calendar/payments',
  summary: `The payments due between two days, or on none: at most ${maxDuePayments}, and how many more there are.`,
  query: z.object({
    dueFrom: DayWire.optional(),
    dueTo: DayWire.optional(),
    /** Payments without a due day, whatever the days say. */
    undated: z.enum(['true']).optional(),
  }),
  response: z.object({
    items: z.array(DuePaymentWire),
    hasMore: z.boolean(),
    /** Number of payments that are not among the items. A server of the release before does not say it. */
    more: z.int().optional(),
  }),
})

const Flow = z.object({ approved: SumWire, pending: SumWire })
export const ForecastRowWire = z.object({
  place: z.enum(['overdue', 'week', 'later', 'undated']),
  /** Monday of a week. */
  from: z.string().nullable(),
  outflow: Flow,
  inflow: Flow,
})

export const ForecastWire = z.object({
  today: z.string(),
  isWhole: z.boolean(),
  /** One for each currency that has anything open. */
  currencies: z.array(z.object({ currency: CurrencyWire, rows: z.array(ForecastRowWire) })),
})
export type ForecastWire = z.infer<typeof ForecastWire>

export const getPaymentForecast = endpoint({
  id: 'getPaymentForecast',
  method: 'GET',
  path: '/api/payment-forecast',
  summary: 'What goes out and what comes in during the next thirteen weeks, approved and to be approved.',
  response: ForecastWire,
})
