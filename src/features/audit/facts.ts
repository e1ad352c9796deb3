/** Fact of the journal's own use: that it was exported. It has no subscribers: it changes no order. */
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'

export const auditFact = defineFacts({
  'journal.exported': {
    object: 'company',
    sentence: 'Auditoría exportada',
    content: content<{ after: Snapshot }>(),
  },
})
