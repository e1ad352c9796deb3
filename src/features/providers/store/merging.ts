/** Merging of two providers in rows: what decides it, what it moves, and the row that leads to the survivor since. */
import type { AccountGiver, FilledField, MergingProvider } from '#features/providers/rules/merging.ts'
import type { Provider } from '#features/providers/rules.ts'
import { isTrustedMember } from '#server/auth/session.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type MergingRow = MergingProvider & Provider & { readonly clientIds: readonly string[] }

/**
 * Locks what a merge of `mergedId` changes: its orders as batches lock them, then both providers against everything that
 * is about to name one, in the order of their ids; last the company's lock of payees, so that nobody makes a provider
 * with the same tax id or account meanwhile.
 */
export async function lockMerging(tx: TenantTx, mergedId: string, survivorId: string): Promise<void> {
  await tx.run(sql`select from document where company_id = ${tx.companyId} and provider_id = ${mergedId}
    order by id for update`)
  await tx.run(sql`select from provider where company_id = ${tx.companyId}
    and id = any (${[mergedId, survivorId]}::text[]) order by id for update`)
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:payees`}, 0))`)
}

export async function mergingProvider(tx: TenantTx, providerId: string): Promise<MergingRow | null> {
  return tx.one<MergingRow>(sql`
    select p.id, p.name, p.tax_id as "taxId", p.tax_key as "taxKey", p.email, p.phone, p.iban, p.bic,
      p.payment_terms as "paymentTerms", p.status, p.merged_into as "mergedInto",
      exists (select from bank_change b where b.company_id = p.company_id and b.provider_id = p.id
        and b.outcome = 'pending') as "hasBankChange",
      exists (select from member m where m.company_id = p.company_id and m.provider_id = p.id and m.active)
        or exists (select from invitation i where i.company_id = p.company_id and i.provider_id = p.id
          and i.outcome is null) as "hasPeople",
      array(select cp.client_id::text from client_provider cp
        where cp.company_id = p.company_id and cp.provider_id = p.id order by cp.client_id) as "clientIds"
    from provider p where p.company_id = ${tx.companyId} and p.id = ${providerId}`)
}

