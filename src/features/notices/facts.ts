/**
 * Facts of notices: what a person muted, on which devices they are told, and that an order waits too long. The second is told to those who can do
 * something about it (escalation).
 */
import { content, defineFacts } from '#kernel/fact.ts'

/** Kinds of notices that the person does not want any more, all of them after the change. */
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
  'notices.device_added': {
    object: 'account',
    sentence: 'Notificaciones activadas en un dispositivo',
    content: content<{ after: { device: string } }>(),
  },
  'notices.device_changed': {
    object: 'account',
    sentence: 'Montos y nombres en las notificaciones de un dispositivo, modificado',
    content: content<{
      before: { readonly showsDetails: boolean }
      after: { readonly device: string; readonly showsDetails: boolean }
    }>(),
  },
  'notices.device_removed': {
    object: 'account',
    sentence: 'Notificaciones quitadas de un dispositivo',
    content: content<{ after: { device: string } }>(),
  },
  'approval.overdue': {
    object: 'document',
    sentence: 'Pedido que espera desde hace demasiado',
    // Names of the people for whom the order waits.
    content: content<{ after: { holders: string } }>(),
    subscribers: ['notices'],
  },
})
