import { content, defineFacts } from '#kernel/fact.ts'

type Muted = { after: { readonly muted: readonly string[] } }

export const noticeFact = defineFacts({
  'notices.muted': {
    object: 'account',
    sentence: 'Notificaciones silenciadas',
    content: content<Muted>(),
  },
  'notices.mails_muted': {
    object: 'account',
    sentence: 'Correos silenciados',
    content: content<Muted>(),
  },
  'approval.overdue': {
    object: 'document',
    sentence: 'Pedido que espera demasiado, avisado',
    // Names of the people for whom the order waits.
    content: content<{ after: { holders: string } }>(),
    subscribers: ['notices'],
  },
})
