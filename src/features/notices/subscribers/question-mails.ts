/** Mail to the requester of an order who is asked something about it. */
import type { Mailing } from '#features/notices/commands/remind.ts'
import { questionForMail } from '#features/notices/store/comments.ts'
import { documentForMail, findMailReaders } from '#features/notices/store/reminders.ts'
import { questionLetter } from '#features/notices/text/letters.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Asked = { readonly documentId: string; readonly commentId: string }

/** Writes to the requester, if they read mails about what waits for them and nobody has answered yet. */
export async function mailQuestion(
  tx: TenantTx,
  { post, origin }: Mailing,
  { documentId, commentId }: Asked,
): Promise<void> {
  const question = await questionForMail(tx, commentId)
  if (question === null) return
  const [person] = await findMailReaders(tx, [question.askedId], 'due')
  if (!person) return
  const found = await documentForMail(tx, documentId)
  const order = { ...found, task: 'approve', decideBy: null, delayedBy: null } as const
  await post(tx, questionLetter(person, { order, ...question }, origin), tx.now)
}
