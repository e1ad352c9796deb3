/** Words for why a payment cannot be chosen for a batch. */
import { batchWords } from '#features/executions/text/batches.ts'
import { abilityWith } from '#kernel/ability.ts'

/** Ability to choose a payment, with the sentence of the batches or of the calendar. */
export const choiceAbility = abilityWith(refusal =>
  refusal.refused === 'not_next_payment' ? 'Antes se paga el vencimiento anterior.' : batchWords(refusal),
)
