/** Rows of `provider`, of the clients that work with it, and of `bank_change`, `b` in its SQL. */
import type { BankChange, Duplicates, Provider } from '#features/providers/rules.ts'
import { newId } from '#kernel/ids.ts'
import { taxIdKey } from '#kernel/tax-id.ts'
import { isTrustedMember } from '#server/auth/session.ts'
import { part, search, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Bank = Pick<Provider, 'iban' | 'bic'>

export async function insertProvider(tx: TenantTx, provider: Provider): Promise<void> {
  await tx.runOne(sql`
    insert into provider (company_id, id, name, tax_id, email, phone, iban, bic, payment_terms, status, created_at)
    values (${tx.companyId}, ${provider.id}, ${provider.name}, ${provider.taxId}, ${provider.email},
      ${provider.phone}, ${provider.iban}, ${provider.bic}, ${provider.paymentTerms}, ${provider.status}, ${tx.now})`)
}

/** A provider, with the one with which it was merged; null while it stands for itself. */
export type LockedProvider = Provider & { readonly mergedInto: string | null }

export async function lockProvider(tx: TenantTx, providerId: string): Promise<LockedProvider | null> {
  return tx.one<LockedProvider>(sql`
    select id, name, tax_id as "taxId", email, phone, iban, bic,
      payment_terms as "paymentTerms", status, merged_into as "mergedInto" from provider
    where company_id = ${tx.companyId} and id = ${providerId} for no key update`)
}

/** Saves a provider without its bank data. */
export async function saveProviderExceptBank(
  tx: TenantTx,
  provider: Omit<Provider, keyof Bank>,
): Promise<void> {
  await tx.runOne(sql`
    update provider set name = ${provider.name}, tax_id = ${provider.taxId}, email = ${provider.email},
      phone = ${provider.phone}, payment_terms = ${provider.paymentTerms}, status = ${provider.status}
    where company_id = ${tx.companyId} and id = ${provider.id}`)
}

/** Locks these providers, in the order of their ids. Returns the ids of those that the company has and did not merge. */
export async function lockProviders(tx: TenantTx, providerIds: readonly string[]): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select id from provider where company_id = ${tx.companyId} and id = any(${[...providerIds]}::text[])
      and merged_into is null order by id for no key update`)
  return found.map(({ id }) => id)
}

export async function providersOfClient(tx: TenantTx, clientId: string): Promise<string[]> {
  const assigned = await tx.all<{ id: string }>(sql`
    select provider_id as id from client_provider
    where company_id = ${tx.companyId} and client_id = ${clientId} order by provider_id`)
  return assigned.map(({ id }) => id)
}

export async function clientsOfProvider(tx: TenantTx, providerId: string): Promise<string[]> {
  const assigned = await tx.all<{ id: string }>(sql`
    select client_id as id from client_provider
    where company_id = ${tx.companyId} and provider_id = ${providerId} order by client_id`)
  return assigned.map(({ id }) => id)
}

/** Replaces the providers of a client; the caller has locked the rows of both sides. */
export async function saveProvidersOfClient(
  tx: TenantTx,
  clientId: string,
  providerIds: readonly string[],
): Promise<void> {
  await tx.run(sql`
    delete from client_provider
    where company_id = ${tx.companyId} and client_id = ${clientId}
      and provider_id <> all(${[...providerIds]}::text[])`)
  await savePairs(
    tx,
    providerIds.map(providerId => ({ clientId, providerId })),
  )
}

export async function saveClientsOfProvider(
  tx: TenantTx,
  providerId: string,
  clientIds: readonly string[],
): Promise<void> {
  await tx.run(sql`
    delete from client_provider
    where company_id = ${tx.companyId} and provider_id = ${providerId}
      and client_id <> all(${[...clientIds]}::uuid[])`)
  await savePairs(
    tx,
    clientIds.map(clientId => ({ clientId, providerId })),
  )
}

type Pair = { readonly clientId: string; readonly providerId: string }

function savePairs(tx: TenantTx, pairs: readonly Pair[]): Promise<number> {
  return tx.insert(
    pairs.map(({ clientId, providerId }) => [tx.companyId, clientId, providerId]),
    values => sql`insert into client_provider (company_id, client_id, provider_id) values ${values}
      on conflict (company_id, client_id, provider_id) do nothing`,
  )
}

/** Saves a provider's bank data, with the time of the change. */
export async function saveBank(tx: TenantTx, providerId: string, { iban, bic }: Bank): Promise<void> {
  await tx.runOne(sql`
    update provider set iban = ${iban}, bic = ${bic}, bank_changed_at = ${tx.now}
    where company_id = ${tx.companyId} and id = ${providerId}`)
}

/**
 * Pending change of bank data; read under the provider's lock, so that two administrators at once find one
 * change.
 */
type PendingBankChange = { readonly id: string; readonly iban: string | null }

export async function pendingBankChange(tx: TenantTx, providerId: string): Promise<PendingBankChange | null> {
  return tx.one<PendingBankChange>(sql`
    select id, iban from bank_change
    where company_id = ${tx.companyId} and provider_id = ${providerId} and outcome = 'pending'`)
}

export type KnownBankChange = Bank & BankChange & { readonly id: string; readonly isPending: boolean }

export function knownBankChange(
  tx: TenantTx,
  providerId: string,
  bankChangeId: string,
): Promise<KnownBankChange | null> {
  return tx.one<KnownBankChange>(sql`
    select b.id, b.iban, b.bic, b.asked_by as "askedBy", b.outcome = 'pending' as "isPending",
      ${hasOtherHand(tx)} as "hasOtherHand"
    from bank_change b
    where b.company_id = ${tx.companyId} and b.provider_id = ${providerId} and b.id = ${bankChangeId}`)
}

/**
 * Predicate: an administrator other than the asker of the change could decide it today; expects `bank_change`
 * as `b`.
 */
export const hasOtherHand = (
  tx: TenantTx,
) => part`exists (select from member m join account who on who.id = m.user_id
  where m.company_id = b.company_id and who.role = 'admin' and m.user_id <> b.asked_by and ${isTrustedMember(tx.now)})`

export async function insertBankChange(
  tx: TenantTx,
  change: Bank & { readonly providerId: string; readonly askedBy: string },
): Promise<void> {
  await tx.runOne(sql`
    insert into bank_change (company_id, provider_id, id, iban, bic, asked_by, asked_at, outcome)
    values (${tx.companyId}, ${change.providerId}, ${newId(tx.now.getTime())}, ${change.iban}, ${change.bic},
      ${change.askedBy}, ${tx.now}, 'pending')`)
}

export async function closeBankChange(
  tx: TenantTx,
  closed: {
    readonly id: string
    readonly providerId: string
    readonly outcome: 'confirmed' | 'rejected' | 'withdrawn'
    readonly decidedBy: string
  },
): Promise<void> {
  await tx.runOne(sql`
    update bank_change set outcome = ${closed.outcome}, decided_by = ${closed.decidedBy}, decided_at = ${tx.now}
    where company_id = ${tx.companyId} and provider_id = ${closed.providerId} and id = ${closed.id}`)
}

type Said = { readonly id: string; readonly taxId: string | null; readonly iban: string | null }

/**
 * Other providers with this tax id or account, but for those that were merged into this one. Concurrent calls in the company wait here, so that two duplicates cannot be
 * made at once.
 */
export async function findDuplicates(tx: TenantTx, { id, taxId, iban }: Said): Promise<Duplicates> {
  // Sent together, run in this order on one connection: duplicates are read once nobody else is writing one. Planned anew,
  // because a plan made while there were few providers reads all of them when an import has brought thousands.
  const [, found] = await Promise.all([
    tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:payees`}, 0))`),
    tx.all<{ label: string; of_tax_id: boolean; of_account: boolean }>(search`
      select p.id || ' · ' || p.name as label, coalesce(p.tax_key = k.key and p.status = 'active', false) as of_tax_id,
        coalesce(p.iban = ${iban}, false) or exists (select from bank_change b where b.company_id = p.company_id
          and b.provider_id = p.id and b.outcome = 'pending' and b.iban = ${iban}) as of_account
      from provider p
      cross join (select nullif(${taxIdKey(taxId)}, '') collate "C" as key) k
      where p.company_id = ${tx.companyId} and p.id <> ${id} and p.merged_into is distinct from ${id} and p.id in (
        select t.id from provider t where t.company_id = ${tx.companyId}
          and t.tax_key = nullif(${taxIdKey(taxId)}, '') collate "C"
        union all select t.id from provider t where t.company_id = ${tx.companyId} and t.iban = ${iban}
        union all select b.provider_id from bank_change b where b.company_id = ${tx.companyId}
          and b.outcome = 'pending' and b.iban = ${iban})
      order by p.id`),
  ])
  return {
    withSameTaxId: found.filter(row => row.of_tax_id).map(row => row.label),
    withSameIban: found.filter(row => row.of_account).map(row => row.label),
  }
}

/** True when the company has an administrator other than this one. */
export async function hasOtherAdmin(tx: TenantTx, userId: string): Promise<boolean> {
  const found = await tx.one<{ other: boolean }>(sql`
    select exists (select from member m join account who on who.id = m.user_id where m.company_id = ${tx.companyId}
      and m.active and who.active and who.role = 'admin' and m.user_id <> ${userId}) as other`)
  return found?.other ?? false
}
