/** Forced decisions: who took one and why, and why somebody does not. */
import type { ForcingRefusal } from '#features/approvals/rules/forced.ts'
import type { ApprovalRefusal } from '#features/approvals/rules.ts'
import { approvalWords } from '#features/approvals/text.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'
import type { Refusal } from '#kernel/refusal.ts'

const words: RefusalWords<Exclude<ForcingRefusal, ApprovalRefusal>> & { readonly forbidden: string } = {
  forbidden: 'Solo la administración de la empresa fuerza una decisión.',
  forcing_off: 'La empresa no permite decisiones forzadas: se permiten en su configuración.',
  company_suspended: 'La empresa está suspendida: no se pueden forzar decisiones.',
  own_hand:
    'Permitiste las decisiones forzadas después de enviarse este pedido: pide a otra persona administradora que lo haga.',
}
const own = refusalTexts(words)

export const forcingWords = (refusal: Refusal): string =>
  Object.hasOwn(words, refusal.refused) ? own(refusal) : approvalWords(refusal)

export const forcingAbility = abilityWith(forcingWords)
