/** Wire of what was withheld in a quarter. */
import { z } from 'zod'
import { withholdingKinds } from '#features/closings/rules/shares.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { CurrencyWire, DayWire, SumWire, UuidWire } from '#kernel/wire.ts'

export const QuarterWire = z
  .string({ error: 'Trimestre requerido' })
  .regex(/^(19\d\d|20\d\d|21\d\d)-[1-4]$/, 'Trimestre no válido')

/** Most payments that one tax id is shown with. */
export const maxOrdersShown = 50

export const WithheldOrderWire = z.object({
  documentId: z.string(),
  projectId: z.string(),
  name: z.string(),
  day: DayWire,
  /** Returned payments and credit notes take back: their amounts are below zero. */
  takesBack: z.boolean(),
  base: SumWire,
  withheld: SumWire,
})

/** Withholdings of a tax id, by kind, rate and currency. */
export const WithheldWire = z.object({
  /** Null for a provider without one, which then stands alone. */
  taxId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(withholdingKinds),
  rate: z.int(),
  currency: CurrencyWire,
  /** Payments made, without those that came back. */
  perceptions: z.int(),
  base: SumWire,
  withheld: SumWire,
  /** The first of its payments by day, at most `maxOrdersShown`; the exported file has its sums. */
  orders: z.array(WithheldOrderWire),
  /** Payments, returns and credit notes in all. */
  orderCount: z.int(),
})
export type WithheldWire = z.infer<typeof WithheldWire>

export const WithholdingsWire = z.object({
  quarter: z.string(),
  from: DayWire,
  until: DayWire,
  client: z.object({ id: z.string(), name: z.string() }).nullable(),
  choosesClient: z.boolean(),
  totals: z.array(
    z.object({ kind: z.enum(withholdingKinds), perceptions: z.int(), base: SumWire, withheld: SumWire }),
  ),
  items: z.array(WithheldWire),
})
export type WithholdingsWire = z.infer<typeof WithholdingsWire>

export const getWithholdings = endpoint({
  id: 'getWithholdings',
  method: 'GET',
  path: '/api/closings/withholdings',
  summary: 'What was withheld of suppliers in a quarter, by tax id, with the orders behind it.',
  query: z.object({
    /** Default: the one of the last month that is over. */
    quarter: QuarterWire.optional(),
    clientId: UuidWire.optional(),
  }),
  response: WithholdingsWire,
})
