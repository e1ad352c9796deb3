import type { TimelineEntryWire } from '#features/audit/wire.ts'
import { documentsOf } from '#features/documents/views/reach.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Facts of an event that a timeline tells; the rest stays in the journal. */
const told = [
  'state',
  'decision',
  'revision',
  'approved',
  'total',
  'executedOn',
  'reference',
  'cause',
  'amount',
  'name',
] as const

/** A provider learns what became of its order, never who approves nor what they wrote. */
const toldToProvider = [
  'document.submitted',
  'document.resubmitted',
  'execution.confirmed',
  'document.cancelled',
  'document.delivered',
  'execution.received',
  'execution.disputed',
  'execution.dispute_resolved',
]

type Row = {
  id: string
  at: string
  actor_name: string | null
  action: string
  reason: string | null
  after: { readonly [name: string]: unknown } | null
}

/** Everything that happened to an order, oldest first; null when it does not exist for this person. */
export async function timeline(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<TimelineEntryWire[] | null> {
  const [document, events] = await Promise.all([
    tx.one<{ id: string }>(sql`select d.id from document d
      where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${documentsOf(actor)}`),
    tx.all<Row>(sql`
      select e.id, e.at, nullif(trim(w.name || ' ' || w.last_name), '') as actor_name, e.action, e.reason, e.after
      from event e left join account w on w.id = e.actor_id
      where e.company_id = ${tx.companyId} and e.object_type = 'document' and e.object_id = ${documentId}
      order by e.number`),
  ])
  if (!document) return null
  if (actor.providerId === null) return events.map(entry)
  return events
    .filter(event => toldToProvider.includes(event.action))
    .map(event => ({ ...entry(event), actorName: null, reason: null }))
}

function entry(row: Row): TimelineEntryWire {
  const facts = Object.fromEntries(
    told.flatMap(name => (row.after?.[name] == null ? [] : [[name, row.after[name]]])),
  )
  return { id: row.id, at: row.at, actorName: row.actor_name, action: row.action, reason: row.reason, facts }
}
