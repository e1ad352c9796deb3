/** Rows of `webhook_endpoint` and of its secrets. */
import type { SwitchOffReason, WebhookState } from '#features/webhooks/rules.ts'
import type { SealedRow, SealedRows } from '#server/auth/resealing.ts'
import { openSeal, type Seal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

export type Webhook = {
  readonly id: string
  readonly url: string
  readonly description: string
  readonly events: readonly string[]
  readonly state: WebhookState
  readonly switchedOffFor: SwitchOffReason | null
  readonly failingSince: string | null
  readonly revision: number
}

export type WebhookFields = Pick<Webhook, 'url' | 'description' | 'events'>

/** Waits for whoever makes or removes a webhook of this company, so that the number of them is right. */
export async function lockNumber(tx: TenantTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:webhooks`}, 0))`)
}

export async function countWebhooks(tx: TenantTx): Promise<number> {
  const found = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from webhook_endpoint where company_id = ${tx.companyId}`)
  return found?.count ?? 0
}

/** Locks one; null when the company has none of this id. */
export const lockWebhook = (tx: TenantTx, id: string): Promise<Webhook | null> =>
  tx.one<Webhook>(sql`
    select id, url, description, events, state, switched_off_for as "switchedOffFor",
      failing_since as "failingSince", revision
    from webhook_endpoint where company_id = ${tx.companyId} and id = ${id} for no key update`)

/** True for a company that has ended: nobody is told anything of it any more. */
export const hasEnded = async (tx: TenantTx): Promise<boolean> =>
  (await tx.one(sql`
    select from company where company_id = ${tx.companyId} and status = 'inactive'`)) !== null

export type ActiveWebhook = Pick<Webhook, 'id' | 'events'> & { readonly createdAt: string }

/** Webhooks that are told of facts, which nobody removes until the transaction ends; none in a sample or an ended company. */
export const activeWebhooks = (tx: TenantTx): Promise<ActiveWebhook[]> =>
  tx.all<ActiveWebhook>(sql`
    select h.id, h.events, h.created_at as "createdAt" from webhook_endpoint h join company co on co.company_id = h.company_id
    where h.company_id = ${tx.companyId} and h.state = 'active' and co.sample_of is null
      and co.status <> 'inactive' order by h.id for key share of h`)

export async function insertWebhook(
  tx: TenantTx,
  { id, url, description, events }: WebhookFields & { readonly id: string },
  createdBy: string,
): Promise<void> {
  await tx.runOne(sql`
    insert into webhook_endpoint (company_id, id, url, description, events, state, created_by, created_at, updated_at)
    values (${tx.companyId}, ${id}, ${url}, ${description}, ${events}, 'active', ${createdBy}, ${tx.now}, ${tx.now})`)
}

export async function saveFields(
  tx: TenantTx,
  id: string,
  { url, description, events }: WebhookFields,
): Promise<void> {
  await tx.runOne(sql`
    update webhook_endpoint set url = ${url}, description = ${description}, events = ${events},
      revision = revision + 1, updated_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${id}`)
}

/** A state that a person chose: what failed before is forgotten with it. */
export async function saveState(tx: TenantTx, id: string, state: 'active' | 'paused'): Promise<void> {
  await tx.runOne(sql`
    update webhook_endpoint set state = ${state}, switched_off_for = null, failing_since = null,
      revision = revision + 1, updated_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${id}`)
}

export async function saveSwitchedOff(tx: TenantTx, id: string, reason: SwitchOffReason): Promise<void> {
  await tx.runOne(sql`
    update webhook_endpoint set state = 'switched_off', switched_off_for = ${reason},
      revision = revision + 1, updated_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${id}`)
}

/** State after a visit: the instants of the last call that was accepted, and of the last that was not. */
export async function saveHealth(
  tx: TenantTx,
  id: string,
  health: {
    readonly failingSince: Date | null
    readonly acceptedAt: Date | null
    readonly failedAt: Date | null
  },
): Promise<void> {
  await tx.runOne(sql`
    update webhook_endpoint set failing_since = ${health.failingSince},
      last_accepted_at = coalesce(${health.acceptedAt}, last_accepted_at),
      last_failed_at = coalesce(${health.failedAt}, last_failed_at)
    where company_id = ${tx.companyId} and id = ${id}`)
}

/** Deletes it with its secrets and deliveries. */
export async function deleteWebhook(tx: TenantTx, id: string): Promise<void> {
  await tx.runOne(sql`delete from webhook_endpoint where company_id = ${tx.companyId} and id = ${id}`)
}

/** Sealed secrets that sign at this instant, the newest first. */
export async function validSecrets(tx: TenantTx, endpointId: string): Promise<string[]> {
  const found = await tx.all<{ sealed: string }>(sql`
    select sealed from webhook_secret
    where company_id = ${tx.companyId} and endpoint_id = ${endpointId} and (ends_at is null or ends_at > ${tx.now})
    order by made_at desc, id desc limit 2`)
  return found.map(({ sealed }) => sealed)
}

/** Adds the secret that signs from now on. The one before ends at `formerUntil`, earlier ones now. */
export async function addSecret(
  tx: TenantTx,
  endpointId: string,
  { id, sealed }: { readonly id: string; readonly sealed: string },
  formerUntil: Date,
): Promise<void> {
  await tx.run(sql`
    delete from webhook_secret where company_id = ${tx.companyId} and endpoint_id = ${endpointId} and ends_at is not null`)
  await tx.run(sql`
    update webhook_secret set ends_at = ${formerUntil}
    where company_id = ${tx.companyId} and endpoint_id = ${endpointId}`)
  await tx.runOne(sql`
    insert into webhook_secret (company_id, endpoint_id, id, sealed, made_at)
    values (${tx.companyId}, ${endpointId}, ${id}, ${sealed}, ${tx.now})`)
}

export const webhookSeal = (secret: Secret): Seal => openSeal(secret, 'webhooks')

/** Sealed secrets of a company's webhooks. */
export const sealedSecrets = (db: Db, companyId: string): SealedRows => ({
  page: after =>
    asSystem(db, companyId, tx =>
      tx.all<SealedRow>(sql`
        select id, sealed from webhook_secret
        where company_id = ${companyId} and (${after}::uuid is null or id > ${after}) order by id limit 1000`),
    ),
  replace: async ({ id, sealed }, anew) => {
    await asSystem(db, companyId, tx =>
      tx.run(sql`
        update webhook_secret set sealed = ${anew}
        where company_id = ${companyId} and id = ${id} and sealed = ${sealed}`),
    )
  },
})
