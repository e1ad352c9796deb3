import type { Day } from '#kernel/day.ts'
import { nothing, part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

/** A contract's orders that its closing stops, or that it stopped and its opening lets go on; by id. */
export async function ordersOfContract(
  tx: TenantTx,
  contractId: string,
  state: 'in_approval' | 'blocked',
  limit: number,
): Promise<string[]> {
  const found = await tx.all<{ id: string }>(sql`
    select id from document where company_id = ${tx.companyId} and contract_id = ${contractId} and state = ${state}
      ${state === 'blocked' ? part`and block_cause = 'contract_inactive'` : nothing}
    order by id limit ${limit}`)
  return found.map(row => row.id)
}

/** A contract that has ended, or begun, and has orders that must stop, or may go on. */
export type Turned = { readonly contractId: string; readonly isOpen: boolean }

export function contractsToTurn(tx: TenantTx, today: Day): Promise<Turned[]> {
  return tx.all<Turned>(sql`
    select c.id as "contractId", o.is_open as "isOpen" from contract c
    cross join lateral (select ${today} between c.starts_on and c.ends_on as is_open) o
    where c.company_id = ${tx.companyId} and c.status = 'active' and exists (select from document d
      where d.company_id = c.company_id and d.contract_id = c.id and (
        not o.is_open and d.state = 'in_approval'
        or o.is_open and d.state = 'blocked' and d.block_cause = 'contract_inactive'))
    order by c.id`)
}

/**
 * Whoever asks a contract for money for the same provider at the same time waits here, so that what both ask
 * is summed. The lock is of the pair, not of a row: the contract's other orders go on.
 */
export async function holdAsked(tx: TenantTx, contractId: string, providerId: string): Promise<void> {
  const pair = `${tx.companyId}:${contractId}:${providerId}`
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`)
}

type Lately = {
  readonly providerId: string
  readonly days: number
  /** Not to be counted: it is being corrected. */
  readonly documentId: string | null
}

/** Minor units asked of a contract for a provider in the last days, but for what was rejected or cancelled. */
export async function askedLately(
  tx: TenantTx,
  { contractId, ...lately }: Lately & { readonly contractId: string },
): Promise<bigint> {
  const found = await tx.one<{ asked: bigint }>(sql`
    select coalesce(sum(d.amount_minor), 0) as asked from document d
    where d.company_id = ${tx.companyId} and d.contract_id = ${contractId} and ${ofThoseDays(tx, lately)}`)
  return found?.asked ?? 0n
}

/** The same of each contract that a project is tied to. */
export async function askedOfProject(
  tx: TenantTx,
  { projectId, ...lately }: Lately & { readonly projectId: string },
): Promise<ReadonlyMap<string, bigint>> {
  const found = await tx.all<{ contract_id: string; asked: bigint }>(sql`
    select d.contract_id, sum(d.amount_minor) as asked from project_contract pc
    join document d on d.company_id = pc.company_id and d.contract_id = pc.contract_id
    where pc.company_id = ${tx.companyId} and pc.project_id = ${projectId} and ${ofThoseDays(tx, lately)}
    group by d.contract_id`)
  return new Map(found.map(row => [row.contract_id, row.asked]))
}

const ofThoseDays = (tx: TenantTx, { providerId, days, documentId }: Lately) => part`
  d.provider_id = ${providerId} and d.submitted_at > ${tx.now}::timestamptz - make_interval(days => ${days})
    and d.state not in ('rejected', 'cancelled', 'returned') and d.id is distinct from ${documentId}`
