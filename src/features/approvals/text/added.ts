/** Approvers added to an order: why each of them is asked, and why somebody adds none. */
import type { AddingRefusal, Place } from '#features/approvals/rules/added.ts'
import type { ApprovalRefusal } from '#features/approvals/rules.ts'
import { approvalWords } from '#features/approvals/text.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import type { Refusal } from '#kernel/refusal.ts'

export const addedName = 'Aprobación añadida'

/** Basis of an added stage, beside or before the stage of this name. */
export const addedBasis = (place: Place, stageName: string): string =>
  place === 'beside' ? `Añadida junto a la etapa «${stageName}»` : `Añadida antes de la etapa «${stageName}»`

const words: RefusalWords<Exclude<AddingRefusal, ApprovalRefusal>> = {
  company_suspended: 'La empresa está suspendida: no se pueden añadir aprobadores.',
  too_many_added: ({ facts }) =>
    `Este pedido ya tiene ${facts?.most} aprobadores añadidos: decide con los que hay, o devuélvelo.`,
  step_begun: 'Alguien ya ha decidido en esta etapa: añade a la persona junto a ella.',
  already_asked: 'Esa persona ya aprueba este pedido: elige a otra.',
  person_not_eligible: 'Esa persona no está activa o no puede aprobar este pedido: elige a otra.',
  own_hand: 'Nadie se añade a sí mismo: elige a otra persona.',
}
const own = refusalTexts(words)

export const addingWords = (refusal: Refusal): string =>
  Object.hasOwn(words, refusal.refused) ? own(refusal) : approvalWords(refusal)

export const addingAbility = abilityWith(addingWords)
