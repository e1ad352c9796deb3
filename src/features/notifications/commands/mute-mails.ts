import { type MailKind, mailKinds } from '#features/notifications/rules/reminders.ts'
import { saveMutedMails } from '#features/notifications/store/reminders.ts'
import type { Actor } from '#kernel/actor.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Exactly these are not written from now on; in the app everything is told as before. */
export async function muteMail(
  tx: TenantTx,
  actor: Actor,
  { muted }: { readonly muted: readonly MailKind[] },
) {
  const kinds = mailKinds.filter(kind => muted.includes(kind))
  await saveMutedMails(tx, actor.userId, kinds)
  await record(tx, actor, {
    action: 'notices.mails_muted',
    object: { type: 'account', id: actor.userId },
    after: { muted: kinds },
  })
  return { muted: kinds }
}
