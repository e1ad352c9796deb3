/** Why a deputy was not given a seat. */
import type { DeputyRefusal } from '#features/approvals/rules/deputies.ts'
import { type RefusalWords, refusalTexts } from '#kernel/ability.ts'

const words: RefusalWords<DeputyRefusal> = {
  person_not_eligible: 'no está activa o no puede aprobar este pedido',
  own_document: 'escribió el pedido, o lo corrigió',
  executor_cannot_approve: 'lo ejecuta, y la empresa no permite las dos cosas',
  already_asked: 'ya tiene una aprobación en esa etapa',
  already_decided: 'ya ha decidido en este pedido',
  deputy_absent: 'está ausente, con quien la sustituye',
}

/** Reason as the end of a sentence about the deputy; `because` as the journal keeps it. */
export const deputyRefusedWords = (because: string): string => refusalTexts(words)({ refused: because })
