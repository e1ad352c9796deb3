/** Timeline of one order, for everybody who sees the order. */

import type { TimelineEntryWire } from '#features/audit/wire.ts'
import { type End, endFromState } from '#features/certificates/rules/ends.ts'
import { mayCertify } from '#features/certificates/rules.ts'
import { certificateAbility } from '#features/certificates/text.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { identityText } from '#features/step-up/text/confirmed.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Facts of an event that a timeline shows; the others appear only in the journal. */
const shownFacts = [
  'state',
  'decision',
  'revision',
  'approved',
  'total',
  'executedOn',
  'reference',
  'payment',
  'payments',
  'returnedOn',
  'cause',
  'batchId',
  'amount',
  'name',
  'creditedId',
  'creditNoteId',
  'creditNoteIds',
  'reduces',
  'tolerated',
  'ended',
  'forced',
  'holders',
  'through',
] as const

/** Actions that a provider's timeline shows: the outcome of its order, never who approves nor their comments. */
const toldToProvider = [
  'document.submitted',
  'document.resubmitted',
  'execution.confirmed',
  'execution.payment_returned',
  'document.cancelled',
  'document.credited',
  'document.credit_reopened',
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
  on_behalf_of_name: string | null
  sequence: bigint | null
  reason: string | null
  before: Facts
  after: Facts
}

const deputyActions = ['approval.deputy_seated', 'approval.deputy_refused']

type Facts = { readonly [name: string]: unknown } | null

/** The timeline of an order, oldest event first; null when this person may not see the order. */
export async function timeline(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<{ items: TimelineEntryWire[]; ended: End | null; can: { certify: AbilityWire } } | null> {
  const [document, events] = await Promise.all([
    tx.one<{ state: string }>(sql`select d.state from document d
      where d.company_id = ${tx.companyId} and d.id = ${documentId} and ${documentVisibleTo(tx, actor)}`),
    tx.all<Row>(sql`
      select e.id, e.at, coalesce(e.actor_name, nullif(trim(who.name || ' ' || who.last_name), '')) as actor_name,
        coalesce(e.on_behalf_of_name, nullif(trim(b.name || ' ' || b.last_name), '')) as on_behalf_of_name,
        e.action, e.reason, e.before, e.after, s.sequence
      from event e left join account who on who.id = e.actor_id left join account b on b.id = e.on_behalf_of
      left join event_seal s on s.company_id = e.company_id and s.event_id = e.id
      where e.company_id = ${tx.companyId} and e.object_type = 'document' and e.object_id = ${documentId}
      order by e.number`),
  ])
  if (!document) return null
  const can = { certify: certificateAbility(mayCertify(actor, document)) }
  const ended = endFromState(document.state)
  if (actor.providerId === null) return { items: events.map(event => entryWithin(actor, event)), ended, can }
  const shown = events.filter(event => toldToProvider.includes(event.action))
  const nameless = { actorName: null, onBehalfOfName: null, sequence: null, reason: null }
  return { items: shown.map(event => ({ ...entry(event), ...nameless })), ended, can }
}

/** The fact of the forced decision, which comes before that of the order's move, has told the same reason. */
const isToldAsForced = ({ action, after }: Row) => action === 'approval.decided' && after?.forced === true

/**
 * Entry with what no provider is told: how its person confirmed who they are, for whom it was sent by somebody else, and
 * that it was within the tolerance of its cost centre. By how much, only whoever reads the whole company learns: the centre
 * may be of all clients.
 */
function entryWithin({ role }: Actor, row: Row): TimelineEntryWire {
  const told = entry(row)
  const identity = identityText(row.after?.confirmedBy)
  const { toleratedOfCentre = null, requester = null } = row.after ?? {}
  return {
    ...told,
    facts: {
      ...told.facts,
      ...(identity === null ? {} : { identity }),
      ...(requester === null ? {} : { requester }),
      ...(toleratedOfCentre === null
        ? {}
        : { toleratedOfCentre: readsWholeCompany(role) ? toleratedOfCentre : true }),
    },
  }
}

function entry(row: Row): TimelineEntryWire {
  const facts = Object.fromEntries(
    shownFacts.flatMap(name => (row.after?.[name] == null ? [] : [[name, row.after[name]]])),
  )
  // The seat's approver before and after its reassignment.
  if (row.action === 'approval.reassigned')
    Object.assign(facts, { from: row.before?.approver ?? null, to: row.after?.approver ?? null })
  if (row.action === 'document.approver_added')
    Object.assign(facts, { to: row.after?.approver ?? null, place: row.after?.place ?? null })
  if (deputyActions.includes(row.action))
    Object.assign(facts, {
      from: row.after?.waiting ?? null,
      to: row.after?.approver ?? null,
      afterDays: row.after?.afterDays ?? null,
      told: row.after?.told ?? null,
    })
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    reason: isToldAsForced(row) ? null : row.reason,
    facts,
    actorName: row.actor_name,
    onBehalfOfName: row.on_behalf_of_name,
    sequence: row.sequence === null ? null : Number(row.sequence),
  }
}
