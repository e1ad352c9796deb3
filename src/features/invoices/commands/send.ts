/** An order sent, or corrected, with the invoices among its files: what is an alarm in them is explained by whoever sends it. */
import { resubmit, submit } from '#features/approvals/commands/submit.ts'
import { isCreditNote } from '#features/documents/store/credit-notes.ts'
import type { DocumentContentWire } from '#features/documents/wire/content.ts'
import { invoiceFact } from '#features/invoices/facts.ts'
import { unexplainedAlarms } from '#features/invoices/rules/alarms.ts'
import { explainedAlarms } from '#features/invoices/store/alarms.ts'
import { billedInProject } from '#features/invoices/views/billed.ts'
import { findingsOfFiles } from '#features/invoices/views/findings.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Sent = Exclude<Awaited<ReturnType<typeof submit>>, Refusal>

/** Makes an order; `lentFileIds` as `submit` has them. */
export async function send(
  tx: TenantTx,
  actor: Actor,
  content: DocumentContentWire,
  lentFileIds: readonly string[] = [],
): Promise<Sent | Refusal> {
  const sent = await submit(tx, actor, content, { lentFileIds })
  return isRefusal(sent) ? sent : explain(tx, actor, content, sent)
}

/** Corrects a returned order. */
export async function correct(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  content: DocumentContentWire & { readonly revision: number },
): Promise<Sent | Refusal> {
  const sent = await resubmit(tx, actor, documentId, content)
  return isRefusal(sent) ? sent : explain(tx, actor, content, sent)
}

/**
 * The order, once its alarms are explained; a refusal undoes it. Asked after it is sent, because only then is it known
 * that the files are the person's to attach.
 */
async function explain(
  tx: TenantTx,
  actor: Actor,
  { type, projectId, fileIds, alarmReason, duplicateReason }: DocumentContentWire,
  sent: Sent,
): Promise<Sent | Refusal> {
  const billed = type === 'gasto' && fileIds.length > 0 ? await billedInProject(tx, projectId) : null
  if (billed === null) return sent
  const files = await findingsOfFiles(tx, actor, billed, fileIds)
  const alarms = files.flatMap(({ findings }) => findings.filter(({ weight }) => weight === 'alarm'))
  // A credit note pays nobody: its alarms are told, and nobody is asked about them.
  if (alarms.length === 0 || (await isCreditNote(tx, sent.id))) return sent
  const said = [...new Set(alarms.map(({ text }) => text))]
  if (alarmReason === null) {
    const before = await explainedAlarms(tx, sent.id)
    const open = unexplainedAlarms(alarms, { before, isNoDuplicate: duplicateReason !== null })
    return open.length === 0 ? sent : refuse('alarm_unexplained', { alarms: said.join(' ') })
  }
  const after = { revision: sent.revision, alarms: said }
  await record(tx, actor, invoiceFact('invoice.alarm_explained', sent.id, { after, reason: alarmReason }))
  return sent
}
