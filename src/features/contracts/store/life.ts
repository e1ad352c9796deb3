/** Changes of an existing contract, and its attached files. */
import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import type { ChargeBasis } from '#features/companies/rules.ts'
import type { Balance } from '#features/contracts/rules/budget.ts'
import type { ContractStatus, OverrunPolicy } from '#features/contracts/rules.ts'
import { companyTolerance, ownTolerance, wasCharged } from '#features/contracts/scope.ts'
import type { PaymentTerms } from '#features/providers/rules/payment-terms.ts'
import { type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Terms = {
  readonly description: string
  readonly conditions: string | null
  readonly startsOn: string
  readonly endsOn: string
  /** The contract's own policy; null follows the company's. */
  readonly overrunPolicy: OverrunPolicy | null
  /** The contract's own tolerance; null follows the company's. */
  readonly tolerance: Tolerance | null
  readonly chargeBasis: ChargeBasis
  /** The contract's own payment terms; null follows its provider's. */
  readonly paymentTerms: PaymentTerms | null
}

export type LockedContract = Terms & {
  readonly id: string
  readonly status: ContractStatus
  readonly revision: number
  /** Policy in force: the contract's own, or the company's. */
  readonly policy: OverrunPolicy
  readonly companyPolicy: OverrunPolicy
  readonly companyTolerance: Tolerance
  readonly balance: Balance
  /** True once an order was sent on it, whatever became of the order. */
  readonly isCharged: boolean
}

type Row = Omit<LockedContract, 'balance' | 'policy'> & {
  currency: string
  total: bigint
  requested: bigint
  committed: bigint
  used: bigint
}

/** Locks the contract exclusively and reads it: orders that would be charged to it wait until this transaction ends. */
export async function lockContract(tx: TenantTx, contractId: string): Promise<LockedContract | null> {
  // Sent together, run in this order on one connection: the balance is read once the lock is held.
  const [, row] = await Promise.all([
    tx.run(sql`
      select id from contract where company_id = ${tx.companyId} and id = ${contractId} for update`),
    tx.one<Row>(sql`
      select c.id, c.description, c.conditions, c.starts_on as "startsOn", c.ends_on as "endsOn",
        c.overrun_policy as "overrunPolicy", ${ownTolerance} as tolerance,
        ${companyTolerance} as "companyTolerance", c.charge_basis as "chargeBasis",
        c.payment_terms as "paymentTerms", co.overrun_policy as "companyPolicy", c.status, c.revision, c.currency,
        c.total_minor as total, s.*, ${wasCharged} as "isCharged"
      from contract c join company co on co.company_id = c.company_id
      cross join lateral (
        select coalesce(sum(b.requested_minor), 0) as requested,
          coalesce(sum(b.committed_minor), 0) as committed, coalesce(sum(b.used_minor), 0) as used
        from budget_slot b where b.company_id = c.company_id and b.contract_id = c.id) s
      where c.company_id = ${tx.companyId} and c.id = ${contractId}`),
  ])
  if (!row) return null
  const { currency, total, requested, committed, used, ...contract } = row
  const inItsCurrency = (minor: bigint) => money(minor, currencyFrom(currency))
  return {
    ...contract,
    policy: contract.overrunPolicy ?? contract.companyPolicy,
    balance: {
      total: inItsCurrency(total),
      requested: inItsCurrency(requested),
      committed: inItsCurrency(committed),
      used: inItsCurrency(used),
    },
  }
}

/** An exceeded contract that follows its company's policy, or its tolerance, or both. */
export type Follower = {
  readonly id: string
  /** The contract's own; null follows the company's. */
  readonly policy: OverrunPolicy | null
  readonly tolerance: Tolerance | null
  readonly balance: Balance
}

type FollowerRow = Omit<Follower, 'balance'> & { currency: string; total: bigint; spent: bigint }

/**
 * Exceeded contracts that follow the company. Every contract of the company is locked: no order is charged to one, and no
 * policy changes, until this transaction ends.
 */
export async function exceededFollowers(tx: TenantTx): Promise<Follower[]> {
  // Sent together, run in this order on one connection: the sums are read once the locks are held.
  const [, exceeded] = await Promise.all([
    lockContracts(tx),
    tx.all<FollowerRow>(sql`
      select c.id, c.overrun_policy as policy, ${ownTolerance} as tolerance, c.currency, c.total_minor as total, s.spent
      from contract c
      cross join lateral (select coalesce(sum(b.committed_minor + b.used_minor), 0) as spent from budget_slot b
        where b.company_id = c.company_id and b.contract_id = c.id) s
      where c.company_id = ${tx.companyId} and c.total_minor < s.spent
        and (c.overrun_policy is null or ${ownTolerance} is null)
      order by c.id`),
  ])
  return exceeded.map(({ currency, total, spent, ...follower }) => {
    const inItsCurrency = (minor: bigint) => money(minor, currencyFrom(currency))
    const [nothing, committed] = [inItsCurrency(0n), inItsCurrency(spent)]
    return {
      ...follower,
      balance: { total: inItsCurrency(total), requested: nothing, committed, used: nothing },
    }
  })
}

/** Number of active contracts that follow the company's tolerance. */
export async function countFollowers(tx: TenantTx): Promise<number> {
  const found = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from contract c
    where c.company_id = ${tx.companyId} and c.status = 'active' and ${ownTolerance} is null`)
  return found?.count ?? 0
}

/**
 * Locks all contracts of the company: no order is charged to one, and none is decided on where the policy does
 * more than warn.
 */
export async function lockContracts(tx: TenantTx): Promise<void> {
  await tx.run(sql`select id from contract where company_id = ${tx.companyId} order by id for update`)
}

export async function saveTerms(tx: TenantTx, contractId: string, terms: Terms): Promise<void> {
  await tx.runOne(sql`
    update contract set tolerance_rate = ${terms.tolerance?.rate ?? null},
      tolerance_minor = ${terms.tolerance?.amountMinor ?? null}, description = ${terms.description}, conditions = ${terms.conditions},
      starts_on = ${terms.startsOn}, ends_on = ${terms.endsOn}, overrun_policy = ${terms.overrunPolicy},
      charge_basis = ${terms.chargeBasis}, payment_terms = ${terms.paymentTerms}, revision = revision + 1
    where company_id = ${tx.companyId} and id = ${contractId}`)
}

export async function saveStatus(tx: TenantTx, contractId: string, status: ContractStatus): Promise<void> {
  await tx.runOne(sql`
    update contract set status = ${status}, revision = revision + 1
    where company_id = ${tx.companyId} and id = ${contractId}`)
}

export type Amendment = {
  readonly contractId: string
  /** Revision that the amendment makes. */
  readonly revision: number
  readonly from: Money
  readonly to: Money
  readonly reason: string
  readonly madeBy: string
}

/** Saves the new total together with the amendment that explains it. */
export async function saveAmendment(tx: TenantTx, amendment: Amendment): Promise<void> {
  const { contractId, revision, from, to, reason, madeBy } = amendment
  await Promise.all([
    tx.runOne(sql`
      update contract set total_minor = ${to.minor}, revision = ${revision}
      where company_id = ${tx.companyId} and id = ${contractId}`),
    tx.runOne(sql`
      insert into contract_amendment (company_id, contract_id, revision, from_minor, to_minor, reason, made_by, made_at)
      values (${tx.companyId}, ${contractId}, ${revision}, ${from.minor}, ${to.minor}, ${reason},
        ${madeBy}, ${tx.now})`),
  ])
}

/** Number of files attached to the contract, and of one file: its name, whether it is attached, whether this person uploaded it. */
export async function attachmentContext(
  tx: TenantTx,
  { contractId, fileId, userId }: { contractId: string; fileId: string; userId: string },
) {
  const [attached, file] = await Promise.all([
    tx.all<{ file_id: string }>(sql`
      select file_id from contract_attachment
      where company_id = ${tx.companyId} and contract_id = ${contractId}`),
    tx.one<{ name: string; uploaded_by: string }>(sql`
      select name, uploaded_by from file where company_id = ${tx.companyId} and id = ${fileId}`),
  ])
  const isAttached = attached.some(({ file_id }) => file_id === fileId)
  return { count: attached.length, isAttached, name: file?.name ?? '', isOwn: file?.uploaded_by === userId }
}

type Attached = { readonly contractId: string; readonly fileId: string }

export async function insertAttachment(
  tx: TenantTx,
  { contractId, fileId, addedBy }: Attached & { readonly addedBy: string },
): Promise<void> {
  await tx.runOne(sql`
    insert into contract_attachment (company_id, contract_id, file_id, added_by, added_at)
    values (${tx.companyId}, ${contractId}, ${fileId}, ${addedBy}, ${tx.now})`)
}

export async function deleteAttachment(tx: TenantTx, { contractId, fileId }: Attached): Promise<void> {
  await tx.runOne(sql`
    delete from contract_attachment
    where company_id = ${tx.companyId} and contract_id = ${contractId} and file_id = ${fileId}`)
}
