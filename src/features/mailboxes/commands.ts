/** The mailbox named, changed, tried and removed by administrators. */
import { mailboxFact } from '#features/mailboxes/facts.ts'
import { type MailboxRefusal, mayCallPort, mayKeepMailbox, maySeeMailbox } from '#features/mailboxes/rules.ts'
import { closeLane, openLane } from '#features/mailboxes/store/lanes.ts'
import {
  deleteMailbox,
  type HeldMailbox,
  lockMailbox,
  lockNaming,
  type MailboxFields,
  saveMailbox,
} from '#features/mailboxes/store.ts'
import { mailboxFaultText } from '#features/mailboxes/text.ts'
import type { changeMailbox, testMailbox } from '#features/mailboxes/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { Seal } from '#server/auth/seal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'
import { type Imap, ImapFailed } from '#server/mail/imap.ts'

type Connection = BodyOf<typeof testMailbox>

const told = ({ host, port, username, folder, collects }: MailboxFields) => ({
  host,
  port,
  username,
  folder,
  collects,
})

/**
 * The sealed password: a new one, or the kept one where server and user are the same, so that nobody who does not know it
 * has it brought to a server of theirs.
 */
function sealedFor(
  { host, port, username, password }: Connection,
  kept: HeldMailbox | null,
  seal: Seal,
): string | Refusal<MailboxRefusal> {
  if (password !== '') return seal.seal(password)
  const isSame = kept !== null && kept.host === host && kept.port === port && kept.username === username
  return isSame ? kept.sealedPassword : refuse('password_missing')
}

export async function nameMailbox(
  tx: TenantTx,
  actor: Actor,
  { revision, ...said }: BodyOf<typeof changeMailbox>,
  seal: Seal,
): Promise<{ readonly revision: number } | Refusal<MailboxRefusal>> {
  const may = firstRefusal(mayKeepMailbox(actor), mayCallPort(said.port))
  if (may !== true) return may
  await lockNaming(tx)
  // The lane before the mailbox, as whoever visits it. Whoever does so now has lost it.
  await (said.collects ? openLane(tx) : closeLane(tx))
  const kept = await lockMailbox(tx)
  if ((kept?.revision ?? 0) !== revision) return refuse('stale_mailbox')
  const sealedPassword = sealedFor(said, kept, seal)
  if (isRefusal(sealedPassword)) return sealedPassword
  const fields = { ...said, doneFolder: said.doneFolder === '' ? null : said.doneFolder }
  const isAnother =
    kept !== null &&
    (kept.host !== said.host || kept.username !== said.username || kept.folder !== said.folder)
  await saveMailbox(tx, actor.userId, { ...fields, sealedPassword, isAnother })
  await record(
    tx,
    actor,
    mailboxFact('mailbox.changed', tx.companyId, {
      ...(kept && { before: told(kept) }),
      after: told(fields),
    }),
  )
  return { revision: revision + 1 }
}

export async function forgetMailbox(
  tx: TenantTx,
  actor: Actor,
): Promise<{ readonly removed: boolean } | Refusal<MailboxRefusal>> {
  const may = maySeeMailbox(actor)
  if (may !== true) return may
  await lockNaming(tx)
  await closeLane(tx)
  const kept = await lockMailbox(tx)
  if (kept === null) return refuse('no_mailbox')
  await deleteMailbox(tx)
  await record(tx, actor, mailboxFact('mailbox.removed', tx.companyId, { before: told(kept) }))
  return { removed: true }
}

/** Connects outside of any transaction. What fails is an answer; the password stays sealed between the two. */
export async function tryMailbox(
  each: Each,
  said: Connection,
  { seal, imap }: { readonly seal: Seal; readonly imap: Imap },
): Promise<ResponseOf<typeof testMailbox> | Refusal> {
  const ready = await each(async (tx, actor) => {
    const may = firstRefusal(mayKeepMailbox(actor), mayCallPort(said.port))
    if (may !== true) return may
    const sealed = sealedFor(said, await lockMailbox(tx), seal)
    return isRefusal(sealed) ? sealed : { sealed }
  })
  if (isRefusal(ready)) return ready
  const password = seal.unseal(ready.sealed)
  const fault = password === null ? 'password_unreadable' : await faultOnTrial(imap, { ...said, password })
  return { works: fault === null, fault: fault === null ? null : mailboxFaultText(fault) }
}

async function faultOnTrial(imap: Imap, { doneFolder, ...login }: Connection): Promise<string | null> {
  try {
    return await imap(login, async folder =>
      doneFolder === '' || (await folder.hasFolder(doneFolder)) ? null : 'done_folder_missing',
    )
  } catch (error) {
    if (error instanceof ImapFailed) return error.fault
    throw error
  }
}
