/**
 * Facts of recurrences. All are about orders: the one from which the recurrence began, and, of `recurrence.made`, the
 * order that it made.
 */
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'

/** Name, amount (digits of minor units, currency), description and due days (`yyyy-mm-dd`). */
export type RecurrenceTerms = Snapshot

type Stopped = {
  after: {
    readonly recurrenceId: string
    readonly dueOn: string
    /** Kind of the refusal for which the order was not made. */
    readonly refused: string
  }
}

type Moved = { after: { readonly recurrenceId: string; readonly nextOn: string | null } }

export const recurrenceFact = defineFacts({
  'recurrence.created': {
    object: 'document',
    sentence: 'Repetición creada',
    content: content<{ after: RecurrenceTerms }>(),
  },
  'recurrence.changed': {
    object: 'document',
    sentence: 'Repetición cambiada',
    content: content<{ before: RecurrenceTerms; after: RecurrenceTerms }>(),
  },
  'recurrence.paused': { object: 'document', sentence: 'Repetición en pausa', content: content<Moved>() },
  'recurrence.resumed': { object: 'document', sentence: 'Repetición reanudada', content: content<Moved>() },
  'recurrence.skipped': {
    object: 'document',
    sentence: 'Repetición: una fecha omitida',
    content: content<Moved>(),
  },
  'recurrence.ended': { object: 'document', sentence: 'Repetición terminada', content: content<Moved>() },
  'recurrence.stopped': {
    object: 'document',
    sentence: 'Repetición detenida: no se pudo crear el pedido',
    content: content<Stopped>(),
    subscribers: ['notices'],
  },
  'recurrence.made': {
    object: 'document',
    sentence: 'Pedido creado por su repetición',
    content: content<{
      after: { readonly recurrenceId: string; readonly dueOn: string; readonly from: string }
    }>(),
    subscribers: ['notices'],
  },
})
