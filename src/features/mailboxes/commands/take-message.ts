/** One message of the folder: read, judged by its sender, and kept with what becomes of it in one transaction. */
import { createHash } from 'node:crypto'
import { recordInfected } from '#features/files/commands.ts'
import { insertFile } from '#features/files/store.ts'
import { receiveMailed } from '#features/invoices/commands/receive-mailed.ts'
import { maxOpenOfProvider } from '#features/invoices/rules/tray.ts'
import { countOpenFrom, lockTray } from '#features/invoices/store.ts'
import {
  type Infected,
  type Stored,
  type StoredFile,
  storeFiles,
  storeUnpacked,
} from '#features/mailboxes/commands/store-files.ts'
import { readMailedMessage } from '#features/mailboxes/readers/reading.ts'
import {
  type Destiny,
  destiny,
  type LeftOutFile,
  type MailedFile,
  type MessageFault,
  mailboxBounds,
  type ParsedMessage,
} from '#features/mailboxes/rules/message.ts'
import type { MessageState } from '#features/mailboxes/rules.ts'
import { holdsLane, type Lane } from '#features/mailboxes/store/lanes.ts'
import {
  countQuarantined,
  insertMessage,
  insertMessageFiles,
  knownState,
  type MessageFile,
  senderProviders,
} from '#features/mailboxes/store/messages.ts'
import { saveRead } from '#features/mailboxes/store.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal } from '#kernel/refusal.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { ImapFolder } from '#server/mail/imap.ts'

export type Taking = { readonly db: Db; readonly files: FileStore }

/** Place of a message in its mailbox. */
export type Place = { readonly lane: Lane; readonly uidValidity: string; readonly uid: number }

/**
 * `kept`: its files are here, and it may be marked; `left`: it stays in the mailbox as it is; `lost`: another node has the
 * mailbox by now, or somebody has named another.
 */
export type Outcome = 'kept' | 'left' | 'lost'

const outcomeFor = (state: MessageState): Outcome =>
  state === 'taken' || state === 'quarantined' ? 'kept' : 'left'

export async function takeMessage(parts: Taking, folder: ImapFolder, place: Place): Promise<Outcome> {
  const size = await folder.size(place.uid)
  if (size === null) return pass(parts, place, 'left')
  if (size > mailboxBounds.messageBytes) return setAside(parts, place, 'message_too_large')
  const bytes = await folder.source(place.uid, mailboxBounds.messageBytes)
  if (bytes === null) return setAside(parts, place, 'message_too_large')
  const digest = createHash('sha256').update(bytes).digest('hex')
  const { company } = place.lane
  const known = await asSystem(parts.db, company, tx => knownState(tx, digest))
  if (known !== null) return pass(parts, place, outcomeFor(known))
  const message = await readMailedMessage(bytes)
  if (isRefusal(message)) return setAside(parts, place, message.refused, digest)
  const fate = await asSystem(parts.db, company, tx => judge(tx, message))
  const stored = await storeFor(fate, parts.files, company, message.files)
  const leftOut = [...message.leftOut, ...stored.leftOut]
  return asSystem(parts.db, company, tx =>
    save(tx, place, { message: { ...message, digest }, fate, stored, leftOut }),
  )
}

const nothingStored: Stored = { kept: [], leftOut: [], infected: [] }

/** Storing by the message's fate: one that waits is kept as it came, because only what is taken is unpacked. */
function storeFor(
  { state }: Destiny,
  store: FileStore,
  company: string,
  files: readonly MailedFile[],
): Promise<Stored> {
  if (state === 'taken') return storeUnpacked(store, company, files)
  return state === 'quarantined' ? storeFiles(store, company, files) : Promise.resolve(nothingStored)
}

type Sent = Pick<ParsedMessage, 'fromAddress'> & { readonly files: readonly unknown[] }

async function judge(tx: TenantTx, message: Sent): Promise<Destiny> {
  const providerIds = await senderProviders(tx, message.fromAddress)
  const [first] = providerIds
  const [open, quarantined] = await Promise.all([
    first === undefined ? 0 : countOpenFrom(tx, first),
    countQuarantined(tx),
  ])
  return destiny(message, { providerIds, openOfProvider: open, quarantined }, maxOpenOfProvider)
}

type Judged = {
  readonly message: Omit<ParsedMessage, 'files' | 'leftOut'> & { readonly digest: string }
  readonly fate: Destiny
  readonly stored: Stored
  readonly leftOut: readonly LeftOutFile[]
}

