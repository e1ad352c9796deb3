/**
 * Contracts and their budget. The ledger (`budget_entry`) has every movement of an amount; the roll-up (`budget_slot`) has
 * their sums, in sixteen rows per contract, so that orders of one contract rarely wait for one row.
 */
import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import type { ChargeBasis } from '#features/companies/rules.ts'
import type { Balance } from '#features/contracts/rules/budget.ts'
import { entryFor, type Movement, movementFor } from '#features/contracts/rules/movements.ts'
import type { ChargeableContract, ContractType, OverrunPolicy } from '#features/contracts/rules.ts'
import { toleranceInForce } from '#features/contracts/scope.ts'
import type { PaymentTerms } from '#features/providers/rules/payment-terms.ts'
import { survivorId } from '#features/providers/scope.ts'
import { dayFrom } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import { type Money, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { ConcurrencyConflict } from '#server/database/retrying.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type NewContract = {
  readonly id: string
  readonly type: 'cliente' | 'proveedor'
  readonly clientId: string
  readonly providerId: string | null
  readonly description: string
  readonly conditions: string | null
  readonly total: Money
  /** Part of the total that was spent before the contract came here; null: none. */
  readonly opening: Money | null
  readonly startsOn: string
  readonly endsOn: string
  readonly overrunPolicy: OverrunPolicy | null
  /** The contract's own tolerance; null follows the company's. */
  readonly tolerance: Tolerance | null
  readonly chargeBasis: ChargeBasis
  readonly paymentTerms: PaymentTerms | null
  readonly createdBy: string
}

export async function insertContract(tx: TenantTx, contract: NewContract): Promise<void> {
  await tx.runOne(sql`
    insert into contract (company_id, id, type, client_id, provider_id, description, conditions, currency,
      total_minor, opening_minor, starts_on, ends_on, status, overrun_policy, tolerance_rate, tolerance_minor,
      charge_basis, payment_terms, created_by, created_at)
    values (${tx.companyId}, ${contract.id}, ${contract.type}, ${contract.clientId}, ${contract.providerId},
      ${contract.description}, ${contract.conditions}, ${contract.total.currency}, ${contract.total.minor},
      ${contract.opening?.minor ?? null}, ${contract.startsOn}, ${contract.endsOn}, 'active', ${contract.overrunPolicy}, ${contract.tolerance?.rate ?? null},
      ${contract.tolerance?.amountMinor ?? null}, ${contract.chargeBasis}, ${contract.paymentTerms},
      ${contract.createdBy}, ${tx.now})`)
}

/** Writes what was spent of a new contract before it came here, as the first line of its ledger, under its own id. */
export async function openBudget(tx: TenantTx, contractId: string, opening: Money): Promise<void> {
  await Promise.all([
    tx.runOne(sql`
      insert into budget_entry (company_id, contract_id, id, document_id, cause, requested_minor, committed_minor,
        used_minor, at)
      values (${tx.companyId}, ${contractId}, ${newId(tx.now.getTime())}, ${contractId}, 'opening', 0, 0,
        ${opening.minor}, ${tx.now})`),
    tx.runOne(sql`
      insert into budget_slot (company_id, contract_id, slot, used_minor)
      values (${tx.companyId}, ${contractId}, 0, ${opening.minor})`),
  ])
}

export type ChargedContract = ChargeableContract & {
  readonly id: string
  readonly policy: OverrunPolicy
  /** Tolerance in force: its own, or the company's. */
  readonly tolerance: Tolerance
  readonly chargeBasis: ChargeBasis
  /** Its own payment terms; null follows its provider's. */
  readonly terms: PaymentTerms | null
  readonly balance: Balance
}

type ContractRow = {
  id: string
  status: ChargeableContract['status']
  starts_on: string
  ends_on: string
  currency: string
  total_minor: bigint
  policy: OverrunPolicy
  tolerance: Tolerance
  charge_basis: ChargeBasis
  payment_terms: PaymentTerms | null
  requested: bigint
  committed: bigint
  used: bigint
}

/**
 * Balance and policy of the contract that an order is charged to, locked for the order. Under any policy but
 * `avisar` its row is locked exclusively, so that the balance still holds when the transaction commits; under
 * `avisar` orders wait only for whoever closes or amends it. When the policy changed while the lock was waited
 * for, the work is retried: two waiting transactions that strengthened their locks would deadlock.
 */
export async function lockChargedContract(tx: TenantTx, contractId: string): Promise<ChargedContract | null> {
  // Sent together, run in this order on one connection: the sums are read once the lock is held.
  const [locked, , contract] = await Promise.all([
    tx.run(sql`
      select c.id from contract c join company co on co.company_id = c.company_id
      where c.company_id = ${tx.companyId} and c.id = ${contractId}
        and coalesce(c.overrun_policy, co.overrun_policy) <> 'avisar'
      for update of c`),
    tx.run(sql`
      select id from contract where company_id = ${tx.companyId} and id = ${contractId} for key share`),
    readChargedContract(tx, contractId),
  ])
  if (contract && contract.policy !== 'avisar' && locked === 0)
    throw new ConcurrencyConflict('the contract has another policy')
  return contract
}

