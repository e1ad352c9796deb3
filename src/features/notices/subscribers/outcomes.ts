/** Subscriber of facts: writes to whoever asked for an order what became of it, one mail for all of a kind at once. */
import { approvalFact } from '#features/approvals/facts.ts'
import { documentFact } from '#features/documents/facts.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { executionFact } from '#features/executions/facts.ts'
import type { Mailing } from '#features/notices/commands/remind.ts'
import { tellOutcomes } from '#features/notices/commands/tell-outcomes.ts'
import type { OutcomeTopic } from '#features/notices/rules/outcomes.ts'
import { freshFacts } from '#features/notices/subscribers/fresh-facts.ts'
import { type AnswersOf, answerTo, type RecordedFact } from '#kernel/fact.ts'
import type { Subscriber } from '#server/jobs/outbox.ts'

const facts = { ...documentFact.definitions, ...approvalFact.definitions, ...executionFact.definitions }

const topicByState: { readonly [state in DocumentState]?: OutcomeTopic } = {
  approved: 'document.approved',
  rejected: 'document.rejected',
  returned: 'document.returned',
}

const outcomes: AnswersOf<typeof facts, 'outcomes', OutcomeTopic | null> = {
  'document.sent_back': () => 'document.returned',
  'approval.decided': ({ before, after }) =>
    before.state === after.state ? null : (topicByState[after.state] ?? null),
  // Of several payments the last one says that all of it is paid; the bell tells of each.
  'execution.confirmed': ({ kind, after }) => (after.state === 'executed' ? kind : null),
  'execution.payment_returned': ({ kind }) => kind,
  'execution.rejected': ({ kind }) => kind,
  'execution.disputed': ({ kind }) => kind,
}

export const outcomeFromFact = (fact: RecordedFact): OutcomeTopic | null => answerTo(outcomes, fact)

/** Mails people what became of their orders. Facts gather for some seconds, so that twenty approvals are one mail. */
export const outcomesSubscriber = (mailing: Mailing): Subscriber => ({
  name: 'outcomes',
  everyMs: 5000,
  handle: async (tx, messages) => {
    const asked = (await freshFacts(tx, messages)).flatMap(fact => {
      const topic = outcomeFromFact(fact)
      return topic === null ? [] : [{ ...fact, topic }]
    })
    await tellOutcomes(tx, mailing, asked)
  },
})
