/** Wire of a month: its figures, what deserves a look, and the orders behind each. */
import { z } from 'zod'
import { figureKeys, gapKeys, partKeys } from '#features/closings/rules/parts.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, CurrencyWire, DayWire, InstantWire, SumWire, UuidWire } from '#kernel/wire.ts'

export const MonthWire = z
  .string({ error: 'Mes requerido' })
  .regex(/^(19\d\d|20\d\d|21\d\d)-(0[1-9]|1[0-2])$/, 'Mes no válido')

/** Month of the company, or of one of its clients. */
export const askedMonth = { month: MonthWire, clientId: UuidWire.optional() }

/** Default: the last month that is over. */
const optionalMonth = { ...askedMonth, month: MonthWire.optional() }

const LineWire = z.object({ currency: CurrencyWire, count: z.int(), amount: SumWire })
export type LineWire = z.infer<typeof LineWire>

export const FigureWire = z.object({ key: z.enum(figureKeys), lines: z.array(LineWire) })

/** Version of a closed month, as it stood. */
export const ClosingWire = z.object({
  id: z.string(),
  version: z.int(),
  /** SHA-256 of the manifest of its archive. */
  digest: z.string(),
  figures: z.array(FigureWire),
  /** Files of the archive, with the sheet. */
  files: z.int(),
  closedAt: InstantWire,
  byName: z.string(),
})
export type ClosingWire = z.infer<typeof ClosingWire>

export const MonthEndWire = z.object({
  month: z.string(),
  from: DayWire,
  until: DayWire,
  /** False while the month goes on, or is still to come. */
  isOver: z.boolean(),
  /** Null: the whole company. */
  client: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** True for whoever may choose between the company and its clients. */
  choosesClient: z.boolean(),
  /** A line for each currency; none where nothing counts. */
  figures: z.array(FigureWire),
  gaps: z.array(z.object({ key: z.enum(gapKeys), count: z.int() })),
  /** Received invoices of up to the month's end that are still without an order. */
  receivedInvoices: z.int(),
  /** Movements of the bank that nobody has explained; null for whoever does not see them. */
  bankLines: z.int().nullable(),
  /** Versions that were closed, the last one first. */
  closings: z.array(ClosingWire),
  /** Movements that entered the month after its last close. */
  late: z.int(),
  can: z.object({ close: AbilityWire, download: AbilityWire }),
})
export type MonthEndWire = z.infer<typeof MonthEndWire>

export const getMonthEnd = endpoint({
  id: 'getMonthEnd',
  forReaders: true,
  method: 'GET',
  path: '/api/closings/month',
  summary: 'A month of the company or of a client: what was approved, paid and returned, and what waits.',
  query: z.object(optionalMonth),
  response: MonthEndWire,
})

export const PartOrderWire = z.object({
  documentId: z.string(),
  projectId: z.string(),
  name: z.string(),
  providerName: z.string(),
  payment: z.int(),
  payments: z.int(),
  /** Day of the movement, of the approval or of the request; due day of what is unpaid. Null: due on no day. */
  day: DayWire.nullable(),
  amount: SumWire,
})
export type PartOrderWire = z.infer<typeof PartOrderWire>

export const listMonthPart = endpoint({
  id: 'listMonthPart',
  method: 'GET',
  path: '/api/closings/month/orders',
  summary: 'The orders behind a figure of a month, the first hundred by day.',
  query: z.object({ ...optionalMonth, part: z.enum(partKeys).default('paid') }),
  response: z.object({ items: z.array(PartOrderWire), count: z.int() }),
})
