/** Fact of the chain: its queue was mended. It has no subscribers. */
import { content, defineFacts } from '#kernel/fact.ts'

export const sealFact = defineFacts({
  'company.queue_mended': {
    object: 'company',
    sentence: 'Cola de sellado de la auditoría corregida',
    // Ids of the events whose doubled rows were deleted.
    content: content<{ after: { events: readonly string[] } }>(),
  },
})
