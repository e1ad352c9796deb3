/** Subscriber of new members: the appointments that waited for them take effect. */
import { appointInvited } from '#features/appointments/commands/appoint-invited.ts'
import type { personFact } from '#features/people/facts.ts'
import { type AnswersOf, answerTo } from '#kernel/fact.ts'
import { readFacts } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Subscriber } from '#server/jobs/outbox.ts'

type Work = (tx: TenantTx) => Promise<void>

const answers: AnswersOf<typeof personFact.definitions, 'appointments', Work> = {
  'person.added':
    ({ objectId: userId, after: { invitationId } }) =>
    async tx => {
      if (invitationId !== undefined) await appointInvited(tx, { userId, invitationId })
    },
}

export const appointmentsSubscriber: Subscriber = {
  name: 'appointments',
  everyMs: 250,
  handle: async (tx, messages) => {
    const facts = await readFacts(
      tx,
      messages.map(({ id }) => id),
    )
    for (const fact of facts) await answerTo(answers, fact)?.(tx)
  },
}
