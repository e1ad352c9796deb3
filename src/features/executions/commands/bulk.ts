/** Confirmation of several executions: each order is confirmed by `confirm`, in a transaction of its own. */
import { confirm } from '#features/executions/commands.ts'
import { executionAbility } from '#features/executions/text/refusals.ts'
import type { confirmTogether } from '#features/executions/wire/bulk.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { commonProblems } from '#kernel/problem.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { Each } from '#server/http/route.ts'

type Answers = ResponseOf<typeof confirmTogether>

/** Confirms the orders one after the other: one that is refused does not stop those that follow. */
export async function confirmEach(
  each: Each,
  { items, ...asked }: BodyOf<typeof confirmTogether>,
): Promise<Answers> {
  const answers: Answers['items'] = []
  for (const { documentId, revision, payment } of items) {
    const answer = await each((tx, actor) => confirm(tx, actor, documentId, { ...asked, revision, payment }))
    answers.push({ documentId, confirmed: isRefusal(answer) ? refused(answer) : true })
  }
  return { items: answers }
}

const refused = (refusal: Refusal) =>
  refusal.refused === 'busy'
    ? { refused: refusal.refused, text: commonProblems.busy.title }
    : executionAbility(refusal)
