/**
 * Facts of approval flows. None has subscribers: a published flow is for orders sent later, and asks nobody today.
 */
import { content, defineFacts } from '#kernel/fact.ts'

/** Names of the rules; `from` and `to`: user ids, when one person's duties passed to another. */
type Rules = { readonly rules: readonly string[]; readonly from?: string; readonly to?: string }

export const flowFact = defineFacts({
  'flow.draft_saved': {
    object: 'flow',
    sentence: 'Borrador de flujos guardado',
    content: content<{ after: Rules & { revision: number } }>(),
  },
  'flow.draft_discarded': {
    object: 'flow',
    sentence: 'Borrador de flujos descartado',
    content: content<object>(),
  },
  'flow.published': {
    object: 'flow',
    sentence: 'Flujos de aprobación publicados',
    content: content<{ before: Rules & { version: number | null }; after: Rules & { version: number } }>(),
  },
})
