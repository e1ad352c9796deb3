/**
 * Cost centres as orders are charged to them. The ledger (`cost_centre_entry`) has every movement of an amount; the roll-up
 * (`cost_centre_slot`) has their sums in a year, in sixteen rows, as those of a contract.
 */
import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import { entryFor, type Movement } from '#features/contracts/rules/movements.ts'
import type { OverrunPolicy } from '#features/contracts/rules.ts'
import { companyTolerance } from '#features/contracts/scope.ts'
import type { CentreCharge } from '#features/cost-centres/rules/charge.ts'
import type { CentreYear, ChargedCentre } from '#features/cost-centres/rules/year.ts'
import type { CentreStatus } from '#features/cost-centres/rules.ts'
import { newId } from '#kernel/ids.ts'
import { type Currency, type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { ConcurrencyConflict } from '#server/database/retrying.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type CentreToCharge = ChargedCentre & { readonly currency: Currency; readonly status: CentreStatus }

type Row = {
  id: string
  code: string
  clientId: string | null
  currency: string
  status: CentreStatus
  policy: OverrunPolicy
  tolerance: Tolerance
} & YearSums

/** Budget and sums of a year, as `sumsOfYear` reads them. */
export type YearSums = { total: bigint | null; requested: bigint; committed: bigint; used: bigint }

/**
 * Centre that an order is charged to, in a year, locked for the order as its contract is, and after it: exclusively unless
 * its policy only warns. Null when the company has no such centre.
 */
export async function lockChargedCentre(
  tx: TenantTx,
  { id, year }: CentreCharge,
): Promise<CentreToCharge | null> {
  // Sent together, run in this order on one connection: the sums are read once the lock is held.
  const [locked, , centre] = await Promise.all([
    tx.run(sql`
      select cc.id from cost_centre cc join company co on co.company_id = cc.company_id
      where cc.company_id = ${tx.companyId} and cc.id = ${id}
        and coalesce(cc.overrun_policy, co.overrun_policy) <> 'avisar'
      for update of cc`),
    tx.run(sql`select id from cost_centre where company_id = ${tx.companyId} and id = ${id} for key share`),
    readChargedCentre(tx, { id, year }),
  ])
  if (centre && centre.policy !== 'avisar' && locked === 0)
    throw new ConcurrencyConflict('the cost centre has another policy')
  return centre
}

/** Balance of a centre in a year; without locks, for reading only. */
export async function readChargedCentre(
  tx: TenantTx,
  { id, year }: CentreCharge,
): Promise<CentreToCharge | null> {
  const row = await tx.one<Row>(sql`
    select cc.id, cc.code, cc.client_id as "clientId", cc.currency, cc.status,
      coalesce(cc.overrun_policy, co.overrun_policy) as policy, ${companyTolerance} as tolerance, s.*
    from cost_centre cc join company co on co.company_id = cc.company_id
    cross join lateral (${sumsOfYear(part`${year}::int`)}) s
    where cc.company_id = ${tx.companyId} and cc.id = ${id}`)
  if (!row) return null
  const currency = currencyFrom(row.currency)
  return { ...row, currency, balance: centreYear(year, currency, row) }
}

/** Query of a year's budget and sums; expects `cost_centre` as `cc`. */
export const sumsOfYear = (year: Part): Part => part`
  select (select b.total_minor from cost_centre_budget b
      where b.company_id = cc.company_id and b.cost_centre_id = cc.id and b.year = ${year}) as total,
    coalesce(sum(s.requested_minor), 0) as requested, coalesce(sum(s.committed_minor), 0) as committed,
    coalesce(sum(s.used_minor), 0) as used
  from cost_centre_slot s where s.company_id = cc.company_id and s.cost_centre_id = cc.id and s.year = ${year}`

export function centreYear(year: number, currency: Currency, sums: YearSums): CentreYear {
  return {
    year,
    total: sums.total === null ? null : money(sums.total, currency),
    requested: money(sums.requested, currency),
    committed: money(sums.committed, currency),
    used: money(sums.used, currency),
  }
}

/** True when the person's reach, as a predicate of `cc`, contains the centre. */
export async function isCentreWithin(tx: TenantTx, id: string, reach: Part): Promise<boolean> {
  const found = await tx.one(sql`select 1 from cost_centre cc
    where cc.company_id = ${tx.companyId} and cc.id = ${id} and ${reach}`)
  return found !== null
}

/** Rows among which the sums of one year are spread. */
const slots = 16

type Moved = { readonly documentId: string; readonly number: number; readonly charge: Money }

/** Writes an order's movement in the ledger and in the roll-up of its centre. Called by `moveBudgets` alone. */
export async function moveCentre(
  tx: TenantTx,
  { documentId, number, charge }: Moved,
  { id, year }: CentreCharge,
  movement: Movement,
): Promise<void> {
  const entry = entryFor(movement, charge)
  await Promise.all([
    tx.runOne(sql`
      insert into cost_centre_entry (company_id, cost_centre_id, id, year, document_id, cause, requested_minor,
        committed_minor, used_minor, at)
      values (${tx.companyId}, ${id}, ${newId(tx.now.getTime())}, ${year}, ${documentId}, ${movement},
        ${entry.requested}, ${entry.committed}, ${entry.used}, ${tx.now})`),
    tx.runOne(sql`
      insert into cost_centre_slot as s (company_id, cost_centre_id, year, slot, requested_minor, committed_minor, used_minor)
      values (${tx.companyId}, ${id}, ${year}, ${number % slots}, ${entry.requested}, ${entry.committed}, ${entry.used})
      on conflict (company_id, cost_centre_id, year, slot) do update set
        requested_minor = s.requested_minor + excluded.requested_minor,
        committed_minor = s.committed_minor + excluded.committed_minor,
        used_minor = s.used_minor + excluded.used_minor`),
  ])
}
