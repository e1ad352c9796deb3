/** Routes of a company's mailbox, and of its messages that wait for somebody. */
import { paces } from '#features/companies/rules/paces.ts'
import { discard, takeIn } from '#features/mailboxes/commands/settle-message.ts'
import { forgetMailbox, nameMailbox, tryMailbox } from '#features/mailboxes/commands.ts'
import { mailboxSeal } from '#features/mailboxes/store.ts'
import { mailboxWords } from '#features/mailboxes/text.ts'
import { messagePage, readMailbox } from '#features/mailboxes/views.ts'
import {
  changeMailbox,
  discardMailedMessage,
  getMailbox,
  listMailedMessages,
  removeMailbox,
  takeMailedMessage,
  testMailbox,
} from '#features/mailboxes/wire.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { type Route, read, write, writeEach } from '#server/http/route.ts'
import type { Imap } from '#server/mail/imap.ts'

type Parts = { readonly secret: Secret; readonly files: FileStore; readonly imap: Imap }

export function mailboxRoutes({ secret, files, imap }: Parts): readonly Route[] {
  const seal = mailboxSeal(secret)
  return [
    read(getMailbox, (tx, actor) => readMailbox(tx, actor)),
    write(changeMailbox, mailboxWords, (tx, actor, { body }) => nameMailbox(tx, actor, body, seal)),
    write(removeMailbox, mailboxWords, (tx, actor) => forgetMailbox(tx, actor)),
    writeEach({ ...testMailbox, pace: paces.mailboxTests }, mailboxWords, (each, { body }) =>
      tryMailbox(each, body, { seal, imap }),
    ),
    read(listMailedMessages, (tx, actor, { query }) => messagePage(tx, actor, query)),
    writeEach(takeMailedMessage, mailboxWords, (each, { params, body }) =>
      takeIn(each, files, params.messageId, body),
    ),
    write(discardMailedMessage, mailboxWords, (tx, actor, { params, body }) =>
      discard(tx, actor, params.messageId, body),
    ),
  ]
}
