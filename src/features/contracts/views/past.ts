/** Past balance of a contract: at an instant, and day by day before it. */
import { type Amended, firstPastDay, type PastDay, pastBalances } from '#features/contracts/rules/past.ts'
import { contractVisibleTo } from '#features/contracts/scope.ts'
import type { getPastBalance, PastBalanceWire } from '#features/contracts/wire/past.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFrom, dayFromInstant } from '#kernel/day.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { type Currency, money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type ContractRow = { total_minor: bigint; currency: string; existed: boolean; made_on: Day }
type LedgerRow = { day: Day; requested: bigint; committed: bigint; used: bigint }
type AmendmentRow = { day: Day; from_minor: bigint; to_minor: bigint }

/**
 * Balance of a contract at an instant and on the days before it, from the ledger alone: never from the roll-up.
 * Null when the person does not see the contract.
 */
export async function pastBalance(
  tx: TenantTx,
  actor: Actor,
  contractId: string,
  { at, day }: QueryOf<typeof getPastBalance>,
): Promise<PastBalanceWire | null> {
  const { zone } = actor
  const asked = at === undefined && day !== undefined ? dayFrom(day) : null
  const last = asked ?? dayFromInstant(at ?? tx.now, zone)
  const first = firstPastDay(last)
  const until = asked
    ? part`((${asked}::date + 1)::timestamp at time zone ${zone} - interval '1 millisecond')`
    : part`${at ?? tx.now}::timestamptz`
  const [contract, ledger, amendments] = await Promise.all([
    tx.one<ContractRow>(sql`
      select c.total_minor, c.currency, c.created_at <= ${until} as existed,
        (c.created_at at time zone ${zone})::date as made_on from contract c
      where c.company_id = ${tx.companyId} and c.id = ${contractId} and ${contractVisibleTo(actor)}`),
    tx.all<LedgerRow>(sql`
      select greatest((e.at at time zone ${zone})::date, ${first}::date) as day,
        sum(e.requested_minor) as requested, sum(e.committed_minor) as committed,
        sum(e.used_minor) as used
      from budget_entry e where e.company_id = ${tx.companyId} and e.contract_id = ${contractId} and e.at <= ${until}
      group by 1 order by 1`),
    tx.all<AmendmentRow>(sql`
      select case when a.made_at <= ${until} then (a.made_at at time zone ${zone})::date else ${last}::date + 1 end as day,
        a.from_minor, a.to_minor from contract_amendment a
      where a.company_id = ${tx.companyId} and a.contract_id = ${contractId} order by a.revision`),
  ])
  if (!contract) return null
  const currency = currencyFrom(contract.currency)
  if (!contract.existed) return { existed: false, balance: toBalance(nothingYet, currency), days: [] }
  const span = { first: later(first, contract.made_on), last, total: contract.total_minor }
  const days = pastBalances(span, ledger, amendments.map(amendedBy))
  const balances = days.map(past => ({ day: past.day, balance: toBalance(past, currency) }))
  const now = balances.at(-1)
  if (!now) throw new Error('a past without days')
  return { existed: true, balance: now.balance, days: balances }
}

const later = (one: Day, other: Day): Day => (one > other ? one : other)

const amendedBy = ({ day, from_minor: from, to_minor: to }: AmendmentRow): Amended => ({ day, from, to })

const nothingYet = { total: 0n, requested: 0n, committed: 0n, used: 0n }

function toBalance(past: Omit<PastDay, 'day'>, currency: Currency): PastBalanceWire['balance'] {
  const wire = (minor: bigint) => moneyToWire(money(minor, currency))
  return {
    total: wire(past.total),
    requested: wire(past.requested),
    committed: wire(past.committed),
    used: wire(past.used),
  }
}
