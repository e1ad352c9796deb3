/** Wire of the calls that other systems get: the body of each public event, by what it is about. */
import { z } from 'zod'
import { type EventSubject, publicEvents, subjectFrom, testEvent } from '#features/webhooks/rules/events.ts'
import { CurrencyWire, InstantWire, MoneyWire, UuidWire } from '#kernel/wire.ts'

const where = {
  companyId: UuidWire,
  /** Screen of the subject, for people. */
  pageUrl: z.string(),
  /** Call that reads the subject; null where the API reads it in a list alone. */
  apiUrl: z.string().nullable(),
}

export const OrderDataWire = z.object({
  ...where,
  id: z.string(),
  name: z.string(),
  type: z.string(),
  /** State that the event brought; of events that bring none, the state when the message was written. */
  state: z.string(),
  revision: z.int(),
  projectId: z.string(),
  contractId: z.string().nullable(),
  costCentreId: UuidWire.nullable(),
  clientId: UuidWire,
  providerId: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  /** Total of the order, taxes included; the bank moves less of it where something is withheld, and a part in each of several payments. */
  amount: MoneyWire.nullable(),
  /** Of `order.executed` and `payment.made`: day on which the bank, or the person, says that it was done. */
  executedOn: z.string().nullable().optional(),
  /** Number of the payment that was made or came back, from 1. */
  payment: z.int().optional(),
  /** Number of payments of the order. */
  payments: z.int().optional(),
  /** Amount that the bank moves of that payment, where the order has several or credit notes reduce it. */
  paymentAmount: MoneyWire.optional(),
  /** Of `payment.returned`: how often this payment had been made. */
  attempt: z.int().optional(),
  returnedOn: z.string().optional(),
  /** Of `order.credited` and `order.credit_reopened`. */
  creditNoteId: z.string().optional(),
  /** Of `order.approver_added`: number of the stage that was added, and whether it is asked beside or before the others. */
  stage: z.int().optional(),
  place: z.string().optional(),
  /** Of `order.decision_forced`: `approve` or `reject`, and the numbers of the stages that were decided so. */
  decision: z.string().optional(),
  forcedStages: z.array(z.string()).optional(),
  /** Of `order.approved` and `order.rejected`: true when an administrator forced it. */
  forced: z.boolean().optional(),
})

export const PaymentBatchDataWire = z.object({
  ...where,
  id: z.string(),
  /** Number of payments in it. */
  orders: z.int(),
  payOn: z.string(),
  amount: MoneyWire,
})

export const InvoiceDataWire = z.object({
  ...where,
  id: UuidWire,
  state: z.string(),
  /** Number of the invoice, as far as it was read. */
  number: z.string().nullable(),
  issuedOn: z.string().nullable(),
  providerId: z.string().nullable(),
  clientId: UuidWire.nullable(),
  /** Order that was made of it. */
  orderId: z.string().nullable(),
  total: MoneyWire.nullable(),
})

/** A provider or a client. */
export const PartyDataWire = z.object({
  ...where,
  id: z.string(),
  name: z.string(),
  taxId: z.string().nullable(),
  status: z.string(),
})

export const ProviderDataWire = PartyDataWire.extend({
  /** Id of the provider into which it was merged, and which stands for it since; null while it stands for itself. */
  mergedInto: z.string().nullable(),
})

export const ContractDataWire = z.object({
  ...where,
  id: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  clientId: UuidWire,
  providerId: z.string().nullable(),
  startsOn: z.string(),
  endsOn: z.string(),
  total: MoneyWire,
})

export const CostCentreDataWire = z.object({
  ...where,
  id: UuidWire,
  code: z.string(),
  name: z.string(),
  status: z.string(),
  /** Client whose orders it takes; null for every client's. */
  clientId: UuidWire.nullable(),
  currency: CurrencyWire,
  /** Of `cost_centre.budget_set`: the year, and its budget; null for a year that has no limit from now on. */
  year: z.int().optional(),
  total: MoneyWire.nullable().optional(),
})

export const ProjectDataWire = z.object({
  ...where,
  id: z.string(),
  name: z.string(),
  status: z.string(),
  clientId: UuidWire,
})

export const MonthDataWire = z.object({
  ...where,
  id: UuidWire,
  /** The month that was closed, as `2026-10`. */
  month: z.string(),
  /** Number of the close of this month, from 1. */
  version: z.int(),
  clientId: UuidWire.nullable(),
  /** SHA-256 of the month's file, in hexadecimal. */
  digest: z.string(),
})

const dataBySubject: { readonly [subject in EventSubject]: z.ZodObject } = {
  order: OrderDataWire,
  payment_batch: PaymentBatchDataWire,
  invoice: InvoiceDataWire,
  provider: ProviderDataWire,
  client: PartyDataWire,
  contract: ContractDataWire,
  cost_centre: CostCentreDataWire,
  project: ProjectDataWire,
  month: MonthDataWire,
}

const message = (type: string, data: z.ZodObject) =>
  z.object({
    type: z.literal(type),
    timestamp: InstantWire,
    /** API token by which it was done, so that a program knows what it did itself; null for a person in a session, and for the system. Absent in a test call. */
    apiTokenId: UuidWire.nullable().optional(),
    data,
  })

/** The body of each event's call, by the event; that of a test call among them. */
export const messageWires: ReadonlyMap<string, z.ZodObject> = new Map([
  ...publicEvents.map(event => [event, message(event, dataBySubject[subjectFrom(event)])] as const),
  [testEvent, message(testEvent, z.object({ companyId: UuidWire, webhookId: UuidWire }))],
])