/** Current balance and terms of a contract; without locks, for reading only. */
export async function readChargedContract(tx: TenantTx, contractId: string): Promise<ChargedContract | null> {
  const row = await tx.one<ContractRow>(sql`
    select ${chargeColumns} from ${charged} where c.company_id = ${tx.companyId} and c.id = ${contractId}`)
  return row && chargedFrom(row)
}

/** Current balances of the contracts a project is tied to, main first; without locks, for reading only. */
export async function contractsToCharge(
  tx: TenantTx,
  projectId: string,
): Promise<(ChargedContract & Tied)[]> {
  const found = await tx.all<ContractRow & Tied>(sql`
    select c.type, c.provider_id as "providerId", ${chargeColumns} from ${charged}
    join project_contract pc on pc.company_id = c.company_id and pc.contract_id = c.id
    where c.company_id = ${tx.companyId} and pc.project_id = ${projectId} order by pc.main desc, c.id`)
  return found.map(row => ({ ...chargedFrom(row), type: row.type, providerId: row.providerId }))
}

type Tied = { readonly type: ContractType; readonly providerId: string | null }

const chargeColumns = part`c.id, c.status, c.starts_on, c.ends_on, c.currency, c.total_minor,
  coalesce(c.overrun_policy, co.overrun_policy) as policy, ${toleranceInForce} as tolerance, c.charge_basis, c.payment_terms, s.*`

const charged = part`contract c join company co on co.company_id = c.company_id
  cross join lateral (
    select coalesce(sum(b.requested_minor), 0) as requested,
      coalesce(sum(b.committed_minor), 0) as committed, coalesce(sum(b.used_minor), 0) as used
    from budget_slot b where b.company_id = c.company_id and b.contract_id = c.id) s`

function chargedFrom(row: ContractRow): ChargedContract {
  const inItsCurrency = (minor: bigint) => money(minor, currencyFrom(row.currency))
  return {
    id: row.id,
    status: row.status,
    startsOn: knownDay(row.starts_on),
    endsOn: knownDay(row.ends_on),
    policy: row.policy,
    tolerance: row.tolerance,
    chargeBasis: row.charge_basis,
    terms: row.payment_terms,
    balance: {
      total: inItsCurrency(row.total_minor),
      requested: inItsCurrency(row.requested),
      committed: inItsCurrency(row.committed),
      used: inItsCurrency(row.used),
    },
  }
}

function knownDay(text: string) {
  const day = dayFrom(text)
  if (day === null) throw new Error(`not a day: ${text}`)
  return day
}

const slots = 16

/** An order whose amount moves in the budget of its contract. */
export type MovedDocument = {
  readonly documentId: string
  readonly number: number
  readonly contractId: string
  /** Amount that the order takes from its contract. */
  readonly charge: Money
  /** Order that it reduces, of a credit note. */
  readonly creditedId: string | null
}

/**
 * Writes the order's movement in the ledger and in the roll-up of its contract. Called by `moveBudgets` of cost centres alone,
 * which moves the order's centre with it.
 */
export async function moveBudget(tx: TenantTx, document: MovedDocument, asked: Movement): Promise<void> {
  const movement = movementFor(document, asked)
  if (movement === null) return
  const entry = entryFor(movement, document.charge)
  await Promise.all([
    tx.runOne(sql`
      insert into budget_entry (company_id, contract_id, id, document_id, cause, requested_minor, committed_minor,
        used_minor, at)
      values (${tx.companyId}, ${document.contractId}, ${newId(tx.now.getTime())}, ${document.documentId}, ${movement},
        ${entry.requested}, ${entry.committed}, ${entry.used}, ${tx.now})`),
    tx.runOne(sql`
      insert into budget_slot as s (company_id, contract_id, slot, requested_minor, committed_minor, used_minor)
      values (${tx.companyId}, ${document.contractId}, ${document.number % slots}, ${entry.requested}, ${entry.committed},
        ${entry.used})
      on conflict (company_id, contract_id, slot) do update set
        requested_minor = s.requested_minor + excluded.requested_minor,
        committed_minor = s.committed_minor + excluded.committed_minor,
        used_minor = s.used_minor + excluded.used_minor`),
  ])
}

/**
 * Provider that stands for this one today, kept from being merged until the transaction ends. Throws
 * `ConcurrencyConflict` for one that has just been merged.
 */
export async function standingProvider(tx: TenantTx, providerId: string): Promise<string> {
  const found = await tx.one<{ id: string; mergedInto: string | null }>(sql`
    select p.id, p.merged_into as "mergedInto" from provider p
    where p.company_id = ${tx.companyId} and p.id = ${survivorId(tx.companyId, providerId)} for key share of p`)
  if (found && found.mergedInto !== null) throw new ConcurrencyConflict('the provider has just been merged')
  return found?.id ?? providerId
}

/** Parties of a contract or project: true where the party exists and is active. */
export type Parties = { readonly client_active: boolean; readonly provider_active: boolean }

export async function partiesActive(
  tx: TenantTx,
  clientId: string,
  providerId: string | null,
): Promise<Parties> {
  const found = await tx.one<Parties>(sql`
    select
      exists (select from client where company_id = ${tx.companyId} and id = ${clientId} and status = 'active')
        as client_active,
      ${providerId}::text is null or exists (select from provider
        where company_id = ${tx.companyId} and id = ${providerId} and status = 'active') as provider_active`)
  return found ?? { client_active: false, provider_active: false }
}
