/** Wire of recurrences, and of the calls that make, change and move one. */
import { z } from 'zod'
import { submitRefusals } from '#features/approvals/wire/submit.ts'
import { DocumentParams, DocumentTypeWire } from '#features/documents/wire.ts'
import { longestName, periods, recurrenceStates } from '#features/recurrences/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import {
  AbilityWire,
  DayWire,
  DocumentMinorWire,
  lineWire,
  MoneyWire,
  textWire,
  UuidWire,
} from '#kernel/wire.ts'

const PeriodWire = z.union(
  periods.map(period => z.literal(period)),
  { error: 'Elige cada cuánto se repite' },
)

export const RecurrenceWire = z.object({
  id: z.string(),
  /** Order from which it began. */
  documentId: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  type: DocumentTypeWire,
  providerName: z.string(),
  ownerName: z.string(),
  name: z.string(),
  amount: MoneyWire,
  description: z.string().nullable(),
  /** yyyy-mm-dd in the company's zone. */
  firstOn: z.string(),
  everyMonths: PeriodWire,
  /** Last day on which an order may fall due; null: it does not end by itself. */
  endsOn: z.string().nullable(),
  /** Next due day; null once ended. */
  nextOn: z.string().nullable(),
  state: z.enum(recurrenceStates),
  /** Kind and Spanish reason of the refusal for which it stopped. */
  stopped: z.object({ refused: z.string(), text: z.string() }).nullable(),
  /** Number of orders made, and the last of them. */
  made: z.int(),
  lastDocument: z.object({ id: z.string(), projectId: z.string() }).nullable(),
  revision: z.int(),
  can: z.object({
    change: AbilityWire,
    pause: AbilityWire,
    resume: AbilityWire,
    skip: AbilityWire,
    end: AbilityWire,
    make: AbilityWire,
  }),
})
export type RecurrenceWire = z.infer<typeof RecurrenceWire>

export const listRecurrences = endpoint({
  id: 'listRecurrences',
  method: 'GET',
  path: '/api/recurrences',
  summary:
    'Recurrences of orders that the person sees, a provider’s people only their own: the next due first, ended ones last.',
  query: z.object({
    /** Id of the last recurrence of the previous page. */
    after: UuidWire.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ items: z.array(RecurrenceWire), next: z.string().nullable() }),
})

export const getRecurrence = endpoint({
  id: 'getRecurrence',
  method: 'GET',
  path: '/api/documents/:documentId/recurrence',
  summary:
    'The open recurrence of an order, today in the company’s zone, and whether the person may repeat the order.',
  params: DocumentParams,
  response: z.object({
    recurrence: RecurrenceWire.nullable(),
    today: z.string(),
    can: z.object({ repeat: AbilityWire }),
  }),
})

const terms = {
  name: lineWire(longestName, 'Nombre requerido'),
  amountMinor: DocumentMinorWire,
  description: textWire(4000),
  firstOn: DayWire,
  everyMonths: PeriodWire,
  endsOn: DayWire.nullable(),
}
const endsAfterFirst = ({ firstOn, endsOn }: { firstOn: string; endsOn: string | null }) =>
  endsOn === null || endsOn >= firstOn
const endsTooSoon = {
  path: ['endsOn'],
  message: 'La última fecha debe ser igual o posterior a la primera',
}

export const RecurrenceTermsWire = z.object(terms).refine(endsAfterFirst, endsTooSoon)
export type RecurrenceTermsWire = z.infer<typeof RecurrenceTermsWire>

const Changed = z.object({ id: z.string(), revision: z.int() })
const RevisionWire = z.int().min(1).max(100_000)
const Params = z.object({ recurrenceId: UuidWire })

export const repeatDocument = endpoint({
  id: 'repeatDocument',
  method: 'POST',
  path: '/api/documents/:documentId/recurrence',
  summary: 'Makes an order like this one on each due day, each to be approved like any other.',
  params: DocumentParams,
  body: RecurrenceTermsWire,
  response: Changed,
  refusals: ['not_found', 'already_recurring', 'not_your_document', 'first_day_in_past'],
  idempotent: true,
})

export const changeRecurrence = endpoint({
  id: 'changeRecurrence',
  method: 'PUT',
  path: '/api/recurrences/:recurrenceId',
  summary: 'Changes what the next orders say and when they fall due; orders that exist stay as they are.',
  params: Params,
  body: z.object({ ...terms, revision: RevisionWire }).refine(endsAfterFirst, endsTooSoon),
  response: Changed,
  refusals: ['not_found', 'forbidden', 'recurrence_ended', 'first_day_in_past', 'stale_recurrence'],
  idempotent: true,
})

export const recurrenceMoves = ['pause', 'resume', 'skip', 'end'] as const
export type RecurrenceMove = (typeof recurrenceMoves)[number]

export const moveRecurrence = endpoint({
  id: 'moveRecurrence',
  method: 'POST',
  path: '/api/recurrences/:recurrenceId/moves',
  summary: 'Pauses, resumes or ends a recurrence, or skips its next due day.',
  params: Params,
  body: z.object({ move: z.enum(recurrenceMoves), revision: RevisionWire }),
  response: Changed,
  refusals: [
    'not_found',
    'forbidden',
    'recurrence_ended',
    'recurrence_not_active',
    'recurrence_not_halted',
    'stale_recurrence',
  ],
  idempotent: true,
})

export const makeDueOrder = endpoint({
  id: 'makeDueOrder',
  method: 'POST',
  path: '/api/recurrences/:recurrenceId/orders',
  summary: 'Makes the order at which a recurrence stopped, and continues it.',
  params: Params,
  body: z.object({
    revision: RevisionWire,
    /** Reason why it repeats no other order: required when it looks like one. */
    duplicateReason: textWire(500),
  }),
  response: z.object({ id: z.string(), projectId: z.string() }),
  refusals: [
    'not_found',
    'forbidden',
    'recurrence_ended',
    'recurrence_not_due',
    'stale_recurrence',
    ...submitRefusals,
  ],
  idempotent: true,
})
