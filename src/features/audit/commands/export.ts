import { type AuditRefusal, mayAudit } from '#features/audit/rules.ts'
import { eventTotal } from '#features/audit/views/events.ts'
import type { exportEvents as endpoint } from '#features/audit/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayOf, formatDay } from '#kernel/day.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { record } from '#server/journal.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Writes down that the journal leaves the house, and answers how many events it has and what its file is called. */
export async function exportEvents(
  tx: TenantTx,
  actor: Actor,
  { format, ...filters }: BodyOf<typeof endpoint>,
): Promise<{ rows: number; name: string } | Refusal<AuditRefusal>> {
  const may = mayAudit(actor)
  if (may !== true) return may
  const rows = await eventTotal(tx, actor, filters)
  const said = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  await record(tx, actor, {
    action: 'journal.exported',
    object: { type: 'company', id: tx.companyId },
    after: { rows, format, ...Object.fromEntries(said) },
  })
  const today = formatDay(dayOf(tx.now, actor.zone)).replaceAll('/', '-')
  return { rows, name: `Auditoría - ${today}.${format}` }
}
