/** Routes of the journal: an order's timeline, the list of events, and one event; and the check of a Constancia. */
import { check } from '#features/audit/commands/check.ts'
import { eventDetail, eventPage } from '#features/audit/views/events.ts'
import { timeline } from '#features/audit/views/timeline.ts'
import { checkCertificate } from '#features/audit/wire/check.ts'
import { documentTimeline, getEvent, listEvents } from '#features/audit/wire.ts'
import { open, type Route, read } from '#server/http/route.ts'

type Checking = Parameters<typeof check>[0]

export const checkRoutes = (options: Checking): readonly Route[] => [
  open(checkCertificate, ({ body }, { ip }) => check(options, body, ip)),
]

export const auditRoutes: readonly Route[] = [
  read(documentTimeline, (tx, actor, { params }) => timeline(tx, actor, params.documentId)),
  read(listEvents, (tx, actor, { query }) => eventPage(tx, actor, query)),
  read(getEvent, (tx, actor, { params }) => eventDetail(tx, actor, params.eventId)),
]
