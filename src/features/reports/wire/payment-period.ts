/** Wire of the average payment period. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { MoneyWire, SumWire } from '#kernel/wire.ts'

/** Payment that weighs in a ratio. */
export const WeighedPaymentWire = z.object({
  documentId: z.string(),
  projectId: z.string(),
  name: z.string(),
  providerName: z.string(),
  payment: z.int(),
  payments: z.int(),
  invoiceDate: z.string(),
  /** Day of the payment; null while it is not made. */
  paidOn: z.string().nullable(),
  days: z.int(),
  amount: MoneyWire,
})
export type WeighedPaymentWire = z.infer<typeof WeighedPaymentWire>

export const RatioWire = z.object({
  /** Days in hundredths; null without any payment. */
  hundredths: z.int().nullable(),
  count: z.int(),
  amount: SumWire,
  /** Payments that weigh most, the heaviest first: a hundred at most. */
  items: z.array(WeighedPaymentWire),
})
export type RatioWire = z.infer<typeof RatioWire>

export const PaymentPeriodWire = z.object({
  from: z.string(),
  until: z.string(),
  /** Day on which pending payments are counted: the last of the period, or today. */
  closedOn: z.string(),
  isWhole: z.boolean(),
  /** Days in hundredths; null without any payment. */
  hundredths: z.int().nullable(),
  paid: RatioWire,
  pending: RatioWire,
  /** Payments in euros that no ratio counts, because their order has no date of an invoice. */
  leftOut: z.object({ count: z.int(), amount: SumWire }),
})
export type PaymentPeriodWire = z.infer<typeof PaymentPeriodWire>

export const getPaymentPeriod = endpoint({
  id: 'getPaymentPeriod',
  method: 'GET',
  path: '/api/payment-period',
  summary:
    'How many days it takes to pay suppliers, in a quarter or a year: ratios of paid and pending by amount.',
  query: z.object({
    /** Default: the present year. */
    year: z.coerce.number().int().min(2000).max(2199).optional(),
    /** The whole year without one. */
    quarter: z.coerce.number().int().min(1).max(4).optional(),
  }),
  response: PaymentPeriodWire,
})
