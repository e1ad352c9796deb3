/** Possible duplicates at submission: an order that looks like another needs a reason. */
import { looksLike } from '#features/approvals/views/duplicates.ts'
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import type { NewDocument } from '#features/documents/store/content.ts'
import { lockAlike } from '#features/documents/store/duplicates.ts'
import type { DocumentContentWire } from '#features/documents/wire/content.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Money } from '#kernel/money.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Explained = Pick<NewDocument, 'invoiceNumber' | 'invoiceDate' | 'duplicateReason' | 'duplicateIds'>

/**
 * Invoice data of an order and its reason for not being a duplicate; the reason is required only when other orders
 * look alike. Orders without a reason are created one after the other; one with a reason waits for nobody.
 */
export async function explainLikeness(
  tx: TenantTx,
  actor: Actor,
  content: DocumentContentWire & {
    readonly amount: Money
    readonly id: string | null
    readonly isCreditNote: boolean
  },
): Promise<Explained | Refusal> {
  const { id, projectId, providerId, type, amount, duplicateReason, isCreditNote } = content
  // An invoice that is to be issued has no number yet.
  const { invoiceNumber, invoiceDate } =
    type === 'gasto' ? content : { invoiceNumber: null, invoiceDate: null }
  const invoiceKey = invoiceKeyFrom(invoiceNumber)
  // Sent together, run in this order on one connection: similar orders are read once no other transaction is creating
  // one.
  const [, { items, hidden }] = await Promise.all([
    duplicateReason === null && lockAlike(tx, { providerId, type, amount, invoiceKey }),
    looksLike(tx, actor, {
      id,
      projectId,
      providerId,
      type,
      amount,
      invoiceKey,
      isCreditNote,
      submittedAt: tx.now,
    }),
  ])
  const duplicateIds = items.map(item => item.id)
  const count = duplicateIds.length + hidden
  if (count > 0 && duplicateReason === null)
    return refuse('possible_duplicate', { count, documents: duplicateIds.join(', '), hidden })
  return { invoiceNumber, invoiceDate, duplicateReason, duplicateIds }
}
