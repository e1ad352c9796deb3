/** Orders that are the one that a row says, and those that the undoing of their import has withdrawn. */
import { deadStates } from '#features/documents/rules/duplicates.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { samePayee } from '#features/documents/store/payees.ts'
import type { Money } from '#kernel/money.ts'
import { fold } from '#kernel/text.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type SoughtOrder = {
  readonly type: DocumentType
  readonly providerId: string
  readonly projectId: string
  readonly name: string
  readonly amount: Money
  /** Null for an order without number of an invoice. */
  readonly invoiceKey: string | null
  /** Why it is no duplicate; null where the row says nothing. */
  readonly reason: string | null
}

/**
 * Id of the order that a row says, however long ago it was sent: of the same payee, and of the same invoice or, where one
 * of both has none, of the same project, words and amount. A row with a reason says another order than those, unless all
 * of this and the reason are the same. Rejected, cancelled and undone orders do not count.
 */
export const findSameOrder = async (tx: TenantTx, sought: SoughtOrder): Promise<string | null> =>
  (
    await tx.one<{ id: string }>(sql`
      select d.id from document d where d.company_id = ${tx.companyId}
        and d.provider_id = any (array${samePayee(tx.companyId, sought.providerId)})
        and d.type = ${sought.type} and d.credited_id is null and d.state <> all (${deadStates}::text[])
        and ${sought.reason === null ? saysSame(sought) : saysSameWithReason(sought, sought.reason)}
        and not ${isUndone} order by d.number limit 1`)
  )?.id ?? null

const saysSame = (sought: SoughtOrder): Part => {
  const { invoiceKey } = sought
  return invoiceKey === null
    ? hasSameWords(sought)
    : part`(d.invoice_key = ${invoiceKey} or d.invoice_key is null and ${hasSameWords(sought)})`
}

const saysSameWithReason = (sought: SoughtOrder, reason: string): Part => part`(${hasSameWords(sought)}
  and d.invoice_key is not distinct from ${sought.invoiceKey}
  and exists (select from document_revision v where v.company_id = d.company_id and v.document_id = d.id
    and v.content ->> 'duplicateReason' = ${reason}))`

const hasSameWords = ({ projectId, name, amount }: SoughtOrder): Part => part`(d.project_id = ${projectId}
  and d.name_key = ${fold(name)} and d.amount_minor = ${amount.minor} and d.currency = ${amount.currency})`

/** True of an order `d` that was withdrawn as its import was undone, and that nobody has sent again. */
const isUndone = part`(d.state = 'returned' and exists (select from import i
  join import_row r on r.company_id = i.company_id and r.import_id = i.id
  where i.company_id = d.company_id and i.kind = 'orders' and r.state = 'undone' and r.made_id = d.id))`

/** Those of these orders that were undone. */
export const undoneOrders = async (tx: TenantTx, ids: readonly string[]): Promise<string[]> => {
  const found = await tx.all<{ id: string }>(sql`
    select d.id from document d
    where d.company_id = ${tx.companyId} and d.id = any (${ids}::text[]) and ${isUndone}`)
  return found.map(({ id }) => id)
}
