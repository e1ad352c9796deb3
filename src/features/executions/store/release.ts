/** Release of a batch by a second person: what there is to see, who could release it, and what is written of it. */
import { companysToday, today } from '#features/delegations/scope.ts'
import type { BatchPrincipal } from '#features/executions/rules/batch.ts'
import {
  type PaidProvider,
  type Review,
  reviewedNotes,
  reviewOn,
} from '#features/executions/rules/release.ts'
import {
  awaitsRelease,
  hasDecided,
  hasForced,
  hasMade,
  hasWritten,
  isProviderPaid,
  isSecondHand,
  letsHandle,
} from '#features/executions/scope/release.ts'
import { isAccountShared } from '#features/providers/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { minorToText } from '#kernel/money.ts'
import { isTrustedMember } from '#server/auth/session.ts'
import { nothing, type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Names that are told of people who could release a batch. */
const maxNamed = 5

/** Columns of `ReleaseHand` for one person; expects `company` as `co`. */
export const handColumns = (tx: TenantTx, userId: string): Part => part`
  ${hasMade(part`${userId}::uuid`)} is true as "isMaker", ${hasWritten(part`${userId}::uuid`)} as "isAuthor", ${hasDecided(part`${userId}::uuid`)} as "isDecider",
  ${hasForced(part`${userId}::uuid`)} as "isForcer",
  co.executor_may_approve as "executorMayApprove", case when ${awaitsRelease} then array(
    select trim(who.name || ' ' || who.last_name) from member m join account who on who.id = m.user_id
    where m.company_id = b.company_id and ${isTrustedMember(tx.now)} and ${isSecondHand(companysToday(tx), part`m.user_id`)}
    order by 1 limit ${maxNamed}) else '{}'::text[] end as releasers`

/**
 * People in whose place the actor may handle the batch today, the first named first. With `held` their delegations are
 * locked until the end of the transaction that handles it.
 */
export function findBatchPrincipals(
  tx: TenantTx,
  actor: Actor,
  batchId: string,
  { held = false }: { readonly held?: boolean } = {},
): Promise<BatchPrincipal[]> {
  const principal = part`g.from_user`
  return tx.all<BatchPrincipal>(sql`
    select g.from_user as "userId", trim(gw.name || ' ' || gw.last_name) as name, ${hasMade(principal)} is true as "isMaker",
      ${hasWritten(principal)} as "isAuthor", ${hasDecided(principal)} as "isDecider",
      ${hasForced(principal)} as "isForcer",
      exists (select from event e where e.company_id = b.company_id and e.object_type = 'payment_batch'
        and e.object_id = b.id and e.action = 'batch.downloaded' and g.from_user in (e.actor_id, e.on_behalf_of)) as "hasFile"
    from payment_batch b join delegation g on g.company_id = b.company_id and g.to_user = ${actor.userId}
    join account gw on gw.id = g.from_user
    where b.company_id = ${tx.companyId} and b.id = ${batchId} and ${letsHandle(today(tx, actor.zone))}
    order by g.created_at, g.id ${held ? part`for share of g` : nothing}`)
}

type ProviderRow = Omit<PaidProvider, 'changedOn'> & { changedAt: string | null }

/** Providers that a batch pays, by name, as this person may learn of them. */
export async function readPaidProviders(
  tx: TenantTx,
  actor: Actor,
  batchId: string,
): Promise<PaidProvider[]> {
  const providers = await tx.all<ProviderRow>(sql`
    select pv.id as "providerId", pv.name, pv.bank_changed_at as "changedAt",
      bool_or(not ${isProviderPaid}) as "isFirst",
      bool_or(${isAccountShared(tx, actor, part`o.creditor_iban`, part`pv.id`)}) as "isAccountShared"
    from payment_batch_order o
    join document d on d.company_id = o.company_id and d.id = o.document_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    where o.company_id = ${tx.companyId} and o.batch_id = ${batchId}
    group by pv.company_id, pv.id order by pv.name, pv.id`)
  return providers.map(({ changedAt, ...provider }) => ({
    ...provider,
    changedOn: changedAt === null ? null : dayFromInstant(changedAt, actor.zone),
  }))
}

type Counted = {
  readonly id: string
  readonly orders: number
  readonly amountMinor: bigint
  readonly creditNotes: readonly { readonly amountMinor: bigint }[]
}

/** Review of a batch, as of the transaction, for this person. */
export async function readReview(
  tx: TenantTx,
  actor: Actor,
  { id, orders, amountMinor, creditNotes }: Counted,
): Promise<Review> {
  const counted = { orders, amountMinor: minorToText(amountMinor), ...reviewedNotes(creditNotes) }
  return reviewOn(dayFromInstant(tx.now, actor.zone), counted, await readPaidProviders(tx, actor, id))
}

/** Writes the release of a batch. The database refuses one by its maker, a second one, and one of a cancelled batch. */
export async function markReleased(
  tx: TenantTx,
  batchId: string,
  {
    by,
    onBehalfOf,
    review,
  }: { readonly by: string; readonly onBehalfOf: string | null; readonly review: Review },
): Promise<void> {
  await tx.runOne(sql`
    update payment_batch set released_at = ${tx.now}, released_by = ${by}, released_for = ${onBehalfOf},
      release_review = ${review}
    where company_id = ${tx.companyId} and id = ${batchId}`)
}

/** True when whoever released the batch confirmed who they are, as the fact of its release says. */
export async function isReleaseConfirmed(tx: TenantTx, batchId: string): Promise<boolean> {
  const found = await tx.one<{ found: number }>(sql`
    select 1 as found from event e where e.company_id = ${tx.companyId} and e.object_type = 'payment_batch'
      and e.object_id = ${batchId} and e.action = 'batch.released' and e.after ? 'confirmedBy' limit 1`)
  return found !== null
}
