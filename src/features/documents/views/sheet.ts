/** Rows of a sheet of orders: the columns of their list, with dates in the company's time zone. */
import { situationOf, statusLabel, typeLabel } from '#features/documents/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { dayOf, type TimeZone } from '#kernel/day.ts'
import { moneyText } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import type { Row } from '#server/sheets/sheet.ts'

export const documentSheetColumns = [
  { header: 'ID', width: 12 },
  { header: 'Nombre', width: 40 },
  { header: 'Tipo', width: 18 },
  { header: 'Proyecto', width: 28 },
  { header: 'Proveedor', width: 28 },
  { header: 'Monto', width: 16 },
  { header: 'Moneda', width: 8 },
  { header: 'Estado', width: 12 },
  { header: 'Situación', width: 20 },
  { header: 'Creado por', width: 24 },
  { header: 'Fecha', width: 12 },
] as const

export function documentSheetRow(order: DocumentRowWire, zone: TimeZone): Row {
  const { id, name, type, projectName, providerName, amount, status, createdByName, createdAt } = order
  return [
    { text: id },
    { text: name },
    { text: typeLabel[type] },
    { text: projectName },
    { text: providerName },
    { number: moneyText(moneyFromWire(amount)).replace(',', '.') },
    { text: amount.currency },
    { text: status === 'paid' && type === 'emision' ? 'Emitido' : statusLabel[status] },
    { text: situationOf(order) ?? '' },
    { text: createdByName },
    { day: dayOf(createdAt, zone) },
  ]
}
