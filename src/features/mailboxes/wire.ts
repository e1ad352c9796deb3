/** Wire of a company's mailbox, and of its messages that wait for somebody. */
import { z } from 'zod'
import { longestFolder, longestHost, longestUsername, messageStates } from '#features/mailboxes/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, InstantWire, lineWire, optionalLineWire, UuidWire } from '#kernel/wire.ts'

export const MailboxWire = z.object({
  /** Name of the server of IMAP over TLS. */
  host: z.string(),
  port: z.int(),
  username: z.string(),
  /** Folder that is read: `INBOX`. */
  folder: z.string(),
  /** Folder into which collected messages are moved; null: they stay, marked as seen. */
  doneFolder: z.string().nullable(),
  /** False: nothing is collected until it is switched on again. */
  collects: z.boolean(),
  lastCollectedAt: InstantWire.nullable(),
  lastFailedAt: InstantWire.nullable(),
  /** Why the last visit failed, in Spanish; null when it did not. */
  fault: z.string().nullable(),
  /** Messages of thirty days whose files are in the tray. */
  taken: z.int(),
  revision: z.int(),
})
export type MailboxWire = z.infer<typeof MailboxWire>

export const getMailbox = endpoint({
  id: 'getMailbox',
  method: 'GET',
  path: '/api/mailbox',
  summary: 'The mailbox from which invoices of the company are collected, without its password.',
  response: z.object({ mailbox: MailboxWire.nullable(), can: z.object({ change: AbilityWire }) }),
})

const hostPattern = /^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i

const connection = {
  /** Name of the server of IMAP over TLS, or its address in digits. */
  host: lineWire(longestHost, 'Servidor requerido').regex(
    hostPattern,
    'Escribe solo el nombre: imap.correo.example',
  ),
  /** 993, or one from 1024; TLS is spoken from the first byte. */
  port: z.coerce.number().int().min(1).max(65_535),
  /** Name with which the program signs in, often the address. */
  username: lineWire(longestUsername, 'Usuario requerido'),
  /** Empty: the one that is kept, for the same server and user. */
  password: z.string().max(500).default(''),
  /** Folder that is read: `INBOX`. */
  folder: lineWire(longestFolder, 'Carpeta requerida'),
  /** Folder into which collected messages are moved; empty: they stay, marked as seen. */
  doneFolder: optionalLineWire(longestFolder).default(''),
}

const fields = {
  ...connection,
  /** False: nothing is collected until it is switched on again. */
  collects: z.boolean(),
}

export const MailboxFieldsWire = z.object(fields)
export type MailboxFieldsWire = z.infer<typeof MailboxFieldsWire>

const keeping = [
  'forbidden',
  'company_suspended',
  'untrusted_account',
  'sample_company',
  'password_missing',
  'port_closed',
] as const

export const changeMailbox = endpoint({
  id: 'changeMailbox',
  method: 'PUT',
  path: '/api/mailbox',
  summary: 'Names the mailbox, or changes it.',
  body: z.object({
    ...fields,
    /** Of the mailbox that is replaced; 0 where there is none. */
    revision: z.int().min(0).max(1_000_000),
  }),
  response: z.object({ revision: z.int() }),
  refusals: [...keeping, 'stale_mailbox'],
})

export const testMailbox = endpoint({
  id: 'testMailbox',
  method: 'POST',
  path: '/api/mailbox/test',
  summary: 'Connects to a mailbox as it is named here, without keeping it, and says what failed.',
  body: z.object({
    ...connection,
  }),
  response: z.object({
    works: z.boolean(),
    /** Fault of the mailbox, in Spanish; null when it works. */
    fault: z.string().nullable(),
  }),
  refusals: keeping,
  idempotent: true,
})

export const removeMailbox = endpoint({
  id: 'removeMailbox',
  method: 'DELETE',
  path: '/api/mailbox',
  summary: 'Forgets the mailbox and its password; what came from it stays.',
  response: z.object({ removed: z.boolean() }),
  refusals: ['forbidden', 'no_mailbox'],
  idempotent: true,
})

export const MailedMessageWire = z.object({
  id: z.string(),
  state: z.enum(messageStates),
  /** Address that the message says, which anybody may write; empty when it says none. */
  fromAddress: z.string(),
  fromName: z.string(),
  subject: z.string(),
  sentAt: InstantWire.nullable(),
  receivedAt: InstantWire,
  /** Findings of the server that received it about its sender: `dkim=pass dmarc=fail`; null when it says nothing. */
  authentication: z.string().nullable(),
  /** Why it cannot be taken, in Spanish. */
  fault: z.string().nullable(),
  /** Provider whose address it is. */
  provider: z.object({ id: z.string(), name: z.string() }).nullable(),
  files: z.array(
    z.object({
      name: z.string(),
      size: z.int(),
      /** Why it is not taken, in Spanish; null for one that is. */
      leftOut: z.string().nullable(),
    }),
  ),
  revision: z.int(),
  can: z.object({ take: AbilityWire, discard: AbilityWire }),
})
export type MailedMessageWire = z.infer<typeof MailedMessageWire>

export const listMailedMessages = endpoint({
  id: 'listMailedMessages',
  method: 'GET',
  path: '/api/mailbox/messages',
  summary:
    'Messages that wait for somebody, the oldest first, by keyset: of unknown senders, and such as cannot be read.',
  query: z.object({
    /** Id of the last message of the previous page. */
    after: UuidWire.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({
    items: z.array(MailedMessageWire),
    next: z.string().nullable(),
    /** Messages that wait. */
    waiting: z.int(),
    /** True when no more may wait: what comes stays in the mailbox, and is only named here. */
    isFull: z.boolean(),
  }),
})

const Params = z.object({ messageId: UuidWire })
const RevisionWire = z.int().min(1).max(1_000_000)
const settling = ['not_found', 'forbidden', 'company_suspended', 'message_settled', 'stale_message'] as const

export const takeMailedMessage = endpoint({
  id: 'takeMailedMessage',
  method: 'POST',
  path: '/api/mailbox/messages/:messageId/taking',
  summary: 'Puts the files of a message that waits into the tray of received invoices.',
  params: Params,
  body: z.object({
    /** Provider that sent it; null when nobody knows. */
    providerId: z.string().max(60).nullable(),
    /** True: messages of this address are the provider’s from now on. */
    remembers: z.boolean(),
    revision: RevisionWire,
  }),
  response: z.object({ received: z.int(), leftOut: z.int() }),
  refusals: [...settling, 'message_without_files', 'provider_unknown'],
  idempotent: true,
})

export const discardMailedMessage = endpoint({
  id: 'discardMailedMessage',
  method: 'POST',
  path: '/api/mailbox/messages/:messageId/discarding',
  summary: 'Discards a message that waits; it stays in the mailbox.',
  params: Params,
  body: z.object({ revision: RevisionWire }),
  response: z.object({ id: z.string() }),
  refusals: settling,
  idempotent: true,
})
