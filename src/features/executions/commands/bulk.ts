/** Confirmation of several executions: each order is confirmed by `confirm`, in a transaction of its own. */
import { amountsOfOrders } from '#features/documents/store/amounts.ts'
import { findPayments } from '#features/documents/store/payments.ts'
import { amountPaid, confirm } from '#features/executions/commands.ts'
import { executionAbility } from '#features/executions/text/refusals.ts'
import type { confirmTogether } from '#features/executions/wire/bulk.ts'
import { requireForAll } from '#features/step-up/commands/require.ts'
import { loadThreshold } from '#features/step-up/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { commonProblems } from '#kernel/problem-titles.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'

type Answers = ResponseOf<typeof confirmTogether>

/** Confirms the orders one after the other: one that is refused does not stop those that follow. */
export async function confirmEach(
  each: Each,
  { items, ...asked }: BodyOf<typeof confirmTogether>,
): Promise<Answers> {
  const answers: Answers['items'] = []
  for (const { documentId, revision, payment } of items) {
    const answer = await each(async (tx, actor) => {
      // Asked of all with the first, so that whoever does not confirm has confirmed none.
      if (answers.length === 0) await requireForItems(tx, actor, items)
      return confirm(tx, actor, documentId, { ...asked, revision, payment, way: 'by_hand' })
    })
    answers.push({ documentId, confirmed: isRefusal(answer) ? refused(answer) : true })
  }
  return { items: answers }
}

/** Asks for each payment as `confirm` will: of an order that is paid in parts, for the one that is confirmed. */
async function requireForItems(
  tx: TenantTx,
  actor: Actor,
  items: BodyOf<typeof confirmTogether>['items'],
): Promise<void> {
  const { threshold } = await loadThreshold(tx)
  if (threshold === null) return
  const ids = [...new Set(items.map(({ documentId }) => documentId))]
  const orders = await amountsOfOrders(tx, actor, ids, 'gasto')
  const moving = []
  for (const { documentId: id, payment } of items) {
    const order = orders.find(each => each.id === id)
    if (order === undefined) continue
    const amount = amountPaid(order.amount, await findPayments(tx, id), payment ?? null)
    moving.push({ what: 'payment' as const, id, amount, isCreditNote: false })
  }
  await requireForAll(tx, actor, threshold, moving)
}

const refused = (refusal: Refusal) =>
  refusal.refused === 'busy'
    ? { refused: refusal.refused, text: commonProblems.busy.title }
    : executionAbility(refusal)
