import { clientStatusLabel } from '#features/clients/text.ts'
import type { ClientWire } from '#features/clients/wire.ts'
import { dayOf, type TimeZone } from '#kernel/day.ts'
import { textCell } from '#server/sheets/cells.ts'
import type { Row } from '#server/sheets/sheet.ts'

export const clientSheetColumns = [
  { header: 'Nombre', width: 40 },
  { header: 'Correo electrónico', width: 32 },
  { header: 'Teléfono', width: 18 },
  { header: 'Proveedores', width: 12 },
  { header: 'Estado', width: 12 },
  { header: 'Creado', width: 12 },
] as const

export function clientSheetRow(client: ClientWire, zone: TimeZone): Row {
  const { name, email, phone, providersCount, status, createdAt } = client
  return [
    { text: name },
    { text: email },
    textCell(phone),
    { number: String(providersCount) },
    { text: clientStatusLabel[status] },
    { day: dayOf(createdAt, zone) },
  ]
}
