/** Rows of the platform's sheets: dates in the zone of the company they are about, else in UTC. */
import { subscriptionTerms } from '#features/companies/rules.ts'
import { contractStatusLabel, contractTypeLabel } from '#features/contracts/text.ts'
import { balanceCells, balanceSheetColumns } from '#features/contracts/views/sheet.ts'
import { typeLabel } from '#features/documents/text.ts'
import { orderFlowLabel, statusLabel, trendLabel } from '#features/platform/text.ts'
import type { CompanyRowWire } from '#features/platform/wire/companies.ts'
import type { ContractFiguresWire } from '#features/platform/wire/contracts.ts'
import type { CustomerWire } from '#features/platform/wire/monetization.ts'
import type { OrderFlowWire } from '#features/platform/wire/order-flows.ts'
import type { UserRowWire } from '#features/platform/wire/users.ts'
import { roleLabel } from '#kernel/actor.ts'
import { dayOf, type TimeZone } from '#kernel/day.ts'
import { amountCell } from '#server/sheets/cells.ts'
import type { Cell, Row } from '#server/sheets/sheet.ts'

const numberCell = (number: number | null): Cell =>
  number === null ? { text: '' } : { number: String(number) }

const dayCell = (instant: string | null, zone: TimeZone = 'UTC'): Cell =>
  instant === null ? { text: '' } : { day: dayOf(instant, zone) }

export const companySheetColumns = [
  { header: 'Empresa', width: 32 },
  { header: 'Correo electrónico', width: 32 },
  { header: 'Plan', width: 12 },
  { header: 'Estado', width: 12 },
  { header: 'Usuarios', width: 10 },
  { header: 'Proyectos', width: 10 },
  { header: 'Documentos', width: 12 },
  { header: 'Última actividad', width: 16 },
  { header: 'Alta', width: 12 },
] as const

export function companySheetRow(company: CompanyRowWire): Row {
  return [
    { text: company.name },
    { text: company.email },
    { text: subscriptionTerms[company.plan].label },
    { text: statusLabel[company.status] },
    numberCell(company.users),
    numberCell(company.projects),
    numberCell(company.documents),
    dayCell(company.lastActivityAt),
    dayCell(company.createdAt),
  ]
}

export const userSheetColumns = [
  { header: 'Nombre', width: 32 },
  { header: 'Correo electrónico', width: 32 },
  { header: 'Rol', width: 20 },
  { header: 'Estado', width: 24 },
  { header: 'Empresas', width: 40 },
  { header: 'Segundo factor', width: 14 },
  { header: 'Última entrada', width: 14 },
  { header: 'Alta', width: 12 },
] as const

export function userSheetRow(user: UserRowWire): Row {
  return [
    { text: user.name },
    { text: user.email },
    { text: roleLabel[user.role] },
    { text: standingOf(user) },
    { text: user.companies.map(({ name }) => name).join(', ') },
    { text: user.hasSecondFactor ? 'Sí' : 'No' },
    dayCell(user.lastSignInAt),
    dayCell(user.createdAt),
  ]
}

function standingOf({ active, requestedRole }: UserRowWire): string {
  if (active) return 'Activo'
  return requestedRole === null ? 'Inactivo' : `Pendiente: ${roleLabel[requestedRole]}`
}

export const orderFlowSheetColumns = [
  { header: 'ID', width: 12 },
  { header: 'Empresa', width: 32 },
  { header: 'Tipo', width: 20 },
  { header: 'Proyecto', width: 32 },
  { header: 'Monto', width: 16 },
  { header: 'Moneda', width: 8 },
  { header: 'Estado', width: 14 },
  { header: 'Creado', width: 12 },
  { header: 'Días pendientes', width: 16 },
] as const

export function orderFlowSheetRow(order: OrderFlowWire): Row {
  return [
    { text: order.id },
    { text: order.companyName },
    { text: typeLabel[order.type] },
    { text: order.projectName },
    amountCell(order.amount),
    { text: order.amount.currency },
    { text: orderFlowLabel[order.status] },
    dayCell(order.createdAt, order.timeZone),
    numberCell(order.pendingDays),
  ]
}

export const contractFiguresSheetColumns = [
  { header: 'ID', width: 12 },
  { header: 'Empresa', width: 32 },
  { header: 'Tipo', width: 12 },
  ...balanceSheetColumns,
  { header: 'Inicio', width: 12 },
  { header: 'Fin', width: 12 },
  { header: 'Estado', width: 12 },
] as const

export function contractFiguresSheetRow(contract: ContractFiguresWire): Row {
  return [
    { text: contract.id },
    { text: contract.companyName },
    { text: contractTypeLabel[contract.type] },
    ...balanceCells(contract.balance),
    { day: contract.startsOn },
    { day: contract.endsOn },
    { text: contractStatusLabel[contract.status] },
  ]
}

export const customerSheetColumns = [
  { header: 'Empresa', width: 32 },
  { header: 'Plan', width: 12 },
  { header: 'Estado', width: 12 },
  { header: 'Ingreso mensual (USD)', width: 22 },
  { header: 'Usuarios', width: 10 },
  { header: 'Proyectos', width: 10 },
  { header: 'Documentos', width: 12 },
  { header: 'Contratos', width: 10 },
  { header: 'Tendencia de uso', width: 16 },
  { header: 'Alta', width: 12 },
] as const

export function customerSheetRow(customer: CustomerWire): Row {
  return [
    { text: customer.companyName },
    { text: subscriptionTerms[customer.plan].label },
    { text: statusLabel[customer.status] },
    numberCell(customer.monthlyUsd),
    numberCell(customer.users),
    numberCell(customer.projects),
    numberCell(customer.documents),
    numberCell(customer.contracts),
    { text: trendLabel[customer.usageTrend] },
    dayCell(customer.joinedAt, customer.timeZone),
  ]
}
