/** A link of a mail, as its addressee opens it. */
import { type LinkFacts, linkEnd } from '#features/approvals/rules/decision-link.ts'
import { awaitsDecision } from '#features/approvals/scope.ts'
import type { EndedLinkWire, OpenedLinkWire } from '#features/approvals/wire/decision-link.ts'
import { mayKnowNames } from '#features/documents/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { tokenDigest } from '#server/auth/api-token-text.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** A decision: of the link's seat, or the last one of its revision. */
type DecisionJson = {
  readonly status: NonNullable<EndedLinkWire['decision']>
  readonly userId: string
  readonly name: string
  readonly at: string
}

type Row = LinkFacts & {
  readonly documentId: string
  readonly projectId: string
  readonly seatId: string
  readonly isVisible: boolean
  readonly ownDecision: DecisionJson | null
  readonly lastDecision: DecisionJson | null
}

const decisionAsJson = part`json_build_object('status', x.status, 'userId', who.id,
  'name', coalesce(x.decided_by_name, x.approver_name, trim(who.name || ' ' || who.last_name)),
  'at', x.decided_at)`

/** Order that the link opens for its addressee; null for everybody else, as for a link that never was. */
export async function openedLink(tx: TenantTx, actor: Actor, text: string): Promise<OpenedLinkWire | null> {
  const row = await tx.one<Row>(sql`
    select l.document_id as "documentId", d.project_id as "projectId", l.seat_id as "seatId", l.revision,
      d.revision as "currentRevision", d.state, a.status as seat, l.expires_at as "expiresAt",
      l.used_at is not null as "isUsed", ${documentVisibleTo(tx, actor)} as "isVisible",
      coalesce(s.turn = d.turn and ${awaitsDecision(tx, actor)}, false) as "isTheirs",
      (select ${decisionAsJson} from approval x join account who on who.id = coalesce(x.decided_by, x.approver_id)
        where x.company_id = l.company_id and x.id = l.seat_id and x.decided_at is not null) as "ownDecision",
      (select ${decisionAsJson} from approval x join account who on who.id = coalesce(x.decided_by, x.approver_id)
        where x.company_id = l.company_id and x.document_id = l.document_id and x.revision = l.revision
          and x.decided_at is not null
          -- A forced decision ends an order without a decision of any seat.
          and not exists (select from approval_stage z where z.company_id = l.company_id
            and z.document_id = l.document_id and z.revision = l.revision and z.forced_by is not null)
        order by x.decided_at desc, x.id desc limit 1) as "lastDecision"
    from decision_link l
    join document d on d.company_id = l.company_id and d.id = l.document_id
    join approval a on a.company_id = l.company_id and a.id = l.seat_id
    join approval_stage s on s.company_id = a.company_id and s.document_id = a.document_id and s.revision = a.revision
      and s.stage = a.stage
    where l.company_id = ${tx.companyId} and l.digest = ${tokenDigest(text)} and l.user_id = ${actor.userId}`)
  if (!row) return null
  const { documentId, projectId, revision, seatId } = row
  return {
    order: row.isVisible ? { documentId, projectId, revision, seatId } : null,
    ended: endedLink(actor, row, tx.now),
  }
}

function endedLink(actor: Actor, row: Row, now: Date): EndedLinkWire | null {
  const why = linkEnd(row, now)
  if (why === null) return null
  const last = why === 'decided' ? row.ownDecision : decidedByOthers.has(why) ? row.lastDecision : null
  const decision = row.isVisible || last?.userId === actor.userId ? last : null
  return {
    why,
    decision: decision?.status ?? null,
    byName: decision && row.isVisible && mayKnowNames(actor) ? decision.name : null,
    isOwn: decision?.userId === actor.userId,
    at: decision?.at ?? null,
  }
}

/** Ends that the last decision of the revision explains. */
const decidedByOthers: ReadonlySet<string> = new Set(['returned', 'not_needed', 'not_waiting'])
