/** Subscriber of facts: tells a provider of payments that were made, and of those that came back. */
import type { executionFact } from '#features/executions/facts.ts'
import type { Mailing } from '#features/notices/commands/remind.ts'
import {
  claimPayments,
  findPayees,
  type PaymentFact,
  type PaymentOutcome,
} from '#features/notices/store/remittances.ts'
import { freshFacts } from '#features/notices/subscribers/fresh-facts.ts'
import { remittanceLetter } from '#features/notices/text/remittances.ts'
import { type AnswersOf, answerTo } from '#kernel/fact.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Subscriber } from '#server/jobs/outbox.ts'

type Answer = Pick<PaymentFact, 'payment' | 'attempt'> & { readonly outcome: PaymentOutcome }

const payments: AnswersOf<typeof executionFact.definitions, 'remittances', Answer> = {
  'execution.confirmed': ({ after }) => ({ outcome: 'paid', payment: after.payment ?? 1, attempt: null }),
  'execution.payment_returned': ({ after: { payment, attempt } }) => ({
    outcome: 'unpaid',
    payment,
    attempt,
  }),
}

/** Mails a provider once of each payment. Those of a batch, whose facts come together, are one mail; others gather for some seconds. */
export const remittancesSubscriber = (mailing: Mailing): Subscriber => ({
  name: 'remittances',
  everyMs: 5000,
  handle: async (tx, messages) => {
    const asked = (await freshFacts(tx, messages)).flatMap(fact => {
      const answer = answerTo(payments, fact)
      return answer === null ? [] : [{ ...answer, documentId: fact.objectId, at: fact.at }]
    })
    for (const outcome of ['paid', 'unpaid'] as const)
      await tell(
        tx,
        mailing,
        outcome,
        asked.filter(each => each.outcome === outcome),
      )
  },
})

async function tell(
  tx: TenantTx,
  { post, origin }: Mailing,
  outcome: PaymentOutcome,
  facts: readonly PaymentFact[],
): Promise<void> {
  const claimed = Map.groupBy(await claimPayments(tx, outcome, facts), ({ providerId }) => providerId)
  if (claimed.size === 0) return
  const payees = await findPayees(tx, outcome, [...claimed.keys()])
  for (const [providerId, made] of claimed)
    for (const payee of payees.get(providerId) ?? [])
      await post(tx, remittanceLetter(payee, outcome, made, origin), tx.now)
}
