/** Money of a provider, a client, a contract or a project: sums over the orders that the person sees. */

import { clientVisibleTo } from '#features/clients/views.ts'
import { contractVisibleTo } from '#features/contracts/scope.ts'
import { type DocumentType, statesWith } from '#features/documents/rules.ts'
import {
  documentVisibleTo,
  executedAmount,
  projectVisibleTo,
  remainingAmount,
} from '#features/documents/scope.ts'
import { survivorId } from '#features/providers/scope.ts'
import { providerVisibleTo } from '#features/providers/views.ts'
import { type Figure, moneyLines, type Portion, quarterOn, yearOn } from '#features/reports/rules/money.ts'
import { lastMonths, monthsShown } from '#features/reports/rules.ts'
import type { MoneyReportWire } from '#features/reports/wire/money.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Provider, client, contract or project whose money is summed, in SQL. */
type Subject = {
  /** Row of the subject, when the person sees it. */
  readonly row: Part
  /** Predicate: an order is the subject's; expects `document` as `d`. */
  readonly isOfSubject: Part
}

export const providerMoney = (tx: TenantTx, actor: Actor, providerId: string) =>
  moneyReport(tx, actor, {
    row: part`select from provider p
      where p.company_id = ${tx.companyId} and p.id = ${survivorId(tx.companyId, providerId)}
        and ${providerVisibleTo(actor)}`,
    isOfSubject: part`d.provider_id = ${survivorId(tx.companyId, providerId)}`,
  })

export const clientMoney = (tx: TenantTx, actor: Actor, clientId: string) =>
  moneyReport(tx, actor, {
    row: part`select from client c
      where c.company_id = ${tx.companyId} and c.id = ${clientId} and ${clientVisibleTo(actor)}`,
    isOfSubject: part`d.client_id = ${clientId}`,
  })

export const contractMoney = (tx: TenantTx, actor: Actor, contractId: string) =>
  moneyReport(tx, actor, {
    row: part`select from contract c
      where c.company_id = ${tx.companyId} and c.id = ${contractId} and ${contractVisibleTo(actor)}`,
    isOfSubject: part`d.contract_id = ${contractId}`,
  })

export const projectMoney = (tx: TenantTx, actor: Actor, projectId: string) =>
  moneyReport(tx, actor, {
    row: part`select from project p
      where p.company_id = ${tx.companyId} and p.id = ${projectId} and ${projectVisibleTo(actor)}`,
    isOfSubject: part`d.project_id = ${projectId}`,
  })

type SumRow = Pick<Portion, 'status' | 'month'> & {
  type: DocumentType
  currency: string
  count: number
  minor: bigint
}

/** Sums over the subject's orders that the person sees; null when they do not see the subject itself. */
async function moneyReport(
  tx: TenantTx,
  actor: Actor,
  { row, isOfSubject }: Subject,
): Promise<MoneyReportWire | null> {
  const today = dayFromInstant(tx.now, actor.zone)
  const [firstMonth] = lastMonths(today, monthsShown)
  const [subject, rows] = await Promise.all([
    tx.one<{ isVisible: boolean }>(sql`select exists (${row}) as "isVisible"`),
    tx.all<SumRow>(sql`
    select d.type, d.currency, 'paid' as status, to_char(e.executed_on, 'YYYY-MM') as month,
      count(*)::int as count, sum(${executedAmount}) as minor
    from document d
    join execution e on e.company_id = d.company_id and e.document_id = d.id and e.returned_at is null
    where d.company_id = ${tx.companyId} and ${isOfSubject} and e.executed_on >= ${`${firstMonth}-01`} and ${documentVisibleTo(tx, actor)}
    group by 1, 2, 4
    union all
    select d.type, d.currency, case when d.state = any (${statesWith('approved')}::text[])
      then 'approved' else 'pending' end, null, count(*)::int, sum(${remainingAmount})
    from document d
    where d.company_id = ${tx.companyId} and ${isOfSubject} and ${documentVisibleTo(tx, actor)}
      and d.state = any (${[...statesWith('approved'), ...statesWith('pending')]}::text[])
    group by 1, 2, 3`),
  ])
  if (!subject?.isVisible) return null
  const portions = rows.map(({ currency, minor, ...row }) => ({
    ...row,
    amount: money(minor, currencyFrom(currency)),
  }))
  return {
    quarter: quarterOn(today),
    year: yearOn(today),
    lines: moneyLines(portions, today).map(line => ({
      ...line,
      quarter: figureToWire(line.quarter),
      year: figureToWire(line.year),
      approved: figureToWire(line.approved),
      pending: figureToWire(line.pending),
      months: line.months.map(({ month, ...figure }) => ({ month, ...figureToWire(figure) })),
    })),
  }
}

const figureToWire = ({ count, amount }: Figure) => ({ count, amount: moneyToWire(amount) })
