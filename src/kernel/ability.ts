/** Abilities as a screen receives them: `true`, or the rule's refusal with its Spanish text. */
import type { Refusal } from '#kernel/refusal.ts'
import type { AbilityWire } from '#kernel/wire.ts'

/** Spanish words for every kind of refusal of a slice; the compiler checks that none is missing. */
export type RefusalWords<Kind extends string> = {
  readonly [kind in Kind]: string | ((refusal: Refusal) => string)
}

export function refusalTexts<Kind extends string>(words: RefusalWords<Kind>): (refusal: Refusal) => string {
  const byKind = new Map<string, string | ((refusal: Refusal) => string)>(Object.entries(words))
  return refusal => {
    const found = byKind.get(refusal.refused) ?? refusal.refused
    return typeof found === 'string' ? found : found(refusal)
  }
}

export function abilityWith(words: (refusal: Refusal) => string): (answer: true | Refusal) => AbilityWire {
  return answer => (answer === true ? true : { refused: answer.refused, text: words(answer) })
}
