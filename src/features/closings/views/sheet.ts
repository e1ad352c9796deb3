/** File of what moved, for the accountant. */
import { movementList } from '#features/closings/list.ts'
import { movementLabel, taxLabel } from '#features/closings/text/sheet.ts'
import type { SheetRow } from '#features/closings/views/sheet-page.ts'
import type { Withholding } from '#features/documents/rules/breakdown.ts'
import { withholdingKindLabel } from '#features/documents/text/breakdown.ts'
import { minorToText } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { amountCell, percentCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'
import type { Cell } from '#server/sheets/sheet.ts'

export const movementSheet = listSheet<typeof movementList, SheetRow>(movementList, {
  kind: ({ movement }) => movementLabel[movement.kind],
  day: ({ movement }) => ({ day: movement.day }),
  order: ({ movement }) => movement.document_id,
  name: ({ movement }) => movement.name,
  type: ({ movement }) => (movement.type === 'gasto' ? 'Pedido de pago' : 'Pedido de emisión'),
  party: ({ movement }) => movement.party,
  taxId: ({ movement }) => movement.tax_id,
  invoiceNumber: ({ movement }) => movement.invoice_number,
  invoiceDate: ({ movement }) => dayCell(movement.invoice_date),
  accruedOn: ({ movement }) => dayCell(movement.accrued_on),
  tax: ({ row }) => taxLabel(row.tax),
  taxRate: ({ row: { tax } }) => (tax === null || tax === 'disbursements' ? null : percentCell(tax.rate)),
  base: item => minorCell(item, item.row.baseMinor),
  taxAmount: item => minorCell(item, item.row.taxMinor),
  withheldKind: item => tellWithheld(item, ({ kind }) => withholdingKindLabel[kind]),
  withheldRate: item => tellWithheld(item, ({ rate }) => percentCell(rate)),
  withheld: item => minorCell(item, item.row.withheldMinor),
  adjustment: item => minorCell(item, item.row.adjustmentMinor),
  payable: item => minorCell(item, item.row.payableMinor),
  currency: ({ movement }) => movement.currency,
  payment: ({ movement }) => (movement.is_credit_note ? null : `${movement.payment} de ${movement.payments}`),
  dueOn: ({ movement }) => dayCell(movement.due_on),
  reference: ({ movement }) => movement.reference,
  contract: ({ movement }) => movement.contract_id,
  project: ({ movement }) => `${movement.project_id} · ${movement.project_name}`,
  client: ({ movement }) => movement.client_name,
  partyAccount: ({ accounts }) => accounts.party,
  counterpartAccount: ({ accounts }) => accounts.counterpart,
  taxAccount: ({ accounts }) => accounts.tax,
  withheldAccount: ({ accounts }) => accounts.withheld,
  bankAccount: ({ accounts }) => accounts.bank,
})

const minorCell = ({ movement }: SheetRow, minor: bigint): Cell =>
  amountCell({ minor: minorToText(minor), currency: currencyFrom(movement.currency) })

/** Something of the withholding, in rows that have a part of it. */
function tellWithheld<T>({ movement, row }: SheetRow, say: (withholding: Withholding) => T): T | null {
  const withholding = movement.moved.breakdown?.withholding ?? null
  return withholding === null || row.withheldMinor === 0n ? null : say(withholding)
}

const dayCell = (day: string | null): Cell | null => (day === null ? null : { day })
