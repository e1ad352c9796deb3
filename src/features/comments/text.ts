/** Spanish words of comments. */
import { type CommentRefusal, maxComments } from '#features/comments/rules.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'

const words: RefusalWords<CommentRefusal> = {
  forbidden: 'Los comentarios son de la empresa y de su cliente.',
  not_found: 'El pedido no existe o no tienes acceso.',
  company_suspended: 'La empresa está suspendida: no se puede escribir nada nuevo.',
  own_order: 'El pedido lo hiciste tú: escribe un comentario.',
  requester_gone: 'Quien hizo el pedido ya no trabaja en la empresa.',
  requester_of_provider: 'El pedido lo hizo el proveedor, que no lee los comentarios: devuélveselo.',
  question_answered: 'La pregunta ya está respondida.',
  person_not_concerned: 'Elige a personas que vean este pedido.',
  file_not_yours: 'Ese archivo no lo has subido tú, o ya no está: vuelve a elegirlo.',
  too_many_comments: `Un pedido admite ${maxComments} comentarios.`,
}

export const commentWords = refusalTexts(words)
export const commentAbility = abilityWith(commentWords)
