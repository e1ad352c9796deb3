/** Rows of a list of orders on the screen, with what its columns can show besides. */
import { centreNameAsJson } from '#features/cost-centres/scope.ts'
import type { NamedCentreWire } from '#features/cost-centres/wire.ts'
import {
  type DocumentRow,
  documentColumns,
  documentJoins,
  documentRow,
} from '#features/documents/views/documents.ts'
import type { ListedDocumentWire } from '#features/documents/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { part } from '#server/database/sql.ts'

export type ListedColumns = DocumentRow & {
  client_name: string
  invoice_number: string | null
  approved_at: string | null
  executed_on: string | null
  is_forced: boolean
  cost_centre: NamedCentreWire | null
}

export const listedColumns = (actor: Actor) => part`
  ${documentColumns}, k.name as client_name, d.invoice_number, d.approved_at, x.executed_on::text,
  ${centreNameAsJson(actor)} as cost_centre,
  coalesce((select true from approval_stage z where z.company_id = d.company_id and z.document_id = d.id
    and z.revision = d.revision and z.forced_by is not null limit 1), false) as is_forced`

export const listedJoins = part`
  ${documentJoins}
  join client k on k.company_id = d.company_id and k.id = d.client_id
  left join execution x on x.company_id = d.company_id and x.document_id = d.id and x.is_last`

/** A provider is not told how its order was decided. */
export const listedRow = (actor: Pick<Actor, 'providerId'>, row: ListedColumns): ListedDocumentWire => ({
  ...documentRow(row),
  clientName: row.client_name,
  invoiceNumber: row.invoice_number,
  approvedAt: row.approved_at,
  executedOn: row.executed_on,
  isForced: actor.providerId === null && row.is_forced,
  costCentre: row.cost_centre,
})
