/** Webhooks as administrators see them, with their health. */
import {
  maxWebhooks,
  mayAddWebhook,
  maySeeWebhooks,
  type SwitchOffReason,
  type WebhookState,
  webhookAbilities,
} from '#features/webhooks/rules.ts'
import { webhookAbility } from '#features/webhooks/text.ts'
import type { listWebhooks, WebhookWire } from '#features/webhooks/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { nothing, type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Row = Omit<WebhookWire, 'can' | 'state' | 'switchedOffFor'> & {
  readonly state: WebhookState
  readonly switchedOffFor: SwitchOffReason | null
}

const maxCounted = 1000

/** Number of deliveries in a state, as far as it is counted; expects `webhook_endpoint` as `h`. */
const countIn = (state: 'waiting' | 'failed'): Part => part`(select count(*)::int from (
  select from webhook_delivery y where y.company_id = h.company_id and y.endpoint_id = h.id and y.state = ${state}
  limit ${maxCounted}) counted)`

const readRows = (tx: TenantTx, which: Part): Promise<Row[]> =>
  tx.all<Row>(sql`
    select h.id, h.url, h.description, h.events, h.state, h.switched_off_for as "switchedOffFor",
      h.failing_since as "failingSince", h.last_accepted_at as "lastAcceptedAt", h.last_failed_at as "lastFailedAt",
      ${countIn('waiting')} as waiting, ${countIn('failed')} as failed,
      (select max(s.ends_at) from webhook_secret s where s.company_id = h.company_id and s.endpoint_id = h.id
        and s.ends_at > ${tx.now}) as "formerSecretUntil",
      h.revision
    from webhook_endpoint h where h.company_id = ${tx.companyId} ${which} order by h.id`)

const wireFromRow = (actor: Actor, row: Row): WebhookWire => {
  const can = webhookAbilities(actor, row)
  return {
    ...row,
    can: {
      change: webhookAbility(can.change),
      pause: webhookAbility(can.pause),
      resume: webhookAbility(can.resume),
      remove: webhookAbility(can.remove),
      renewSecret: webhookAbility(can.renewSecret),
      test: webhookAbility(can.test),
      resend: webhookAbility(can.resend),
    },
  }
}

/** @throws ProblemError `forbidden` for anybody but administrators. */
export function requireAdministrator(actor: Actor): void {
  if (maySeeWebhooks(actor) !== true) throw commonProblem('forbidden')
}

export async function webhookList(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof listWebhooks>> {
  requireAdministrator(actor)
  const rows = await readRows(tx, nothing)
  return {
    items: rows.map(row => wireFromRow(actor, row)),
    most: maxWebhooks,
    can: { create: webhookAbility(mayAddWebhook(actor, rows.length)) },
  }
}

/** A webhook; null when the company has none of this id. */
export async function readWebhook(tx: TenantTx, actor: Actor, id: string): Promise<WebhookWire | null> {
  requireAdministrator(actor)
  const [row] = await readRows(tx, part`and h.id = ${id}`)
  return row ? wireFromRow(actor, row) : null
}