async function save(
  tx: TenantTx,
  { lane, uid, uidValidity }: Place,
  { message, fate: fateOfFew, stored, leftOut }: Judged,
): Promise<Outcome> {
  if (!(await holdsLane(tx, lane.holder))) return 'lost'
  // A ZIP may have brought more files than the tray has room for, or none.
  const fate = fateOfFew.state === 'taken' ? await judge(tx, { ...message, files: stored.kept }) : fateOfFew
  const { digest, fromAddress, fromName, subject, sentAt, authentication } = message
  const id = newId(tx.now.getTime())
  const said = { id, digest, fromAddress, fromName, subject, sentAt, authentication }
  const outcome = outcomeFor(fate.state)
  const fault = 'fault' in fate ? fate.fault : null
  const providerId = 'providerId' in fate ? fate.providerId : null
  if (await insertMessage(tx, { ...said, state: fate.state, fault, providerId })) {
    await recordAll(tx, stored.infected)
    const files =
      outcome === 'kept'
        ? await keepFiles(tx, stored.kept, { state: fate.state, providerId, fromAddress })
        : stored.kept.map(({ name, size }) => ({ name, size, fileId: null, leftOut: null }))
    const out = leftOut.map(({ reason, ...file }) => ({ ...file, fileId: null, leftOut: reason }))
    await insertMessageFiles(tx, id, [...files, ...out])
  }
  await saveRead(tx, uidValidity, uid)
  return outcome
}

async function keepFiles(
  tx: TenantTx,
  kept: readonly StoredFile[],
  {
    state,
    providerId,
    fromAddress,
  }: Pick<Destiny, 'state'> & { readonly providerId: string | null; readonly fromAddress: string },
): Promise<MessageFile[]> {
  await addFiles(tx, kept)
  return state === 'taken'
    ? intoTray(tx, kept, { providerId, mailedFrom: fromAddress })
    : kept.map(({ id, name, size }) => ({ name, size, fileId: id, leftOut: null }))
}

async function recordAll(tx: TenantTx, infected: readonly Infected[]): Promise<void> {
  for (const file of infected) await recordInfected(tx, null, file)
}

/** Rows of stored files, which hang from nothing yet. */
export async function addFiles(tx: TenantTx, kept: readonly StoredFile[]): Promise<void> {
  for (const file of kept) await insertFile(tx, { ...file, uploadedBy: null })
}

/** Puts each file into the tray; what lies there already is named. */
export async function intoTray(
  tx: TenantTx,
  kept: readonly Pick<StoredFile, 'id' | 'name' | 'size' | 'sha256'>[],
  from: { readonly providerId: string | null; readonly mailedFrom: string },
  by: Parameters<typeof receiveMailed>[1] = null,
): Promise<MessageFile[]> {
  await lockTray(tx)
  const files: MessageFile[] = []
  for (const { id, name, size, sha256 } of kept) {
    const received = await receiveMailed(tx, by, { fileId: id, sha256, ...from })
    files.push({ name, size, fileId: null, leftOut: received === null ? 'already_received' : null })
  }
  return files
}

/** Goes past a message that is gone, or known. */
const pass = ({ db }: Taking, { lane, uidValidity, uid }: Place, outcome: Outcome): Promise<Outcome> =>
  asSystem(db, lane.company, async tx => {
    if (!(await holdsLane(tx, lane.holder))) return 'lost'
    await saveRead(tx, uidValidity, uid)
    return outcome
  })

/** Names a message that cannot be read, and goes past it. Without its digest it is known by where it lies. */
export const setAside = (
  { db }: Pick<Taking, 'db'>,
  { lane, uidValidity, uid }: Place,
  fault: MessageFault,
  digest = createHash('sha256').update(`${uidValidity}:${uid}`).digest('hex'),
): Promise<Outcome> =>
  asSystem(db, lane.company, async tx => {
    if (!(await holdsLane(tx, lane.holder))) return 'lost'
    await insertMessage(tx, {
      id: newId(tx.now.getTime()),
      digest,
      state: 'set_aside',
      fault,
      fromAddress: '',
      fromName: '',
      subject: '',
      sentAt: null,
      authentication: null,
      providerId: null,
    })
    await saveRead(tx, uidValidity, uid)
    return 'left'
  })
