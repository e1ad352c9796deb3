/**
 * Facts of substitutions. Both have notices: each of the two people hears what the other did.
 */
import type { Coverage } from '#features/delegations/rules.ts'
import { content, defineFacts } from '#kernel/fact.ts'

/** User ids of the principal and of the substitute. */
type People = { readonly from: string; readonly to: string }

export const delegationFact = defineFacts({
  'delegation.made': {
    object: 'delegation',
    sentence: 'Sustitución creada',
    // Days as `yyyy-mm-dd`, both included. `max`: minor units and currency of the largest amount, if there is one.
    content: content<{
      after: People & { startsOn: string; endsOn: string; covers: Coverage; max: string | null }
    }>(),
    subscribers: ['notices'],
  },
  'delegation.ended': {
    object: 'delegation',
    sentence: 'Sustitución terminada',
    content: content<{ before: People & { endsOn: string } }>(),
    subscribers: ['notices'],
  },
})
