/** Credit note of an order: another order of its project, contract, type and provider, which reduces it. */
import type { z } from 'zod'
import { submit } from '#features/approvals/commands/submit.ts'
import type { submitCreditNote } from '#features/approvals/wire/credit-notes.ts'
import { mayCredit } from '#features/documents/rules/credit-notes.ts'
import { sameRevision, unsaidContent } from '#features/documents/rules.ts'
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { lockDocument } from '#features/documents/store.ts'
import type { SubmittedWire } from '#features/documents/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Asks for the approval of a credit note. The order that it reduces is locked, so that two do not take the same.
 * `lentFileIds` as `submit` has them.
 */
export async function credit(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  { revision, ...content }: BodyOf<typeof submitCreditNote>,
  lentFileIds: readonly string[] = [],
): Promise<z.input<typeof SubmittedWire> | Refusal> {
  const [credited, isVisible] = await Promise.all([
    lockDocument(tx, documentId),
    isDocumentVisible(tx, actor, documentId),
  ])
  if (!credited || !isVisible) return refuse('not_found')
  const may = firstRefusal<string>(sameRevision(credited, revision), mayCredit(credited))
  if (may !== true) return may
  const { projectId, contractId, type, providerId } = credited
  return submit(
    tx,
    actor,
    { ...unsaidContent, ...content, projectId, contractId, type, providerId },
    { credited, lentFileIds },
  )
}
