/** One provider, and the pieces of SQL that its list shares; they expect `provider` as `p`. */
import { mayMerge } from '#features/providers/rules/merging.ts'
import {
  type BankChange,
  bankAbilities,
  providerAbilities,
  seesBankData,
  visibleProviders,
} from '#features/providers/rules.ts'
import { payeeCheckAsJson, survivorId } from '#features/providers/scope.ts'
import { hasOtherHand } from '#features/providers/store.ts'
import { versionContent } from '#features/providers/text/version-content.ts'
import { providerAbility } from '#features/providers/text.ts'
import type { BankChangeWire, ProviderWire } from '#features/providers/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { contentVersion } from '#server/database/content-version.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type ProviderRow = Omit<ProviderWire, 'can' | 'version' | 'ibanEnding' | 'bankChange'> & {
  bankChange: (Omit<BankChangeWire, 'can'> & BankChange) | null
}

/** A provider; of one that was merged, the one that stands for it. */
export async function readProvider(
  tx: TenantTx,
  actor: Actor,
  providerId: string,
): Promise<ProviderWire | null> {
  const row = await tx.one<ProviderRow>(sql`
    select ${providerColumns(tx)} from provider p
    where p.company_id = ${tx.companyId} and p.id = ${survivorId(tx.companyId, providerId)}
      and ${providerVisibleTo(actor)}`)
  return row && toProviderWire(actor, row)
}

export const providerColumns = (tx: TenantTx) => part`
  p.id, p.name, p.tax_id as "taxId", p.email, p.phone, p.iban, p.bic, p.payment_terms as "paymentTerms", p.status, p.created_at as "createdAt",
  p.bank_changed_at as "bankChangedAt",
  (select json_build_object('id', b.id, 'iban', b.iban, 'bic', b.bic, 'askedBy', b.asked_by,
      'askedByName', trim(who.name || ' ' || who.last_name), 'askedAt', b.asked_at, 'hasOtherHand', ${hasOtherHand(tx)},
      'payeeCheck', ${payeeCheckAsJson(part`p.company_id`, part`p.id`, part`b.iban`)})
    from bank_change b join account who on who.id = b.asked_by
    where b.company_id = p.company_id and b.provider_id = p.id and b.outcome = 'pending') as "bankChange",
  ${payeeCheckAsJson(part`p.company_id`, part`p.id`, part`p.iban`)} as "payeeCheck",
  (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name) order by o.id), '[]') from provider o
    where o.company_id = p.company_id and o.tax_key = p.tax_key and o.id <> p.id and o.status = 'active'
      and p.status = 'active') as "sameTaxId",
  (select coalesce(json_agg(json_build_object('id', few.id, 'name', few.name) order by few.id), '[]') from (
    select o.id, o.name from provider o where o.company_id = p.company_id and o.iban = p.iban and o.id <> p.id
      and o.status = 'active' and p.status = 'active' order by o.id limit 20) few) as "sameAccount",
  (select coalesce(json_agg(json_build_object('id', few.id, 'name', few.name) order by few.id), '[]') from (
    select o.id, o.name from provider o where o.company_id = p.company_id and o.merged_into = p.id
      order by o.id limit 50) few) as "merged",
  array(select cp.client_id::text from client_provider cp
    where cp.company_id = p.company_id and cp.provider_id = p.id order by cp.client_id) as "clientIds"`

export const projectClient = (tx: TenantTx, projectId: string) =>
  part`(select client_id from project where company_id = ${tx.companyId} and id = ${projectId})`

export const assignedTo = (client: ReturnType<typeof part>) => part`exists (
  select from client_provider cp
  where cp.company_id = p.company_id and cp.provider_id = p.id and cp.client_id = ${client})`

export function providerVisibleTo(actor: Actor) {
  const reach = visibleProviders(actor)
  switch (reach.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`p.status = 'active' and ${assignedTo(part`${reach.clientId}`)}`
    case 'own':
      return part`p.id = ${reach.providerId}`
    case 'nothing':
      return part`false`
  }
}

export function toProviderWire(actor: Actor, row: ProviderRow): ProviderWire {
  const { edit } = providerAbilities(actor)
  const bank = seesBankData(actor) ? { iban: row.iban, bic: row.bic } : { iban: null, bic: null }
  return {
    ...row,
    ...bank,
    ibanEnding: row.iban?.slice(-4) ?? null,
    bankChangedAt: seesBankData(actor) ? row.bankChangedAt : null,
    bankChange: visibleProviders(actor).kind === 'company' ? shownChange(actor, row.bankChange) : null,
    payeeCheck: visibleProviders(actor).kind === 'company' ? row.payeeCheck : null,
    sameTaxId: visibleProviders(actor).kind === 'company' ? row.sameTaxId : [],
    sameAccount: visibleProviders(actor).kind === 'company' ? row.sameAccount : [],
    merged: visibleProviders(actor).kind === 'company' ? row.merged : [],
    clientIds: visibleProviders(actor).kind === 'company' ? row.clientIds : [],
    version: edit === true ? contentVersion(versionContent(row)) : null,
    can: { edit: providerAbility(edit), merge: providerAbility(mayMerge(actor)) },
  }
}

function shownChange(actor: Actor, change: ProviderRow['bankChange']): BankChangeWire | null {
  if (change === null) return null
  const { askedBy, hasOtherHand: other, ...rest } = change
  const may = bankAbilities(actor, { askedBy, hasOtherHand: other })
  return {
    ...rest,
    can: {
      confirm: providerAbility(may.confirm),
      reject: providerAbility(may.reject),
      withdraw: providerAbility(may.withdraw),
    },
  }
}
