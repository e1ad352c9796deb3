/** Orders that a received credit note may reduce, and the credit note that it proposes. */
import { breakdownToDigits } from '#features/documents/rules/breakdown-digits.ts'
import { mayCredit } from '#features/documents/rules/credit-notes.ts'
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import type { DocumentState } from '#features/documents/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { type CreditNoteJson, creditNotesAsJson, leftFrom } from '#features/documents/views/credit-notes.ts'
import { receivedVisibleTo } from '#features/files/scope.ts'
import { invoiceFromKept } from '#features/invoices/rules/kept-reading.ts'
import { proposeCreditNote } from '#features/invoices/rules/proposed-order.ts'
import type { listCredited } from '#features/invoices/wire/credit.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Day } from '#kernel/day.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { minorToText } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Response = ResponseOf<typeof listCredited>

/** Most orders that are offered, the latest ones. */
const maxOffered = 50

type Received = { provider_id: string | null; client_id: string | null; reading: string | null }

/** Null for an invoice that the person does not see. */
export async function creditedBy(tx: TenantTx, actor: Actor, id: string): Promise<Response | null> {
  tx.readInSteps()
  const received = await tx.one<Received>(sql`
    select r.provider_id, r.client_id, f.invoice_reading::text as reading
    from received_invoice r join file f on f.company_id = r.company_id and f.id = r.file_id
    where r.company_id = ${tx.companyId} and r.id = ${id} and ${receivedVisibleTo(actor)}`)
  if (received === null) return null
  const invoice = received.reading === null ? null : invoiceFromKept(received.reading)
  const proposed = invoice && proposeCreditNote(invoice)
  const named = invoice?.corrects.flatMap(({ number }) => invoiceKeyFrom(number) ?? []) ?? []
  return {
    creditNote:
      invoice && proposed
        ? {
            ...proposed,
            amountMinor: minorToText(proposed.amountMinor),
            currency: invoice.currency,
            breakdown: proposed.breakdown && breakdownToDigits(proposed.breakdown),
          }
        : null,
    items: await offered(tx, actor, received, named),
  }
}

type OrderRow = {
  id: string
  project_id: string
  name: string
  state: DocumentState
  invoice_number: string | null
  invoice_date: Day | null
  amount_minor: string
  charge_minor: string
  currency: string
  is_named: boolean
  notes: CreditNoteJson[]
}

async function offered(
  tx: TenantTx,
  actor: Actor,
  { provider_id: providerId, client_id: clientId }: Received,
  named: readonly string[],
): Promise<Response['items']> {
  if (providerId === null) return []
  const rows = await tx.all<OrderRow>(sql`
    select d.id, d.project_id, d.name, d.state, d.invoice_number, d.invoice_date, d.amount_minor::text as amount_minor,
      coalesce(d.charge_minor, d.amount_minor)::text as charge_minor, d.currency,
      coalesce(d.invoice_key = any (${named}::text[]), false) as is_named, ${creditNotesAsJson} as notes
    from document d
    where d.company_id = ${tx.companyId} and d.provider_id = ${providerId} and d.type = 'gasto'
      and d.credited_id is null and d.state in ('approved', 'executed')
      and (${clientId}::uuid is null or d.client_id = ${clientId}) and ${documentVisibleTo(tx, actor)}
    order by is_named desc, d.number desc limit ${maxOffered}`)
  return rows
    .filter(({ state }) => mayCredit({ state, creditedId: null }) === true)
    .map(row => {
      const currency = currencyFrom(row.currency)
      const digits = { amountMinor: row.amount_minor, chargeMinor: row.charge_minor }
      return {
        id: row.id,
        projectId: row.project_id,
        name: row.name,
        invoiceNumber: row.invoice_number,
        invoiceDate: row.invoice_date,
        amount: { minor: row.amount_minor, currency },
        left: leftFrom(digits, row.notes, currency),
        isNamed: row.is_named,
      }
    })
}
