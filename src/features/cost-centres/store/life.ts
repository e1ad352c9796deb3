/** Cost centres as administrators make and change them: rows of `cost_centre` and of `cost_centre_budget`. */
import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import type { OverrunPolicy } from '#features/contracts/rules.ts'
import { companyTolerance } from '#features/contracts/scope.ts'
import type { CentreStatus, CentreTerms } from '#features/cost-centres/rules.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewCentre = CentreTerms & {
  readonly id: string
  readonly clientId: string | null
  readonly createdBy: string
}

export async function insertCentre(tx: TenantTx, centre: NewCentre): Promise<void> {
  await tx.runOne(sql`
    insert into cost_centre (company_id, id, client_id, code, name, currency, overrun_policy, status, created_by, created_at)
    values (${tx.companyId}, ${centre.id}, ${centre.clientId}, ${centre.code}, ${centre.name}, ${centre.currency},
      ${centre.overrunPolicy}, 'active', ${centre.createdBy}, ${tx.now})`)
}

export type LockedCentre = CentreTerms & {
  readonly id: string
  readonly clientId: string | null
  readonly status: CentreStatus
  readonly revision: number
  /** Policy in force: the centre's own, or the company's. */
  readonly policy: OverrunPolicy
  /** Tolerance in force: the company's. */
  readonly tolerance: Tolerance
  readonly isCharged: boolean
  readonly isBudgeted: boolean
}

/** Locks the centre exclusively and reads it: orders that would be charged to it wait until this transaction ends. */
export async function lockCentre(tx: TenantTx, centreId: string): Promise<LockedCentre | null> {
  // Sent together, run in this order on one connection: the row is read once the lock is held.
  const [, centre] = await Promise.all([
    tx.run(sql`
      select id from cost_centre where company_id = ${tx.companyId} and id = ${centreId} for update`),
    tx.one<LockedCentre>(sql`
      select cc.id, cc.client_id as "clientId", cc.code, cc.name, cc.currency, cc.overrun_policy as "overrunPolicy",
        cc.status, cc.revision, coalesce(cc.overrun_policy, co.overrun_policy) as policy, ${companyTolerance} as tolerance,
        exists (select from cost_centre_entry e where e.company_id = cc.company_id and e.cost_centre_id = cc.id)
          as "isCharged",
        exists (select from cost_centre_budget b where b.company_id = cc.company_id and b.cost_centre_id = cc.id)
          as "isBudgeted"
      from cost_centre cc join company co on co.company_id = cc.company_id
      where cc.company_id = ${tx.companyId} and cc.id = ${centreId}`),
  ])
  return centre
}

/**
 * Name of another centre with this code, whatever its case and accents; null for none. It holds a lock of the company until the
 * transaction ends, so that two centres cannot be given one code at once.
 */
export async function lockOtherNameWithCode(
  tx: TenantTx,
  centreId: string,
  code: string,
): Promise<string | null> {
  // Sent in this order on one connection: the read sees what the lock waited for.
  const [, other] = await Promise.all([
    tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:cost_centre_codes`}, 0))`),
    tx.one<{ name: string }>(sql`
      select name from cost_centre where company_id = ${tx.companyId} and code_key = fold(${code})
        and id <> ${centreId}`),
  ])
  return other?.name ?? null
}

export async function saveCentre(tx: TenantTx, centreId: string, terms: CentreTerms): Promise<void> {
  await tx.runOne(sql`
    update cost_centre set code = ${terms.code}, name = ${terms.name}, currency = ${terms.currency},
      overrun_policy = ${terms.overrunPolicy}, revision = revision + 1
    where company_id = ${tx.companyId} and id = ${centreId}`)
}

export async function saveStatus(tx: TenantTx, centreId: string, status: CentreStatus): Promise<void> {
  await tx.runOne(sql`
    update cost_centre set status = ${status}, revision = revision + 1
    where company_id = ${tx.companyId} and id = ${centreId}`)
}

/** Saves the budget of a year, or takes it away with null, as a new revision of the centre. */
export async function saveBudget(
  tx: TenantTx,
  { centreId, year, totalMinor }: { centreId: string; year: number; totalMinor: bigint | null },
): Promise<void> {
  await Promise.all([
    totalMinor === null
      ? tx.runOne(sql`
          delete from cost_centre_budget
          where company_id = ${tx.companyId} and cost_centre_id = ${centreId} and year = ${year}`)
      : tx.runOne(sql`
          insert into cost_centre_budget (company_id, cost_centre_id, year, total_minor)
          values (${tx.companyId}, ${centreId}, ${year}, ${totalMinor})
          on conflict (company_id, cost_centre_id, year) do update set total_minor = excluded.total_minor`),
    tx.runOne(sql`
      update cost_centre set revision = revision + 1 where company_id = ${tx.companyId} and id = ${centreId}`),
  ])
}

/** True when the company has this client, active. */
export async function isClientActive(tx: TenantTx, clientId: string): Promise<boolean> {
  const found = await tx.one(sql`
    select 1 from client where company_id = ${tx.companyId} and id = ${clientId} and status = 'active'`)
  return found !== null
}
