/**
 * Message of a fact to other systems: its public event, and of its subject as it stands when the message is written
 * what an administrator may read. No account numbers, no names of people, no comments: whoever wants more asks the API.
 */
import { documentPayable } from '#features/documents/scope.ts'
import type { EventSubject, PublicEvent } from '#features/webhooks/rules/events.ts'
import { subjectFrom, testEvent } from '#features/webhooks/rules/events.ts'
import { isUuid } from '#kernel/ids.ts'
import { minorFromText, money } from '#kernel/money.ts'
import { currencyFrom, moneyToWire } from '#kernel/wire.ts'
import type { SealedEvent } from '#server/database/sealed-events.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Fields of a subject, with the path of its screen and, where the API has it, of its call. */
type Subject = { readonly fields: Fields; readonly page: string; readonly call: string | null }
type Fields = { readonly [name: string]: unknown }
type Find = (tx: TenantTx, id: string) => Promise<Subject | null>

const amount = (minor: bigint | null, currency: string | null) =>
  minor === null || currency === null ? null : moneyToWire(money(minor, currencyFrom(currency)))

/** Finds a subject whose id is a uuid; a fact may carry any text, which the database would refuse to read as one. */
const byUuid =
  (find: Find): Find =>
  async (tx, id) =>
    isUuid(id) ? find(tx, id) : null

const subjects: { readonly [subject in EventSubject]: Find } = {
  order: async (tx, id) => {
    const row = await tx.one<Fields & { minor: bigint; currency: string; projectId: string }>(sql`
      select d.id, d.name, d.type, d.state, d.revision, d.project_id as "projectId", d.contract_id as "contractId",
        d.cost_centre_id as "costCentreId", d.client_id as "clientId", d.provider_id as "providerId", d.invoice_number as "invoiceNumber",
        d.amount_minor as minor, d.currency
      from document d where d.company_id = ${tx.companyId} and d.id = ${id}`)
    if (!row) return null
    const { minor, currency, ...fields } = row
    return {
      fields: { ...fields, amount: amount(minor, currency) },
      page: `/empresa/projects/${row.projectId}/documents/${id}`,
      call: `/api/projects/${row.projectId}/documents/${id}`,
    }
  },
  payment_batch: async (tx, id) => {
    const row = await tx.one<Fields & { minor: bigint }>(sql`
      select b.id, b.orders, b.pay_on as "payOn", b.amount_minor as minor from payment_batch b
      where b.company_id = ${tx.companyId} and b.id = ${id}`)
    if (!row) return null
    const { minor, ...fields } = row
    return {
      fields: { ...fields, amount: amount(minor, 'EUR') },
      page: `/empresa/payment-batches/${id}`,
      call: `/api/payment-batches/${id}`,
    }
  },
  invoice: byUuid(async (tx, id) => {
    const row = await tx.one<Fields & { minor: bigint | null; currency: string | null }>(sql`
      select r.id, r.state, r.number, r.issued_on as "issuedOn", r.provider_id as "providerId",
        r.client_id as "clientId", r.document_id as "orderId", r.total_minor as minor, r.currency
      from received_invoice r where r.company_id = ${tx.companyId} and r.id = ${id}`)
    if (!row) return null
    const { minor, currency, ...fields } = row
    return {
      fields: { ...fields, total: amount(minor, currency) },
      page: '/empresa/received-invoices',
      call: null,
    }
  }),
  provider: async (tx, id) => {
    const row = await tx.one<Fields>(sql`
      select p.id, p.name, p.tax_id as "taxId", p.status, p.merged_into as "mergedInto" from provider p
      where p.company_id = ${tx.companyId} and p.id = ${id}`)
    return row && { fields: row, page: `/empresa/providers/${id}`, call: `/api/providers/${id}` }
  },
  client: byUuid(async (tx, id) => {
    const row = await tx.one<Fields>(sql`
      select k.id, k.name, k.tax_id as "taxId", k.status from client k
      where k.company_id = ${tx.companyId} and k.id = ${id}`)
    return row && { fields: row, page: `/empresa/clients/${id}`, call: `/api/clients/${id}` }
  }),
  contract: async (tx, id) => {
    const row = await tx.one<Fields & { minor: bigint; currency: string }>(sql`
      select c.id, c.description as name, c.type, c.status, c.client_id as "clientId", c.provider_id as "providerId",
        c.starts_on as "startsOn", c.ends_on as "endsOn", c.total_minor as minor, c.currency
      from contract c where c.company_id = ${tx.companyId} and c.id = ${id}`)
    if (!row) return null
    const { minor, currency, ...fields } = row
    return {
      fields: { ...fields, total: amount(minor, currency) },
      page: `/empresa/contracts/${id}`,
      call: `/api/contracts/${id}`,
    }
  },
  cost_centre: byUuid(async (tx, id) => {
    const row = await tx.one<Fields>(sql`
      select cc.id, cc.code, cc.name, cc.status, cc.client_id as "clientId", cc.currency from cost_centre cc
      where cc.company_id = ${tx.companyId} and cc.id = ${id}`)
    return row && { fields: row, page: `/empresa/cost-centres/${id}`, call: `/api/cost-centres/${id}` }
  }),
  project: async (tx, id) => {
    const row = await tx.one<Fields>(sql`
      select p.id, p.name, p.status, p.client_id as "clientId" from project p
      where p.company_id = ${tx.companyId} and p.id = ${id}`)
    return row && { fields: row, page: `/empresa/projects/${id}`, call: `/api/projects/${id}` }
  },
  month: byUuid(async (tx, id) => {
    const row = await tx.one<Fields>(sql`
      select l.id, l.month, l.version, l.client_id as "clientId", l.digest from closing l
      where l.company_id = ${tx.companyId} and l.id = ${id}`)
    return row && { fields: row, page: '/empresa/month-end', call: null }
  }),
}

