/** Rows of a sheet of providers; the account only for those who see it whole. */
import { providerStatusLabel } from '#features/providers/text.ts'
import type { ProviderWire } from '#features/providers/wire.ts'
import { dayOf, type TimeZone } from '#kernel/day.ts'
import { textCell } from '#server/sheets/cells.ts'
import type { Row } from '#server/sheets/sheet.ts'

export const providerSheetColumns = [
  { header: 'ID', width: 12 },
  { header: 'Nombre', width: 40 },
  { header: 'NIF o CIF', width: 16 },
  { header: 'Correo electrónico', width: 32 },
  { header: 'Teléfono', width: 18 },
  { header: 'IBAN', width: 30 },
  { header: 'BIC', width: 14 },
  { header: 'Clientes', width: 10 },
  { header: 'Estado', width: 12 },
  { header: 'Creado', width: 12 },
] as const

export function providerSheetRow(provider: ProviderWire, zone: TimeZone): Row {
  const { id, name, taxId, email, phone, iban, bic, clientIds, status, createdAt } = provider
  return [
    { text: id },
    { text: name },
    textCell(taxId),
    textCell(email),
    textCell(phone),
    textCell(iban),
    textCell(bic),
    { number: String(clientIds.length) },
    { text: providerStatusLabel[status] },
    { day: dayOf(createdAt, zone) },
  ]
}
