/** Routes of the journal: an order's timeline, the list of events, and one event. */
import { eventDetail, eventPage } from '#features/audit/views/events.ts'
import { timeline } from '#features/audit/views/timeline.ts'
import { documentTimeline, getEvent, listEvents } from '#features/audit/wire.ts'
import { type Route, read } from '#server/http/route.ts'

export const auditRoutes: readonly Route[] = [
  read(documentTimeline, (tx, actor, { params }) => timeline(tx, actor, params.documentId)),
  read(listEvents, (tx, actor, { query }) => eventPage(tx, actor, query)),
  read(getEvent, (tx, actor, { params }) => eventDetail(tx, actor, params.eventId)),
]
