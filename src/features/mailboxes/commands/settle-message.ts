/** A message that waits, taken into the tray or discarded, once, by somebody. */

import { recordInfected } from '#features/files/commands.ts'
import {
  archiveType,
  type Stored,
  type StoredFile,
  storeUnpacked,
} from '#features/mailboxes/commands/store-files.ts'
import { addFiles, intoTray } from '#features/mailboxes/commands/take-message.ts'
import { mailboxFact } from '#features/mailboxes/facts.ts'
import { type MailedFile, roomBeside } from '#features/mailboxes/rules/message.ts'
import {
  type MailboxRefusal,
  type MessageVerb,
  maySeeMailbox,
  messageAbilities,
} from '#features/mailboxes/rules.ts'
import {
  type HeldMessage,
  insertMessageFiles,
  isActiveProvider,
  type KeptMessageFile,
  keptMessageFiles,
  lockMessage,
  saveSender,
  settleMessage,
} from '#features/mailboxes/store/messages.ts'
import type { discardMailedMessage, takeMailedMessage } from '#features/mailboxes/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { type FileStore, readBytes } from '#server/files/file-store.ts'
import type { Each } from '#server/http/route.ts'

type Taking = BodyOf<typeof takeMailedMessage>
type Found = { readonly companyId: string; readonly files: readonly KeptMessageFile[] }

/** Nothing of its files was read until now: a ZIP among them is unpacked here, outside of any transaction. */
export async function takeIn(
  each: Each,
  store: FileStore,
  messageId: string,
  taking: Taking,
): Promise<ResponseOf<typeof takeMailedMessage> | Refusal> {
  const found = await each(async (tx, actor): Promise<Found | Refusal> => {
    const held = await lockFor('take', tx, actor, messageId, taking.revision)
    if (isRefusal(held)) return held
    return { companyId: tx.companyId, files: await keptMessageFiles(tx, messageId) }
  })
  if (isRefusal(found)) return found
  const unpacked = await unpackArchives(store, found)
  return each((tx, actor) => take(tx, actor, messageId, { taking, unpacked }))
}

async function unpackArchives(store: FileStore, { companyId, files }: Found): Promise<Stored> {
  const archives: MailedFile[] = []
  for (const file of files.filter(each => !isPlain(each)))
    archives.push({ name: file.name, bytes: await readBytes(store, companyId, file) })
  return storeUnpacked(store, companyId, archives, roomBeside(files.filter(isPlain)))
}

async function take(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { taking, unpacked }: { readonly taking: Taking; readonly unpacked: Stored },
): Promise<ResponseOf<typeof takeMailedMessage> | Refusal> {
  const { providerId, remembers, revision } = taking
  const held = await lockFor('take', tx, actor, id, revision)
  if (isRefusal(held)) return held
  if (providerId !== null && !(await isActiveProvider(tx, providerId))) return refuse('provider_unknown')
  const kept = await keptMessageFiles(tx, id)
  for (const infected of unpacked.infected) await recordInfected(tx, actor, infected)
  const from = { providerId, mailedFrom: held.fromAddress }
  const already = await intoTray(tx, kept.filter(isPlain), from, actor)
  await addFiles(tx, unpacked.kept)
  const fresh = await intoTray(tx, unpacked.kept, from, actor)
  const out = unpacked.leftOut.map(({ reason, ...file }) => ({
    ...file,
    fileId: null,
    leftOut: reason,
  }))
  await insertMessageFiles(tx, id, [...fresh, ...out], firstFreePlace)
  await settleMessage(tx, id, { state: 'taken', by: actor.userId, providerId })
  const isRemembered = remembers && providerId !== null && held.fromAddress !== ''
  if (isRemembered) await saveSender(tx, { address: held.fromAddress, providerId, by: actor.userId })
  const all = [...already, ...fresh]
  const received = all.filter(({ leftOut }) => leftOut === null).length
  const after = { from: held.fromAddress, files: received, providerId, remembers: isRemembered }
  await record(tx, actor, mailboxFact('mailbox.message_taken', id, { after }))
  return { received, leftOut: all.length - received + out.length }
}

const isPlain = ({ mediaType }: StoredFile | KeptMessageFile): boolean => mediaType !== archiveType

/** Above the places of every message as it came. */
const firstFreePlace = 1000

export async function discard(
  tx: TenantTx,
  actor: Actor,
  id: string,
  { revision }: BodyOf<typeof discardMailedMessage>,
): Promise<{ readonly id: string } | Refusal<MailboxRefusal>> {
  const held = await lockFor('discard', tx, actor, id, revision)
  if (isRefusal(held)) return held
  await settleMessage(tx, id, { state: 'discarded', by: actor.userId, providerId: held.providerId })
  await record(tx, actor, mailboxFact('mailbox.message_discarded', id, { after: { from: held.fromAddress } }))
  return { id }
}

/** The locked message, when this person may do this with it as they saw it. */
async function lockFor(
  verb: MessageVerb,
  tx: TenantTx,
  actor: Actor,
  id: string,
  revision: number,
): Promise<HeldMessage | Refusal<MailboxRefusal>> {
  const sees = maySeeMailbox(actor)
  if (sees !== true) return sees
  const held = await lockMessage(tx, id)
  if (held === null || held.state === 'ignored') return refuse('not_found')
  const may = messageAbilities(actor, held.state)[verb]
  if (may !== true) return may
  return held.revision === revision ? held : refuse('stale_message')
}
