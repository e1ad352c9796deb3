/** Rows of a list of orders on the screen, with what its columns can show besides. */
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import type { ListedDocumentWire } from '#features/documents/wire.ts'
import { part } from '#server/database/sql.ts'

export type ListedColumns = DocumentRow & {
  client_name: string
  invoice_number: string | null
  approved_at: string | null
  executed_on: string | null
}

export const listedColumns = part`
  ${documentColumns}, k.name as client_name, d.invoice_number, d.approved_at, x.executed_on::text`

export const listedJoins = part`
  ${documentJoins}
  join client k on k.company_id = d.company_id and k.id = d.client_id
  left join execution x on x.company_id = d.company_id and x.document_id = d.id and x.is_last`

export const listedRow = (row: ListedColumns): ListedDocumentWire => ({
  ...documentRow(row),
  clientName: row.client_name,
  invoiceNumber: row.invoice_number,
  approvedAt: row.approved_at,
  executedOn: row.executed_on,
})
