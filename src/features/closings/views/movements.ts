/** Movements of some days with what their orders say of them, in the order of the bank's days. */
import type { Moved } from '#features/closings/rules/shares.ts'
import { type Asked, movements } from '#features/closings/views/parts.ts'
import { type BreakdownDigits, breakdownFromDigits } from '#features/documents/rules/breakdown-digits.ts'
import type { DocumentType } from '#features/documents/rules.ts'
import { documentPayable } from '#features/documents/scope.ts'
import type { Day } from '#kernel/day.ts'
import { minorFromText } from '#kernel/money.ts'
import { nothing, type Part, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const movementKinds = ['paid', 'issued', 'returned', 'credited'] as const
export type MovementKind = (typeof movementKinds)[number]

type Row = {
  kind: MovementKind
  key: string
  cursor: string
  document_id: string
  project_id: string
  name: string
  provider_id: string
  payment: number
  payments: number
  day: Day
  minor: bigint
  currency: string
  type: DocumentType
  amount: string
  breakdown: BreakdownDigits | null
  plan: string[]
  due_on: Day | null
  reference: string
  party: string
  tax_id: string | null
  invoice_number: string | null
  invoice_date: Day | null
  accrued_on: Day | null
  contract_id: string
  project_name: string
  client_name: string
  is_credit_note: boolean
}

/** Movement with its order; `moved` is what its rows are made of. */
export type Movement = Omit<Row, 'amount' | 'breakdown' | 'plan'> & { readonly moved: Moved }

/** Place of the movement `q` among the others. */
const place = part`to_char(q.day, 'YYYY-MM-DD') || ' ' || lpad(q.number::text, 10, '0') || ' '
  || lpad(q.payment::text, 2, '0') || ' ' || lpad(q.attempt::text, 6, '0') || ' ' || q.kind`

type PageOf = { readonly after?: string | undefined; readonly limit: number; readonly which?: Part }

/** Movements after a place, at most `limit` of them. */
export async function readMovements(
  tx: TenantTx,
  asked: Asked,
  { after, limit, which = nothing }: PageOf,
): Promise<Movement[]> {
  const found = await tx.all<Row>(search`
    select q.kind, q.key, ${place} as cursor, q.document_id, q.project_id, q.name, q.provider_id, q.payment,
      coalesce(d.payments, 1) as payments, q.day, q.minor, q.currency, d.type, d.amount_minor::text as amount,
      d.breakdown, y.due_on, e.reference, case when d.type = 'gasto' then pv.name else k.name end as party,
      case when d.type = 'gasto' then pv.tax_id else k.tax_id end as tax_id, d.invoice_number, d.invoice_date,
      coalesce(d.invoice_date, (d.approved_at at time zone ${asked.zone})::date) as accrued_on, d.contract_id,
      p.name as project_name, k.name as client_name, d.credited_id is not null as is_credit_note,
      coalesce((select json_agg(n.amount_minor::text order by n.number) from payment n
        where n.company_id = d.company_id and n.document_id = d.id), json_build_array(${documentPayable}::text)) as plan
    from (${movements(asked)}) q
    join document d on d.company_id = ${tx.companyId} and d.id = q.document_id
    join execution e on e.company_id = d.company_id and e.document_id = d.id and e.payment = q.payment
      and e.attempt = q.attempt
    left join payment y on y.company_id = d.company_id and y.document_id = d.id and y.number = q.payment
    join project p on p.company_id = d.company_id and p.id = d.project_id
    join client k on k.company_id = d.company_id and k.id = d.client_id
    join provider pv on pv.company_id = d.company_id and pv.id = d.provider_id
    where ${after === undefined ? part`true` : part`(${place}) collate "C" > ${after}`} ${which}
    order by (${place}) collate "C" limit ${limit}`)
  return found.map(toMovement)
}

const toMovement = ({ amount, breakdown, plan, ...row }: Row): Movement => ({
  ...row,
  moved: {
    amountMinor: minorFromText(amount),
    breakdown: breakdown && breakdownFromDigits(breakdown),
    planMinor: plan.map(minorFromText),
    payment: row.payment,
    // A credit note that waits again takes back what it had taken back.
    takesBack: row.kind === 'credited' || (row.kind === 'returned' && !row.is_credit_note),
  },
})