/** Fields of the fact itself that a receiver needs and the subject does not have: never all of a fact's content. */
const ofFact: { readonly [event in PublicEvent]?: readonly string[] } = {
  'order.approved': ['state', 'forced'],
  'order.rejected': ['state', 'forced'],
  'order.returned': ['state'],
  'order.submitted': ['state', 'revision'],
  'order.executed': ['state', 'executedOn', 'payment', 'payments'],
  'payment.made': ['state', 'executedOn', 'payment', 'payments'],
  'payment.returned': ['state', 'payment', 'attempt', 'returnedOn'],
  'order.credited': ['creditNoteId'],
  'order.credit_reopened': ['creditNoteId'],
  'order.approver_added': ['stage', 'place'],
  'order.decision_forced': ['decision', 'forcedStages'],
  'contract.status_changed': ['status'],
  'cost_centre.budget_set': ['year', 'total'],
  'cost_centre.status_changed': ['status'],
}

/**
 * Money that the bank moves of the payment that the fact names: of an order of several, or of one that credit notes
 * reduce; nothing for other facts.
 */
async function paymentFields(tx: TenantTx, { objectId, after }: SealedEvent): Promise<Fields> {
  const { payment, attempt, nettedMinor } = after ?? {}
  const isNetted = typeof nettedMinor === 'string'
  if (typeof payment !== 'number' && !isNetted) return {}
  const number = typeof payment === 'number' ? payment : 1
  const netted = isNetted ? minorFromText(nettedMinor) : null
  const row = await tx.one<{ minor: bigint; currency: string }>(sql`
    select coalesce((select p.amount_minor from payment p
        where p.company_id = ${tx.companyId} and p.document_id = d.id and p.number = ${number}), ${documentPayable})
      - coalesce(${netted}::bigint, (select e.netted_minor from execution e
        where e.company_id = ${tx.companyId} and e.document_id = d.id and e.payment = ${number}
          and e.attempt = ${typeof attempt === 'number' ? attempt : null}::integer), 0) as minor, d.currency
    from document d where d.company_id = ${tx.companyId} and d.id = ${objectId}`)
  return row ? { paymentAmount: amount(row.minor, row.currency) } : {}
}

/** The body of a message about a fact; null when its subject is no more. */
export async function messageBody(
  tx: TenantTx,
  event: PublicEvent,
  fact: SealedEvent,
  origin: string,
): Promise<string | null> {
  const subject = await subjects[subjectFrom(event)](tx, fact.objectId)
  if (!subject) return null
  const said = (ofFact[event] ?? []).flatMap(field => {
    const value = fact.after?.[field]
    return value === undefined ? [] : [[field, value] as const]
  })
  const payment = ofFact[event]?.includes('payment') ? await paymentFields(tx, fact) : {}
  return JSON.stringify({
    type: event,
    timestamp: new Date(fact.at).toISOString(),
    apiTokenId: typeof fact.after?.apiTokenId === 'string' ? fact.after.apiTokenId : null,
    data: {
      companyId: tx.companyId,
      ...subject.fields,
      ...Object.fromEntries(said),
      ...payment,
      pageUrl: `${origin}${subject.page}`,
      apiUrl: subject.call === null ? null : `${origin}${subject.call}`,
    },
  })
}

/** The body of a test call. */
export const testBody = (companyId: string, webhookId: string, at: Date): string =>
  JSON.stringify({ type: testEvent, timestamp: at.toISOString(), data: { companyId, webhookId } })
