/**
 * Facts of people and invitations. `person.added` is heard by the appointments that waited for an invitation to be
 * accepted; the others have no subscribers, and the mail of an invitation is written with it.
 */
import type { Role } from '#kernel/actor.ts'
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'

type Belonging = { readonly role: Role; readonly clientId: string | null; readonly providerId: string | null }

export const personFact = defineFacts({
  'person.added': {
    object: 'person',
    sentence: 'Persona añadida',
    content: content<{ after: Belonging & { invitationId?: string } }>(),
    subscribers: ['appointments'],
  },
  'person.changed': {
    object: 'person',
    sentence: 'Datos de una persona modificados',
    content: content<{ before: Snapshot; after: Snapshot }>(),
  },
  'person.activated': {
    object: 'person',
    sentence: 'Persona activada',
    content: content<{ before: Snapshot; after: Snapshot }>(),
  },
  'person.deactivated': {
    object: 'person',
    sentence: 'Persona desactivada',
    content: content<{ before: Snapshot; after: Snapshot }>(),
  },
  'person.sessions_ended': {
    object: 'person',
    sentence: 'Sesiones de una persona cerradas',
    content: content<{ after: { sessions: number } }>(),
  },
  'person.address_asked': {
    object: 'person',
    sentence: 'Cambio de dirección pedido',
    content: content<{ before: Snapshot; after: Snapshot }>(),
  },
  'person.address_withdrawn': {
    object: 'person',
    sentence: 'Cambio de dirección retirado',
    content: content<{ before: { email: string | null } }>(),
  },
  'person.invited': {
    object: 'invitation',
    sentence: 'Persona invitada',
    content: content<{ after: Belonging & { email: string; name: string } }>(),
  },
  // Of a member who has not chosen a password yet.
  'person.invited_again': {
    object: 'person',
    sentence: 'Invitación enviada de nuevo',
    content: content<object>(),
  },
  'person.invitation_sent_again': {
    object: 'invitation',
    sentence: 'Invitación enviada de nuevo',
    content: content<object>(),
  },
  'person.invitation_revoked': {
    object: 'invitation',
    sentence: 'Invitación retirada',
    content: content<object>(),
  },
  'person.invitation_refused': {
    object: 'invitation',
    sentence: 'Invitación rechazada',
    content: content<object>(),
  },
  // The person asked for it, or the law: names and addresses are gone, and `digest` vouches for the events that they
  // were taken from.
  'person.erased': {
    object: 'person',
    sentence: 'Datos personales borrados',
    content: content<{ after: { events: number; digest: string } }>(),
  },
  'people.exported': {
    object: 'company',
    sentence: 'Lista de personas exportada',
    content: content<{ after: Snapshot }>(),
  },
})
