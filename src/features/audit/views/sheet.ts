/** Events as rows of a sheet, with instants in the company's time zone. */
import { objectLabel } from '#features/audit/text.ts'
import type { AuditEventDetailWire } from '#features/audit/wire.ts'
import { formatInstant, type TimeZone } from '#kernel/day.ts'
import type { Row } from '#server/sheets/sheet.ts'

export const eventSheetColumns = [
  { header: 'Fecha y hora', width: 18 },
  { header: 'Persona', width: 26 },
  { header: 'En nombre de', width: 26 },
  { header: 'Acción', width: 40 },
  { header: 'Objeto', width: 14 },
  { header: 'ID', width: 14 },
  { header: 'Nombre', width: 32 },
  { header: 'Motivo', width: 40 },
  { header: 'Antes', width: 40 },
  { header: 'Después', width: 40 },
  { header: 'Petición', width: 24 },
  { header: 'Sello', width: 10 },
  { header: 'Huella', width: 66 },
] as const

export function eventSheetRow(event: AuditEventDetailWire, zone: TimeZone): Row {
  const { actorName, onBehalfOfName, objectType, objectId, objectName, reason, requestId, seal } = event
  return [
    { text: formatInstant(event.at, zone) },
    { text: actorName ?? '' },
    { text: onBehalfOfName ?? '' },
    { text: event.sentence },
    { text: objectLabel(objectType) },
    { text: objectId },
    { text: objectName ?? '' },
    { text: reason ?? '' },
    { text: factsText(event.before) },
    { text: factsText(event.after) },
    { text: requestId ?? '' },
    seal ? { number: String(seal.sequence) } : { text: '' },
    { text: seal?.hash ?? '' },
  ]
}

const factsText = (facts: AuditEventDetailWire['before']) => (facts === null ? '' : JSON.stringify(facts))
