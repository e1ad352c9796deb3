/** Wire of the journal: an order's timeline, and a company's events for its administrators. */
import { z } from 'zod'
import { eventList } from '#features/audit/list.ts'
import { EndWire } from '#features/certificates/wire/end.ts'
import { DocumentParams } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { exportBody, listQuery } from '#kernel/list-wire.ts'
import { AbilityWire, ExportedWire, InstantWire, UuidWire } from '#kernel/wire.ts'

export const TimelineEntryWire = z.object({
  id: z.string(),
  at: InstantWire,
  /** Null for the system, and for a provider, who never learns who approves. */
  actorName: z.string().nullable(),
  /** `document.submitted`, `approval.decided`, … */
  action: z.string(),
  reason: z.string().nullable(),
  /** Name of the principal, when the actor was a delegate. */
  onBehalfOfName: z.string().nullable(),
  /** The event's sequence number in the company's chain; null until it is sealed, and for a provider. */
  sequence: z.int().nullable(),
  facts: z.record(z.string(), z.unknown()),
})
export type TimelineEntryWire = z.infer<typeof TimelineEntryWire>

export const documentTimeline = endpoint({
  id: 'documentTimeline',
  forReaders: true,
  method: 'GET',
  path: '/api/documents/:documentId/timeline',
  summary: 'Everything that happened to an order, oldest first.',
  params: DocumentParams,
  response: z.object({
    items: z.array(TimelineEntryWire),
    /** The end that the order's Constancia certifies; null when it certifies an approval. */
    ended: EndWire.nullable(),
    can: z.object({ certify: AbilityWire }),
  }),
})

const SealWire = z.object({
  /** Sequence number in the company's chain, without gaps. */
  sequence: z.int(),
  hash: z.string(),
})

export const AuditEventWire = z.object({
  id: z.string(),
  at: InstantWire,
  /** Null for the system, and for somebody unauthenticated. */
  actorName: z.string().nullable(),
  onBehalfOfName: z.string().nullable(),
  /**
   * The API token by which it was done, with its name; null for a session, and for the system. A server of the release
   * before does not say it.
   */
  apiToken: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
  action: z.string(),
  /** The action in Spanish. */
  sentence: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  /** The name that a person knows the object by, as it is now; null for one without a name. */
  objectName: z.string().nullable(),
  reason: z.string().nullable(),
  /** Null for about a second, until the event is sealed. */
  seal: SealWire.nullable(),
})
export type AuditEventWire = z.infer<typeof AuditEventWire>

export const listEvents = endpoint({
  id: 'listEvents',
  method: 'GET',
  path: '/api/audit/events',
  summary: 'The journal of the company, the newest first, for its administration.',
  query: listQuery(eventList),
  response: z.object({ items: z.array(AuditEventWire), next: z.string().nullable() }),
})

const FactsWire = z.record(z.string(), z.unknown()).nullable()

export const AuditEventDetailWire = AuditEventWire.extend({
  before: FactsWire,
  after: FactsWire,
  requestId: z.string().nullable(),
  /**
   * Page of the object, below the company's area; null for one without a page, for one that is gone, and for one that this
   * reader may not open.
   */
  objectPage: z
    .object({ path: z.string(), search: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable()
    .default(null),
  sealedAt: InstantWire.nullable(),
})
export type AuditEventDetailWire = z.infer<typeof AuditEventDetailWire>

export const getEvent = endpoint({
  id: 'getEvent',
  method: 'GET',
  path: '/api/audit/events/:eventId',
  summary: 'One event with what was before and after, and its seal.',
  params: z.object({ eventId: UuidWire }),
  response: AuditEventDetailWire,
})

export const exportEvents = endpoint({
  id: 'exportEvents',
  forReaders: true,
  method: 'POST',
  path: '/api/audit/exports',
  summary: 'An address that serves the journal as a file, to this session and for a few minutes.',
  body: exportBody(eventList),
  response: ExportedWire,
  refusals: ['forbidden'],
  idempotent: true,
})
