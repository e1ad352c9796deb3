/** Kinds of mail that a person no longer wants. */
import { noticeFact } from '#features/notices/facts.ts'
import { type MailKind, mailKinds } from '#features/notices/rules/reminders.ts'
import { saveMutedMails } from '#features/notices/store/reminders.ts'
import type { Actor } from '#kernel/actor.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Replaces the kinds of mail that are no longer sent; notices in the app stay as before. */
export async function saveMutedMailKinds(
  tx: TenantTx,
  actor: Actor,
  { muted }: { readonly muted: readonly MailKind[] },
) {
  const kinds = mailKinds.filter(kind => muted.includes(kind))
  await saveMutedMails(tx, actor.userId, kinds)
  await record(tx, actor, noticeFact('notices.mails_muted', actor.userId, { after: { muted: kinds } }))
  return { muted: kinds }
}
