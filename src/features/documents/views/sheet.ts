/** File of a list of orders. */
import { documentList } from '#features/documents/list.ts'
import { type Breakdown, baseMinor, taxMinor } from '#features/documents/rules/breakdown.ts'
import { kindText, statusText } from '#features/documents/text/kinds.ts'
import { situationText } from '#features/documents/text.ts'
import type { DocumentFileRow } from '#features/documents/views/file-rows.ts'
import { countedFromWire } from '#features/documents/wire/counted-amount.ts'
import { formatDay } from '#kernel/day.ts'
import { minorToText } from '#kernel/money.ts'
import { type MoneyWire, moneyToWire } from '#kernel/wire.ts'
import { amountCell } from '#server/sheets/cells.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'
import type { Cell } from '#server/sheets/sheet.ts'

export const documentSheet = listSheet<typeof documentList, DocumentFileRow>(documentList, {
  id: ({ id }) => id,
  name: ({ name }) => name,
  type: kindText,
  project: ({ projectName }) => projectName,
  provider: ({ providerName }) => providerName,
  amount: order => countedCell(order, order.amount),
  currency: ({ amount }) => amount.currency,
  status: statusText,
  situation: order => situationText(order),
  author: ({ createdByName }) => createdByName,
  date: ({ createdOn }) => ({ day: createdOn }),
  invoiceNumber: ({ invoiceNumber }) => invoiceNumber,
  invoiceDate: ({ invoiceDate }) => dayCell(invoiceDate),
  taxBase: row => partCell(row, baseMinor),
  taxes: row => partCell(row, taxMinor),
  withheld: row => partCell(row, ({ withholding }) => withholding?.withheldMinor ?? 0n),
  payable: order => countedCell(order, order.payable ?? order.amount),
  charge: order => order.charge && countedCell(order, order.charge),
  dueOn: ({ dueOn }) => dayCell(dueOn),
  paymentsMade: ({ paymentsMade, payments }) =>
    paymentsMade
      .map(({ number, on, reference }) => `${number} de ${payments?.count}: ${formatDay(on)}, ${reference}`)
      .join('; '),
  taxId: ({ taxId }) => taxId,
  contract: ({ contractId }) => contractId,
  costCentre: ({ costCentre }) => costCentre && `${costCentre.code} · ${costCentre.name}`,
  approvers: ({ approvedBy }) =>
    approvedBy
      .map(({ name, delegate, isForced, day }) => {
        const who = delegate === null ? name : `${delegate} en nombre de ${name}`
        return `${who} (${isForced ? 'administración, ' : ''}${formatDay(day)})`
      })
      .join('; '),
  approvedOn: ({ approvedOn }) => dayCell(approvedOn),
  executedOn: ({ executedOn }) => dayCell(executedOn),
  reference: ({ reference }) => reference,
  account: ({ account }) => account,
})

/** Part of the amount; an empty cell for an order without a breakdown. */
const partCell = (order: DocumentFileRow, partMinor: (breakdown: Breakdown) => bigint): Cell | null =>
  order.breakdown &&
  countedCell(order, { minor: minorToText(partMinor(order.breakdown)), currency: order.amount.currency })

/** Amount with which a sum of the column is that of the list: a credit note takes away. */
const countedCell = (order: DocumentFileRow, amount: MoneyWire): Cell =>
  amountCell(moneyToWire(countedFromWire({ amount, creditedId: order.creditedId })))

const dayCell = (day: string | null): Cell | null => (day === null ? null : { day })
