/** A visit to a mailbox by the node that holds it: new messages, one after the other, outside any transaction. */
import { setAside, type Taking, takeMessage } from '#features/mailboxes/commands/take-message.ts'
import { mailboxFact } from '#features/mailboxes/facts.ts'
import { mailboxBounds, restSeconds } from '#features/mailboxes/rules/message.ts'
import { closeLane, holdsLane, type Lane, leaveLane } from '#features/mailboxes/store/lanes.ts'
import {
  forgetTry,
  type HeldMailbox,
  isWorking,
  lockMailbox,
  saveBegun,
  saveVisit,
} from '#features/mailboxes/store.ts'
import type { Seal } from '#server/auth/seal.ts'
import { record } from '#server/database/journal.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'
import { type Imap, ImapFailed, type ImapFolder, type ImapLogin } from '#server/mail/imap.ts'
import { ProblemError } from '#server/problems.ts'

export type Collecting = Taking & {
  readonly imap: Imap
  readonly seal: Seal
  readonly everySeconds: number
}

type Opened = { readonly mailbox: HeldMailbox; readonly login: ImapLogin | null }

/** Collects what is new, and says how it went. @throws what is no fault of the mailbox; then it is visited again soon. */
export async function visitMailbox(parts: Collecting, lane: Lane): Promise<void> {
  const opened = await asSystem(parts.db, lane.company, tx => open(tx, lane, parts.seal))
  if (opened === null) return
  try {
    const isMore = await collect(parts, lane, opened)
    await asSystem(parts.db, lane.company, tx => endVisit(tx, lane, { fault: null, parts, isMore }))
  } catch (error) {
    const fault = error instanceof ImapFailed ? error.fault : null
    await asSystem(parts.db, lane.company, tx =>
      fault === null ? putOff(tx, lane, error, parts) : endVisit(tx, lane, { fault, parts, isMore: false }),
    )
    if (fault === null) throw error
  }
}

/** Null for a mailbox that is off or gone, or of a company in which nothing is collected; it is looked at again later. */
async function open(tx: TenantTx, lane: Lane, seal: Seal): Promise<Opened | null> {
  if (!(await holdsLane(tx, lane.holder))) return null
  const mailbox = await lockMailbox(tx)
  if (!mailbox?.collects) {
    await closeLane(tx)
    return null
  }
  if (!(await isWorking(tx))) {
    await leaveLane(tx, { ...lane, nextVisitAt: new Date(tx.now.getTime() + 3600_000) })
    return null
  }
  const password = seal.unseal(mailbox.sealedPassword)
  const { host, port, username, folder } = mailbox
  return { mailbox, login: password === null ? null : { host, port, username, folder, password } }
}

/** True when the visit ended before the folder did. @throws ImapFailed */
async function collect(parts: Collecting, lane: Lane, { mailbox, login }: Opened): Promise<boolean> {
  if (login === null) throw new ImapFailed('password_unreadable')
  return parts.imap(login, async folder => {
    const { doneFolder } = mailbox
    if (doneFolder !== null && !(await folder.hasFolder(doneFolder)))
      throw new ImapFailed('done_folder_missing')
    const isSame = folder.uidValidity === mailbox.uidValidity
    const uids = await folder.newer(isSame ? mailbox.lastUid : 0, new Date(mailbox.collectsFrom))
    return takeAll(parts, folder, { lane, mailbox, uids })
  })
}

type Found = { readonly lane: Lane; readonly mailbox: HeldMailbox; readonly uids: readonly number[] }

async function takeAll(
  parts: Collecting,
  folder: ImapFolder,
  { lane, mailbox, uids }: Found,
): Promise<boolean> {
  const begun = performance.now()
  const now = uids.slice(0, mailboxBounds.messagesOfVisit)
  for (const uid of now) {
    if (performance.now() - begun > mailboxBounds.visitMs) return true
    const place = { lane, uid, uidValidity: folder.uidValidity }
    const hasEndedOthers = mailbox.tryingUid === uid && mailbox.tries >= mailboxBounds.tries
    await asSystem(parts.db, lane.company, tx => saveBegun(tx, uid))
    const outcome = hasEndedOthers
      ? await setAside(parts, place, 'message_ends_reader')
      : await takeMessage(parts, folder, place)
    if (outcome === 'lost') return false
    // A message that is not kept here stays unread where it is.
    if (outcome === 'kept') await folder.markDone(uid, mailbox.doneFolder)
  }
  return uids.length > now.length
}

type Ended = { readonly fault: string | null; readonly parts: Collecting; readonly isMore: boolean }

/** Nothing is said of a mailbox that somebody else visits by now. */
async function endVisit(tx: TenantTx, lane: Lane, { fault, parts, isMore }: Ended): Promise<void> {
  if (!(await holdsLane(tx, lane.holder))) return
  const failures = fault === null ? 0 : lane.failures + 1
  const seconds = isMore ? 0 : restSeconds(failures, parts.everySeconds)
  await leaveLane(tx, { ...lane, failures, nextVisitAt: new Date(tx.now.getTime() + seconds * 1000) })
  const mailbox = await lockMailbox(tx)
  if (!mailbox) return
  await saveVisit(tx, fault)
  if (fault !== null && failures === mailboxBounds.failuresToTell)
    await record(
      tx,
      null,
      mailboxFact('mailbox.failing', tx.companyId, { after: { fault, host: mailbox.host } }),
    )
}

const soonSeconds = 60

/**
 * The program failed, and not the mailbox. When the store, the scanner or the machine says that it is away, that is no
 * fault of the message until it has lasted for long; anything else may be, and costs it a try.
 */
async function putOff(tx: TenantTx, lane: Lane, error: unknown, parts: Collecting): Promise<void> {
  if (!(await holdsLane(tx, lane.holder))) return
  if (error instanceof ProblemError && lane.failures < mailboxBounds.failuresOfProgram) await forgetTry(tx)
  // The first rest after a failure is twice the usual one.
  const sooner = { ...parts, everySeconds: soonSeconds / 2 }
  await endVisit(tx, lane, { fault: 'not_kept', parts: sooner, isMore: false })
}
