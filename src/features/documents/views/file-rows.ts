/** Rows of the file of a list of orders: those of the list, and what the screen of one order says besides. */
import { centreNameAsJson } from '#features/cost-centres/scope.ts'
import type { NamedCentreWire } from '#features/cost-centres/wire.ts'
import type { Breakdown } from '#features/documents/rules/breakdown.ts'
import type { KeptBreakdown } from '#features/documents/rules/breakdown-digits.ts'
import { breakdownFromDigits } from '#features/documents/rules/breakdown-digits.ts'
import { mayKnowNames } from '#features/documents/rules.ts'
import { chargeFromRow, type DocumentRow, documentRow } from '#features/documents/views/documents.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { visibleProviders } from '#features/providers/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import { ibanTail } from '#kernel/iban.ts'
import type { MoneyWire } from '#kernel/wire.ts'
import { type Part, part } from '#server/database/sql.ts'

type Approval = {
  readonly name: string
  /** Person who decided in the approver's place. */
  readonly delegate: string | null
  /** True of an administrator who forced the decision. */
  readonly isForced: boolean
  /** Day, in the company's time zone. */
  readonly day: Day
}

type PaymentMade = { readonly number: number; readonly on: Day; readonly reference: string }

export type DocumentFileColumns = DocumentRow & {
  invoice_number: string | null
  invoice_date: string | null
  tax_id: string | null
  contract_id: string | null
  cost_centre: NamedCentreWire | null
  created_on: Day
  approved_on: Day | null
  approvals: readonly Approval[]
  executed_on: string | null
  reference: string | null
  payments_list: readonly PaymentMade[] | null
  bank_account: string | null
  breakdown: KeptBreakdown | null
}

export type DocumentFileRow = DocumentRowWire & {
  readonly invoiceNumber: string | null
  readonly invoiceDate: string | null
  readonly taxId: string | null
  readonly contractId: string | null
  /** Null for none, and for whoever may not know it. */
  readonly costCentre: NamedCentreWire | null
  /** Days in the company's time zone: PostgreSQL finds those of a long list in no time. */
  readonly createdOn: Day
  readonly approvedOn: Day | null
  readonly approvedBy: readonly Approval[]
  readonly executedOn: string | null
  readonly reference: string | null
  /** Payments made of an order of several. */
  readonly paymentsMade: readonly PaymentMade[]
  /** Last digits of the account that is paid. */
  readonly account: string | null
  readonly breakdown: Breakdown | null
  /** Amount that it takes from its contract; null for a provider that is not party to it. */
  readonly charge: MoneyWire | null
}

/** Columns of a row of the file; they expect `document` as `d`, and the joins of the list and of this file. */
export const documentFileColumns = (actor: Actor) => part`
  d.invoice_number, d.invoice_date::text, ${visibleProviders(actor).kind === 'nothing' ? part`null::text` : part`pv.tax_id`} as tax_id,
  ${contract(actor)} as contract_id, ${centreNameAsJson(actor)} as cost_centre, ${dayAt(part`d.created_at`, actor)} as created_on,
  ${dayAt(part`d.approved_at`, actor)} as approved_on, ${approvals(actor)} as approvals, x.executed_on::text, x.reference,
  d.bank_account, d.breakdown, ${paymentsMade} as payments_list`

/** Payments made of the order `d`, as JSON; null for an order that is paid once. */
const paymentsMade = part`case when d.payments is not null then (
  select json_agg(json_build_object('number', e.payment, 'on', e.executed_on, 'reference', e.reference) order by e.payment)
  from execution e where e.company_id = d.company_id and e.document_id = d.id and e.returned_at is null) end`

export const documentFileJoins = part`
  left join execution x on x.company_id = d.company_id and x.document_id = d.id and x.is_last`

const dayAt = (instant: Part, { zone }: Actor): Part => part`(${instant} at time zone ${zone})::date::text`

/** A provider may not know the contract that pays it, unless it is party to it. */
const contract = ({ providerId }: Actor) =>
  providerId === null
    ? part`d.contract_id`
    : part`(select c.id from contract c where c.company_id = d.company_id and c.id = d.contract_id
        and c.provider_id = ${providerId})`

/** Approvals of the order `d` in its current revision, given or forced, as JSON; none for whoever may not know names. */
const approvals = (actor: Actor) =>
  mayKnowNames(actor)
    ? part`(select coalesce(json_agg(json_build_object('name', y.name, 'delegate', y.delegate, 'isForced', y.id is null,
          'day', ${dayAt(part`y.at`, actor)}) order by y.at, y.id), '[]')
        from (select a.id, coalesce(a.approver_name, trim(who.name || ' ' || who.last_name)) as name,
            coalesce(a.decided_by_name, trim(substitute.name || ' ' || substitute.last_name)) as delegate, a.decided_at as at
          from approval a join account who on who.id = a.approver_id
          left join account substitute on substitute.id = a.decided_by
          where a.company_id = d.company_id and a.document_id = d.id and a.revision = d.revision and a.status = 'approved'
          union all
          select distinct null::uuid, trim(who.name || ' ' || who.last_name), null, s.forced_at
          from approval_stage s join account who on who.id = s.forced_by
          where s.company_id = d.company_id and s.document_id = d.id and s.revision = d.revision and s.outcome = 'approved') y)`
    : part`'[]'::json`

export const documentFileRow = (row: DocumentFileColumns): DocumentFileRow => ({
  ...documentRow(row),
  invoiceNumber: row.invoice_number,
  invoiceDate: row.invoice_date,
  taxId: row.tax_id,
  contractId: row.contract_id,
  costCentre: row.cost_centre,
  createdOn: row.created_on,
  approvedOn: row.approved_on,
  approvedBy: row.approvals,
  executedOn: row.executed_on,
  reference: row.reference,
  paymentsMade: row.payments_list ?? [],
  account: row.bank_account === null ? null : ibanTail(row.bank_account),
  breakdown: row.breakdown && breakdownFromDigits(row.breakdown),
  charge: row.contract_id === null ? null : chargeFromRow(row),
})
