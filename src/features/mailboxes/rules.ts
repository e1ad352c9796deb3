/** The mailbox of a company, from which invoices are collected: its administrators keep it, and say what strangers may bring. */
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** `taken`: its files are in the tray; `set_aside`: named, its files are not here; `ignored`: of a stranger, with nothing to take. */
export const messageStates = ['taken', 'quarantined', 'discarded', 'set_aside', 'ignored'] as const
export type MessageState = (typeof messageStates)[number]

export type MailboxRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'untrusted_account'
  | 'sample_company'
  | 'stale_mailbox'
  | 'no_mailbox'
  | 'password_missing'
  | 'port_closed'
  | 'message_settled'
  | 'message_without_files'
  | 'stale_message'
  | 'provider_unknown'

export const longestHost = 253
export const longestUsername = 254
export const longestFolder = 200

/** The port of IMAP over TLS; below 1024 other services stand. */
export const imapPort = 993
const firstFreePort = 1024

export const mayCallPort = (port: number): true | Refusal<MailboxRefusal> =>
  port === imapPort || port >= firstFreePort ? true : refuse('port_closed')

type Keeper = Pick<Actor, 'role' | 'companySuspended' | 'untrustedReason' | 'isSample'>

export const maySeeMailbox = ({ role }: Pick<Actor, 'role'>): true | Refusal<MailboxRefusal> =>
  role === 'admin' ? true : refuse('forbidden')

/** Permits seeing the messages that were collected: also to auditors, who see no mailbox. */
export const maySeeMessages = ({ role }: Pick<Actor, 'role'>): true | Refusal<MailboxRefusal> =>
  readsWholeCompany(role) ? true : refuse('forbidden')

/** Permits naming a server to which the program brings a password. A sample calls nobody. */
export const mayKeepMailbox = (actor: Keeper): true | Refusal<MailboxRefusal> =>
  firstRefusal<MailboxRefusal>(
    maySeeMailbox(actor),
    actor.companySuspended ? refuse('company_suspended') : true,
    actor.isSample ? refuse('sample_company') : true,
    accountTrust(actor),
  )

export type MessageVerb = 'take' | 'discard'

/** Abilities over a message that waits. What was set aside has nothing to take. */
export function messageAbilities(
  actor: Pick<Actor, 'role' | 'companySuspended'>,
  state: MessageState,
): Abilities<MessageVerb, MailboxRefusal> {
  const mine = firstRefusal<MailboxRefusal>(
    maySeeMailbox(actor),
    actor.companySuspended ? refuse('company_suspended') : true,
  )
  const isWaiting = state === 'quarantined' || state === 'set_aside'
  const waits = isWaiting ? true : refuse<MailboxRefusal>('message_settled')
  const hasFiles = state === 'set_aside' ? refuse<MailboxRefusal>('message_without_files') : true
  return {
    take: firstRefusal<MailboxRefusal>(mine, waits, hasFiles),
    discard: firstRefusal<MailboxRefusal>(mine, waits),
  }
}
