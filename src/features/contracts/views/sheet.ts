/** Rows of a sheet of contracts, with dates in the company's time zone. */
import { available, consumption } from '#features/contracts/rules.ts'
import { contractStatusLabel, contractTypeLabel } from '#features/contracts/text.ts'
import { balanceFromWire, type ContractWire } from '#features/contracts/wire.ts'
import { dayOf, type TimeZone } from '#kernel/day.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { amountCell, percentCell, textCell } from '#server/sheets/cells.ts'
import type { Row } from '#server/sheets/sheet.ts'

/** Columns of the balance, in every sheet of contracts. */
export const balanceSheetColumns = [
  { header: 'Total', width: 16 },
  { header: 'Solicitado', width: 16 },
  { header: 'Comprometido', width: 16 },
  { header: 'Ejecutado', width: 16 },
  { header: 'Disponible', width: 16 },
  { header: 'Moneda', width: 8 },
  { header: 'Consumo %', width: 12 },
] as const

export function balanceCells(balance: ContractWire['balance']): Row {
  const held = balanceFromWire(balance)
  return [
    amountCell(balance.total),
    amountCell(balance.requested),
    amountCell(balance.committed),
    amountCell(balance.used),
    amountCell(moneyToWire(available(held))),
    { text: balance.total.currency },
    percentCell(consumption(held).basisPoints),
  ]
}

export const contractSheetColumns = [
  { header: 'ID', width: 12 },
  { header: 'Tipo', width: 12 },
  { header: 'Cliente', width: 28 },
  { header: 'Proveedor', width: 28 },
  { header: 'Descripción', width: 40 },
  ...balanceSheetColumns,
  { header: 'Inicio', width: 12 },
  { header: 'Fin', width: 12 },
  { header: 'Estado', width: 12 },
  { header: 'Creado', width: 12 },
] as const

export function contractSheetRow(contract: ContractWire, zone: TimeZone): Row {
  const { id, type, clientName, providerName, description, balance, startsOn, endsOn, status } = contract
  return [
    { text: id },
    { text: contractTypeLabel[type] },
    { text: clientName },
    textCell(providerName),
    { text: description },
    ...balanceCells(balance),
    { day: startsOn },
    { day: endsOn },
    { text: contractStatusLabel[status] },
    { day: dayOf(contract.createdAt, zone) },
  ]
}
