/** Spanish words of the refusals of an offboarding. */
import { seatWords } from '#features/approvals/text.ts'
import { flowWords } from '#features/flows/text.ts'
import type { OffboardingRefusal } from '#features/offboarding/rules.ts'
import { personWords } from '#features/people/text.ts'
import { projectWords } from '#features/projects/text.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import type { Refusal } from '#kernel/refusal.ts'

const words: RefusalWords<OffboardingRefusal> = {
  successor_required: ({ facts }) =>
    facts?.rules
      ? `Elige quién le sucede: está en estas reglas del flujo de aprobación: ${facts.rules}.`
      : 'Elige quién le sucede: es la única persona responsable de presupuesto.',
}

/** Spanish sentence for a refusal of offboarding, of a seat or project, or of people's rules. */
export const offboardingWords = (refusal: Refusal): string => {
  for (const wordsFor of [refusalTexts(words), seatWords, personWords]) {
    const text = wordsFor(refusal)
    if (text !== refusal.refused) return text
  }
  return refusal.refused === 'quorum_too_large' ? flowWords(refusal) : projectWords(refusal)
}

export const offboardingAbility = abilityWith(offboardingWords)
