/** Words for the kind and the status of an order, apart from the words that its form loads. */
import type { DocumentStatus, DocumentType } from '#features/documents/rules.ts'
import { statusLabel, typeLabel } from '#features/documents/text.ts'

type Kind = { readonly type: DocumentType; readonly creditedId?: string | null }

/** Words for the kind of an order: its type, or the order that it reduces. */
export const kindText = ({ type, creditedId }: Kind): string =>
  creditedId ? `Abono de ${creditedId}` : typeLabel[type]

/** Word for the status: an issuance order is issued, not paid, and a credit note is settled. */
export function statusText({ status, type, creditedId }: Kind & { readonly status: DocumentStatus }): string {
  if (status !== 'paid') return statusLabel[status]
  return creditedId ? 'Abonado' : type === 'emision' ? 'Emitido' : statusLabel.paid
}