/** Ids of the batches with a payment to the provider that still waits to be made. */
export async function batchesPaying(tx: TenantTx, providerId: string): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select distinct o.batch_id as id from document d
    join payment_batch_order o on o.company_id = d.company_id and o.batch_id = d.payment_batch_id
      and o.document_id = d.id and o.released_at is null
    join payment_batch b on b.company_id = o.company_id and b.id = o.batch_id and b.cancelled_at is null
    where d.company_id = ${tx.companyId} and d.provider_id = ${providerId} and d.state <> 'executed' order by 1`)
  return found.map(({ id }) => id)
}

/**
 * Members who may have entered the account with which the provider was made: its maker or, where that was a service,
 * whoever made one of the service's tokens. Null where a second person has confirmed an account since.
 */
export async function findAccountGivers(
  tx: TenantTx,
  providerId: string,
): Promise<readonly AccountGiver[] | null> {
  const last = await tx.one<{ isConfirmed: boolean; givers: AccountGiver[] }>(sql`
    select e.action = 'provider.bank_changed' as "isConfirmed", (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.user_id, 'isTrusted', ${isTrustedMember(tx.now)})), '[]')
      from member m join account who on who.id = m.user_id
      where m.company_id = e.company_id and not who.is_service and (m.user_id = e.actor_id or m.user_id in (
        select t.created_by from api_token t
        where t.company_id = e.company_id and t.kind = 'service' and t.user_id = e.actor_id))) as givers
    from event e where e.company_id = ${tx.companyId} and e.object_type = 'provider' and e.object_id = ${providerId}
      and e.action in ('provider.created', 'provider.bank_changed') order by e.number desc limit 1`)
  if (!last) return []
  return last.isConfirmed ? null : last.givers
}

/** Counts of what becomes the survivor's, by kind; recurrences do by their order. */
export type Moving = {
  readonly orders: number
  /** Of the orders, those that have been sent and are neither executed nor rejected or cancelled. */
  readonly openOrders: number
  readonly contracts: number
  readonly people: number
  readonly clients: number
  readonly receivedInvoices: number
  readonly recurrences: number
}

const openStates = part`('in_approval', 'returned', 'blocked', 'approved', 'execution_rejected')`

export async function countMoving(tx: TenantTx, mergedId: string, survivorId: string): Promise<Moving> {
  const here = part`company_id = ${tx.companyId}`
  const found = await tx.one<Moving>(sql`
    select
      (select count(*)::int from document where ${here} and provider_id = ${mergedId}) as orders,
      (select count(*)::int from document where ${here} and provider_id = ${mergedId}
        and state in ${openStates}) as "openOrders",
      (select count(*)::int from contract where ${here} and provider_id = ${mergedId}) as contracts,
      (select count(*)::int from member where ${here} and provider_id = ${mergedId} and active)
        + (select count(*)::int from invitation where ${here} and provider_id = ${mergedId} and outcome is null) as people,
      (select count(*)::int from client_provider c where c.company_id = ${tx.companyId}
        and c.provider_id = ${mergedId} and not exists (select from client_provider o
          where o.company_id = c.company_id and o.client_id = c.client_id and o.provider_id = ${survivorId})) as clients,
      (select count(*)::int from received_invoice where ${here}
        and ${mergedId} in (provider_id, sender_provider_id)) as "receivedInvoices",
      (select count(*)::int from recurrence r join document d on d.company_id = r.company_id and d.id = r.document_id
        where r.company_id = ${tx.companyId} and d.provider_id = ${mergedId} and r.state <> 'ended') as recurrences`)
  if (!found) throw new Error('a select without from has one row')
  return found
}

/**
 * Makes everything current of `mergedId` the survivor's. Revisions, batches and events are what was said, and keep its id.
 * Invitations go before members: whoever accepts one at this moment is then found among the members.
 */
export async function moveToSurvivor(tx: TenantTx, mergedId: string, survivorId: string): Promise<void> {
  const moved = part`provider_id = ${survivorId} where company_id = ${tx.companyId} and provider_id = ${mergedId}`
  await tx.run(sql`update document set ${moved}`)
  await tx.run(sql`update contract set ${moved}`)
  await tx.run(sql`update invitation set ${moved}`)
  await tx.run(sql`update member set ${moved}`)
  await tx.run(sql`update received_invoice set
      provider_id = case when provider_id = ${mergedId} then ${survivorId} else provider_id end,
      sender_provider_id = case when sender_provider_id = ${mergedId} then ${survivorId} else sender_provider_id end
    where company_id = ${tx.companyId} and ${mergedId} in (provider_id, sender_provider_id)`)
  await tx.run(sql`update mailbox_message set ${moved}`)
  await tx.run(sql`update mailbox_sender set ${moved}`)
  await tx.run(sql`insert into client_provider (company_id, client_id, provider_id)
    select company_id, client_id, ${survivorId} from client_provider
    where company_id = ${tx.companyId} and provider_id = ${mergedId} on conflict do nothing`)
  await tx.run(
    sql`delete from client_provider where company_id = ${tx.companyId} and provider_id = ${mergedId}`,
  )
  await tx.run(sql`insert into provider_ledger_account (company_id, provider_id, place, code)
    select company_id, ${survivorId}, place, code from provider_ledger_account
    where company_id = ${tx.companyId} and provider_id = ${mergedId} on conflict do nothing`)
  await tx.run(sql`delete from provider_ledger_account
    where company_id = ${tx.companyId} and provider_id = ${mergedId}`)
}

/** Deactivates the merged provider, and makes it and those merged into it before lead to the survivor. Returns their ids. */
export async function redirectToSurvivor(
  tx: TenantTx,
  mergedId: string,
  survivorId: string,
): Promise<string[]> {
  const redirected = await tx.all<{ id: string }>(sql`
    update provider set merged_into = ${survivorId}, status = 'inactive'
    where company_id = ${tx.companyId} and (id = ${mergedId} or merged_into = ${mergedId}) returning id`)
  return redirected.map(({ id }) => id).toSorted()
}

/**
 * Saves the fields that the survivor takes from the merged provider, never an account. Where orders of the merged one will
 * now be paid to another account, `replacesAccount`, its cool-off begins now.
 */
export async function saveSurvivor(
  tx: TenantTx,
  survivor: Pick<Provider, 'id' | FilledField>,
  replacesAccount: boolean,
): Promise<void> {
  await tx.runOne(sql`
    update provider set tax_id = ${survivor.taxId}, email = ${survivor.email}, phone = ${survivor.phone},
      payment_terms = ${survivor.paymentTerms},
      bank_changed_at = case when ${replacesAccount} then ${tx.now}::timestamptz else bank_changed_at end
    where company_id = ${tx.companyId} and id = ${survivor.id}`)
}
