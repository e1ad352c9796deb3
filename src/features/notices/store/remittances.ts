/** Payments of which a provider is told, each once, and who is told; `asked` in its SQL is a fact. */
import { documentPayable } from '#features/documents/scope.ts'
import type { OutcomeKind } from '#features/notices/rules/reminders.ts'
import type { Payee, ToldPayment } from '#features/notices/text/remittances.ts'
import { isReachable } from '#features/people/scope.ts'
import type { Role } from '#kernel/actor.ts'
import { ibanTail } from '#kernel/iban.ts'
import { isSingleAddress } from '#kernel/letter.ts'
import { money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Payment that was made (`paid`), or that the bank sent back (`unpaid`). */
export type PaymentOutcome = Extract<OutcomeKind, 'paid' | 'unpaid'>

export type PaymentFact = {
  readonly documentId: string
  readonly payment: number
  /** Number of times that it was made until it came back; null: as often as until `at`. */
  readonly attempt: number | null
  readonly at: string
}

const toldColumn: { readonly [outcome in PaymentOutcome]: Part } = {
  paid: part`told_paid_at`,
  unpaid: part`told_returned_at`,
}

type Row = Omit<ToldPayment, 'amount' | 'accountEnd' | 'netted'> & {
  netted_minor: bigint | null
  credit_notes: string | null
  providerId: string
  amount_minor: bigint
  currency: string
  bank_account: string | null
}

/**
 * Marks payments of these facts as told, and returns those that nobody had told before, with their provider. What is
 * issued, or given back by a credit note, is no payment to a provider.
 */
export async function claimPayments(
  tx: TenantTx,
  outcome: PaymentOutcome,
  facts: readonly PaymentFact[],
): Promise<(ToldPayment & { readonly providerId: string })[]> {
  if (facts.length === 0) return []
  const column = toldColumn[outcome]
  const found = await tx.all<Row>(sql`
    with told as (
      update execution e set ${column} = ${tx.now}
      from unnest(${facts.map(({ documentId }) => documentId)}::text[], ${facts.map(({ payment }) => payment)}::int[],
          ${facts.map(({ attempt }) => attempt)}::int[], ${facts.map(({ at }) => at)}::timestamptz[])
        as asked (document_id, payment, attempt, at)
      where e.company_id = ${tx.companyId} and e.document_id = asked.document_id and e.payment = asked.payment
        and e.${column} is null
        and e.attempt = coalesce(asked.attempt, (select max(x.attempt) from execution x
          where x.company_id = ${tx.companyId} and x.document_id = asked.document_id and x.payment = asked.payment
            and x.confirmed_at <= asked.at))
      returning e.document_id, e.payment, e.attempt, e.executed_on, e.returned_on, e.returned_at, e.reference, e.netted_minor)
    select d.provider_id as "providerId", co.name as "companyName", d.id, d.project_id as "projectId", d.name,
      d.invoice_number as "invoiceNumber", d.invoice_date as "invoiceDate", d.bank_account, d.currency,
      (case when d.payments is null then ${documentPayable} else y.amount_minor end) - coalesce(e.netted_minor, 0) as amount_minor,
      e.netted_minor, (select string_agg(coalesce(n.invoice_number, n.id), ', ' order by n.number) from netted_credit_note c
        join document n on n.company_id = c.company_id and n.id = c.credit_note_id
        join payment_batch_order o on o.company_id = c.company_id and o.batch_id = c.batch_id and o.document_id = c.document_id
        where c.company_id = d.company_id and c.document_id = d.id and o.payment = e.payment
          and o.released_at is not distinct from e.returned_at) as credit_notes,
      case when d.payments is not null then e.payment end as number, d.payments as count,
      e.executed_on as "executedOn", e.returned_on as "returnedOn", e.reference
    from told e
    join document d on d.company_id = ${tx.companyId} and d.id = e.document_id and d.type = 'gasto'
      and d.credited_id is null
    join company co on co.company_id = d.company_id
    left join payment y on y.company_id = d.company_id and y.document_id = d.id and y.number = e.payment
    order by d.number, e.payment, e.attempt`)
  return found.map(
    ({
      amount_minor: minor,
      netted_minor: taken,
      credit_notes: notes,
      currency,
      bank_account: account,
      ...row
    }) => ({
      ...row,
      netted:
        taken === null ? null : { creditNotes: notes ?? '', amount: money(taken, currencyFrom(currency)) },
      amount: money(minor, currencyFrom(currency)),
      accountEnd: account === null ? null : ibanTail(account),
    }),
  )
}

type PayeeRow = { providerId: string; email: string; name: string; role: Role | null }

/**
 * Who is told of payments, by the id of the provider: its people who want such mails; the provider's own address where
 * it has no people who can be written to. Such an address that is somebody's who has left is nobody's.
 */
export async function findPayees(
  tx: TenantTx,
  kind: PaymentOutcome,
  providerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Payee[]>> {
  const found = await tx.all<PayeeRow>(sql`
    select m.provider_id as "providerId", who.email, trim(who.name) as name, who.role
    from member m join account who on who.id = m.user_id
    where m.company_id = ${tx.companyId} and m.provider_id = any (${providerIds}::text[]) and ${isPerson}
      and not ${kind} = any (m.muted_mails)
    union all
    select pv.id, trim(pv.email), pv.name, null from provider pv
    where pv.company_id = ${tx.companyId} and pv.id = any (${providerIds}::text[]) and pv.email is not null
      and not exists (select from member m join account who on who.id = m.user_id
        where m.company_id = pv.company_id and m.provider_id = pv.id
          and (${isPerson} or who.email = lower(trim(pv.email))))`)
  return Map.groupBy(
    found.filter(({ email }) => isSingleAddress(email)),
    ({ providerId }) => providerId,
  )
}

/** Predicate: the member can be written to; expects `member` as `m` and its account as `who`. */
const isPerson = part`(m.active and who.active and who.role in ('provider', 'provider_user') and ${isReachable(part`who`)})`
