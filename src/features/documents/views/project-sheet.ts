/** Rows of a sheet of projects: the contents of their cards, with dates in the company's time zone. */
import { projectStatusLabel } from '#features/projects/text.ts'
import type { ProjectSummaryWire } from '#features/projects/wire.ts'
import { dayOf, type TimeZone } from '#kernel/day.ts'
import { amountCell } from '#server/sheets/cells.ts'
import type { Row } from '#server/sheets/sheet.ts'

export const projectSheetColumns = [
  { header: 'ID', width: 12 },
  { header: 'Nombre', width: 40 },
  { header: 'Cliente', width: 28 },
  { header: 'Estado', width: 12 },
  { header: 'Monto', width: 16 },
  { header: 'Moneda', width: 8 },
  { header: 'Pendientes', width: 12 },
  { header: 'Aprobados', width: 12 },
  { header: 'Pagados', width: 12 },
  { header: 'Rechazados', width: 12 },
  { header: 'Pedidos de pago', width: 16 },
  { header: 'Total de pago', width: 16 },
  { header: 'Pedidos de emisión', width: 16 },
  { header: 'Total de emisión', width: 16 },
  { header: 'Creado', width: 12 },
] as const

export function projectSheetRow(project: ProjectSummaryWire, zone: TimeZone): Row {
  const { id, name, clientName, status, total, counts, createdAt } = project
  return [
    { text: id },
    { text: name },
    { text: clientName },
    { text: projectStatusLabel[status] },
    amountCell(total),
    { text: total.currency },
    countCell(counts.pending),
    countCell(counts.approved),
    countCell(counts.paid),
    countCell(counts.rejected),
    countCell(project.paymentOrdersCount),
    amountCell(project.paymentTotal),
    countCell(project.issuanceOrdersCount),
    amountCell(project.issuanceTotal),
    { day: dayOf(createdAt, zone) },
  ]
}

const countCell = (count: number) => ({ number: String(count) })
