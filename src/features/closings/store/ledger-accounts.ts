/** Rows of `ledger_account`, `l` in its SQL, and of `provider_ledger_account`, `v`: codes that the company said. */
import {
  type AccountSubject,
  accountKey,
  type LedgerAccounts,
  type LedgerPlace,
} from '#features/closings/rules/ledger-accounts.ts'
import type { TaxKind } from '#features/documents/rules/tax-kinds.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = {
  place: LedgerPlace
  tax_kind: TaxKind | ''
  rate: number
  provider_id: string | null
  code: string
}

/** Codes of the company, of taxes and of providers, by `accountKey`. */
export async function readLedgerAccounts(tx: TenantTx): Promise<LedgerAccounts> {
  const found = await tx.all<Row>(sql`
    select l.place, l.tax_kind, l.rate, null as provider_id, l.code from ledger_account l
    where l.company_id = ${tx.companyId}
    union all select v.place, '', 0, v.provider_id, v.code from provider_ledger_account v
    where v.company_id = ${tx.companyId}`)
  return new Map(
    found.map(({ place, tax_kind: kind, rate, provider_id: providerId, code }) => [
      accountKey({ place, providerId, tax: kind === '' ? null : { kind, rate } }),
      code,
    ]),
  )
}

/** Waits for whoever says accounts of this company, so that nobody writes over what they have not seen. */
export async function lockLedgerAccounts(tx: TenantTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:ledger accounts`}, 0))`)
}

/** Keeps the code of a subject; null: the usual one again. */
export async function saveLedgerAccount(
  tx: TenantTx,
  { place, tax, providerId }: AccountSubject,
  code: string | null,
): Promise<void> {
  if (providerId) return saveOfProvider(tx, { place, providerId, code })
  const kind = tax?.kind ?? ''
  const rate = tax?.rate ?? 0
  await tx.run(
    code === null
      ? sql`delete from ledger_account where company_id = ${tx.companyId} and place = ${place}
          and tax_kind = ${kind} and rate = ${rate}`
      : sql`insert into ledger_account (company_id, place, tax_kind, rate, code)
          values (${tx.companyId}, ${place}, ${kind}, ${rate}, ${code})
          on conflict (company_id, place, tax_kind, rate) do update set code = excluded.code`,
  )
}

type OfProvider = {
  readonly place: LedgerPlace
  readonly providerId: string
  readonly code: string | null
}

async function saveOfProvider(tx: TenantTx, { place, providerId, code }: OfProvider): Promise<void> {
  await tx.run(
    code === null
      ? sql`delete from provider_ledger_account where company_id = ${tx.companyId}
          and provider_id = ${providerId} and place = ${place}`
      : sql`insert into provider_ledger_account (company_id, provider_id, place, code)
          values (${tx.companyId}, ${providerId}, ${place}, ${code})
          on conflict (company_id, provider_id, place) do update set code = excluded.code`,
  )
}

/** Those of the providers that exist. */
export async function knownProviders(tx: TenantTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await tx.all<{ id: string }>(sql`
    select p.id from provider p where p.company_id = ${tx.companyId} and p.id = any (${[...ids]}::text[])
      and p.merged_into is null for key share of p`)
  return new Set(found.map(({ id }) => id))
}
