/**
 * Facts of comments, about their order. The text is the fact's reason, so that it is sealed and stands in the order's
 * history. Those whom a comment concerns have a notice, and whoever is asked a mail.
 */
import { content, defineFacts } from '#kernel/fact.ts'

type Said = {
  readonly commentId: string
  readonly mentioned: readonly string[]
  readonly fileIds: readonly string[]
}

export const commentFact = defineFacts({
  'comment.added': {
    object: 'document',
    sentence: 'Comentario',
    content: content<{ after: Said }>(),
    subscribers: ['notices', 'live'],
  },
  'comment.asked': {
    object: 'document',
    sentence: 'Pregunta a quien hizo el pedido',
    content: content<{ after: Said & { readonly askedId: string } }>(),
    subscribers: ['notices', 'live', 'mails'],
  },
  'comment.answered': {
    object: 'document',
    sentence: 'Respuesta a una pregunta',
    content: content<{ after: Said & { readonly answers: string } }>(),
    subscribers: ['notices', 'live'],
  },
})
