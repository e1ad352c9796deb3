/** File of the journal, with instants in the company's time zone. */
import { eventList } from '#features/audit/list.ts'
import type { AuditEventDetailWire } from '#features/audit/wire.ts'
import { formatInstant } from '#kernel/day.ts'
import { objectLabel } from '#kernel/fact.ts'
import { countCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'

export const eventSheet = listSheet<typeof eventList, AuditEventDetailWire>(eventList, {
  at: ({ at }, zone) => formatInstant(at, zone),
  actor: ({ actorName }) => actorName,
  principal: ({ onBehalfOfName }) => onBehalfOfName,
  token: ({ apiToken }) => apiToken?.name ?? null,
  action: ({ sentence }) => sentence,
  object: ({ objectType }) => objectLabel(objectType),
  id: ({ objectId }) => objectId,
  name: ({ objectName }) => objectName,
  reason: ({ reason }) => reason,
  before: ({ before }) => contentText(before),
  after: ({ after }) => contentText(after),
  request: ({ requestId }) => requestId,
  seal: ({ seal }) => countCell(seal?.sequence ?? null),
  hash: ({ seal }) => seal?.hash ?? null,
})

const contentText = (facts: AuditEventDetailWire['before']) => (facts === null ? null : JSON.stringify(facts))
