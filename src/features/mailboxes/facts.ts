/** Facts of a company's mailbox. Its password stands in none. That it cannot be read is told to the administrators. */
import { content, defineFacts } from '#kernel/fact.ts'

type Told = {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly folder: string
  readonly collects: boolean
}

export const mailboxFact = defineFacts({
  'mailbox.changed': {
    object: 'mailbox',
    sentence: 'Buzón de facturas configurado',
    content: content<{ before?: Told; after: Told }>(),
  },
  'mailbox.removed': {
    object: 'mailbox',
    sentence: 'Buzón de facturas eliminado',
    content: content<{ before: Told }>(),
  },
  'mailbox.failing': {
    object: 'mailbox',
    sentence: 'El buzón de facturas no se puede leer',
    content: content<{ after: { readonly fault: string; readonly host: string } }>(),
    subscribers: ['notices'],
  },
  'mailbox.message_taken': {
    object: 'mailbox_message',
    sentence: 'Correo en cuarentena: pasado a la bandeja',
    content: content<{
      after: {
        readonly from: string
        readonly files: number
        readonly providerId: string | null
        /** True when the address is that provider's from now on. */
        readonly remembers: boolean
      }
    }>(),
  },
  'mailbox.message_discarded': {
    object: 'mailbox_message',
    sentence: 'Correo en cuarentena: descartado',
    content: content<{ after: { readonly from: string } }>(),
  },
})
