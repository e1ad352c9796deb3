/** Many orders approved at once: each by the same engine, in a transaction of its own. */
import { decideOrder } from '#features/approvals/commands/decide.ts'
import { approvalWords } from '#features/approvals/text.ts'
import { waiting } from '#features/approvals/views/inbox.ts'
import type { BulkAnswerWire, SeenOrderWire } from '#features/approvals/wire/bulk.ts'
import { lockDocument } from '#features/documents/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { commonProblems } from '#kernel/problem.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'

/** One after the other: what is refused or set aside stands in the way of none that follow. */
export async function approveEach(
  each: Each,
  items: readonly SeenOrderWire[],
): Promise<{ items: BulkAnswerWire[] }> {
  const answers: BulkAnswerWire[] = []
  for (const item of items) {
    const answer = await each((tx, actor) => approveUnlessSetAside(tx, actor, item))
    answers.push(isRefusal(answer) ? refused(item, answer) : answer)
  }
  return { items: answers }
}

/** Judged under the order's lock, and only of what waits for this person: of other orders nothing is said. */
async function approveUnlessSetAside(
  tx: TenantTx,
  actor: Actor,
  { documentId, revision }: SeenOrderWire,
): Promise<BulkAnswerWire | Refusal> {
  await lockDocument(tx, documentId)
  const [mine] = (await waiting(tx, actor, { documentId, seen: revision })).items
  if (mine && mine.attention.length > 0)
    return { documentId, outcome: 'set_aside', attention: mine.attention }
  const asked = { revision, decision: 'approve', comment: null } as const
  const decided = await decideOrder(tx, actor, documentId, asked)
  return isRefusal(decided) ? decided : { documentId, outcome: 'approved', state: decided.state }
}

const refused = ({ documentId }: SeenOrderWire, refusal: Refusal): BulkAnswerWire => ({
  documentId,
  outcome: 'refused',
  reason: reasonOf(refusal),
})

const reasonOf = (refusal: Refusal): string =>
  refusal.refused === 'busy' ? commonProblems.busy.title : approvalWords(refusal)
