/** Decisions on several orders: each is decided by `decideSeat`, in a transaction of its own. */
import { decideSeat } from '#features/approvals/commands/decide.ts'
import { approvalWords } from '#features/approvals/text.ts'
import { readInbox } from '#features/approvals/views/inbox.ts'
import type { BulkAnswerWire, SeenDocumentWire } from '#features/approvals/wire/bulk.ts'
import type { declineTogether, TogetherAnswerWire } from '#features/approvals/wire/declining.ts'
import { amountsOfOrders } from '#features/documents/store/amounts.ts'
import { lockDocument } from '#features/documents/store.ts'
import { requireForAll } from '#features/step-up/commands/require.ts'
import { loadThreshold } from '#features/step-up/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { commonProblems } from '#kernel/problem-titles.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'

/** Approves the orders one after the other: one that is refused or set aside does not stop those that follow. */
export async function approveEach(
  each: Each,
  items: readonly SeenDocumentWire[],
): Promise<{ items: BulkAnswerWire[] }> {
  const answers: BulkAnswerWire[] = []
  for (const item of items) {
    const answer = await each(async (tx, actor) => {
      // Asked of all with the first, so that whoever does not confirm has approved none.
      if (answers.length === 0) await requireForItems(tx, actor, items)
      return approveUnlessSetAside(tx, actor, item)
    })
    answers.push(isRefusal(answer) ? refused(item, answer) : answer)
  }
  return { items: answers }
}

async function requireForItems(
  tx: TenantTx,
  actor: Actor,
  items: readonly SeenDocumentWire[],
): Promise<void> {
  const { threshold } = await loadThreshold(tx)
  if (threshold === null) return
  const orders = await amountsOfOrders(
    tx,
    actor,
    items.map(({ documentId }) => documentId),
  )
  await requireForAll(
    tx,
    actor,
    threshold,
    orders.map(order => ({ ...order, what: 'approval' as const })),
  )
}

/**
 * Approves one order unless it needs attention. Attention is judged under the order's lock, and only for orders that
 * wait for this person: nothing is revealed of any other.
 */
async function approveUnlessSetAside(
  tx: TenantTx,
  actor: Actor,
  { documentId, revision }: SeenDocumentWire,
): Promise<BulkAnswerWire | Refusal> {
  await lockDocument(tx, documentId)
  const [mine] = (await readInbox(tx, actor, { documentId, readRevision: revision })).items
  if (mine && mine.attention.length > 0)
    return { documentId, outcome: 'set_aside', attention: mine.attention }
  const asked = { revision, decision: 'approve', comment: null } as const
  const decided = await decideSeat(tx, actor, documentId, asked)
  return isRefusal(decided) ? decided : { documentId, outcome: 'approved', state: decided.state }
}

/**
 * Rejects or returns the orders one after the other, each with its reason: one that is refused does not stop those that
 * follow. Nothing is set aside: what needs attention is declined as well as anything else.
 */
export async function declineEach(
  each: Each,
  { decision, items }: BodyOf<typeof declineTogether>,
): Promise<{ items: TogetherAnswerWire[] }> {
  const answers: TogetherAnswerWire[] = []
  for (const item of items) {
    const { documentId, revision, comment } = item
    const asked = { decision, revision, comment }
    const answer = await each((tx, actor) => decideSeat(tx, actor, documentId, asked))
    answers.push(
      isRefusal(answer) ? refused(item, answer) : { documentId, outcome: 'decided', state: answer.state },
    )
  }
  return { items: answers }
}

const refused = ({ documentId }: SeenDocumentWire, refusal: Refusal) => ({
  documentId,
  outcome: 'refused' as const,
  reason: refusalReason(refusal),
})

const refusalReason = (refusal: Refusal): string =>
  refusal.refused === 'busy' ? commonProblems.busy.title : approvalWords(refusal)
