/** Shield of payees in SQL (`rules/payee-shield.ts`); each piece says which aliases it expects. */
import { seesSharedAccounts } from '#features/providers/rules/payee-shield.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Instant of the last change of the account of the provider `pv`; null where it never had another. An account that was
 * taken away and given anew has replaced one, and so has that of a provider with which one was merged that had another.
 */
export const accountReplacedAt = part`(case when pv.bank_changed_at is not null and exists (select from event e
  where e.company_id = pv.company_id and e.object_type = 'provider' and e.object_id = pv.id
    and e.action = 'provider.bank_changed' and e.before ->> 'iban' is not null)
  or pv.bank_changed_at is not null and exists (select from provider m join event e on e.company_id = m.company_id
    and e.object_type = 'provider' and e.object_id = m.id and e.action = 'provider.merged'
    and e.after ->> 'replacesAccount' = 'true'
    where m.company_id = pv.company_id and m.merged_into = pv.id) then pv.bank_changed_at end)`

/**
 * Id of the provider that stands for this one today: the one with which it was merged, else itself; null for none.
 * A query of its own, without a column from outside: what a table with row level security is compared with finds no
 * index when it is a `coalesce`, which PostgreSQL does not know to keep secrets.
 */
export const survivorId = (companyId: string, providerId: unknown): Part => part`(
  select coalesce(m.merged_into, m.id) from provider m where m.company_id = ${companyId} and m.id = ${providerId})`

/** Active providers other than `providerId` with this account; expects nothing. IBANs are stored as banks write them. */
const twins = (tx: TenantTx, account: Part, providerId: Part): Part => part`from provider twin
  where twin.company_id = ${tx.companyId} and twin.iban = ${account} and twin.id <> ${providerId}
    and twin.status = 'active'`

/** Predicate: another active provider has this account, and the person may learn it. */
export const isAccountShared = (tx: TenantTx, actor: Actor, account: Part, providerId: Part): Part =>
  seesSharedAccounts(actor) ? part`exists (select ${twins(tx, account, providerId)})` : part`false`

/** Other active providers with this account, twenty at most, as JSON: `{ id, name }[]`; none for a person who may not learn it. */
export const accountTwinsAsJson = (tx: TenantTx, actor: Actor, account: Part, providerId: Part): Part =>
  seesSharedAccounts(actor)
    ? part`(select coalesce(json_agg(json_build_object('id', few.id, 'name', few.name) order by few.id), '[]')
        from (select twin.id, twin.name ${twins(tx, account, providerId)} order by twin.id limit 20) few)`
    : part`'[]'::json`

/** Latest answer of the bank about the holder of an account of a provider: `PayeeCheckWire`, null without one. */
export const payeeCheckAsJson = (companyId: Part, providerId: Part, iban: Part): Part => part`(
  select json_build_object('outcome', vc.outcome, 'holder', vc.holder, 'askedAt', vc.asked_at,
      'askedByName', trim(va.name || ' ' || va.last_name))
  from payee_check vc join account va on va.id = vc.asked_by
  where vc.company_id = ${companyId} and vc.provider_id = ${providerId} and vc.iban = ${iban}
  order by vc.id desc limit 1)`
