/** The tray of received invoices, page by page, each as the person sees it. */
import { invoiceKeyFrom } from '#features/documents/rules/duplicates.ts'
import { documentVisibleTo, projectVisibleTo } from '#features/documents/scope.ts'
import { receivedVisibleTo } from '#features/files/scope.ts'
import { receivedList } from '#features/invoices/list.ts'
import { type ContractOffer, type PastOrder, proposeContract } from '#features/invoices/rules/matching.ts'
import {
  mayReceive,
  statesOfTab,
  type TrayActor,
  type TrayState,
  type TrayTab,
  trayAbilities,
} from '#features/invoices/rules/tray.ts'
import { isPaidAlready, receivedAsks } from '#features/invoices/scope.ts'
import { ordersEverywhere } from '#features/invoices/store.ts'
import { trayAbility } from '#features/invoices/text/tray.ts'
import { unreadableTexts } from '#features/invoices/text.ts'
import type { getReceived, listReceived, TrayInvoiceWire } from '#features/invoices/wire/tray.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import type { FilterValues } from '#kernel/list.ts'
import { minorToText } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { taxIdKey } from '#kernel/tax-id.ts'
import { containing } from '#kernel/text.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy } from '#server/database/list-filter.ts'
import { nothing, type Part, part, search, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = Omit<TrayInvoiceWire, 'state' | 'total' | 'unreadable' | 'can'> & {
  state: TrayState
  total_minor: bigint | null
  currency: string | null
  unreadable: Refusal | null
}

const readRows = (tx: TenantTx, actor: Actor, which: Part, rest: Part): Promise<Row[]> =>
  tx.all<Row>(search`
    select r.id, r.state, r.created_at as "receivedAt", coalesce(r.mailed_from, trim(who.name || ' ' || who.last_name), '') as "senderName",
      r.mailed_from is not null as "isMailed",
      json_build_object('fileId', f.id, 'name', f.name, 'mediaType', f.media_type, 'size', f.size) as file,
      case when s.id is null then null else json_build_object('id', s.id, 'name', s.name) end as sender,
      case when c.id is null then null else json_build_object('id', c.id, 'name', c.name) end as client,
      case when p.id is null then null else json_build_object('id', p.id, 'name', p.name) end as provider,
      r.source, r.issuer_name as "issuerName", r.issuer_key as "issuerTaxId", r.number, r.issued_on as "issuedOn", r.total_minor, r.currency,
      coalesce(r.is_credit_note, false) as "isCreditNote", ${receivedAsks} as asks, r.unreadable,
      (select coalesce(o.document_id, g.name) from received_invoice o
        join file g on g.company_id = o.company_id and g.id = o.file_id
        where o.company_id = r.company_id and o.issuer_key = r.issuer_key and o.invoice_key = r.invoice_key
          and o.state <> 'refused' and r.state <> 'refused' and o.id <> r.id
          and o.client_id is not distinct from r.client_id
        order by o.id limit 1) as repeats,
      case when d.id is null then null else json_build_object('id', d.id, 'projectId', d.project_id) end as order,
      case when r.reason is null then null else json_build_object('reason', r.reason,
        'byName', (select trim(b.name || ' ' || b.last_name) from account b where b.id = r.settled_by)) end as refusal,
      r.settled_at as "settledAt", r.revision
    from received_invoice r
    join file f on f.company_id = r.company_id and f.id = r.file_id
    left join account who on who.id = r.sent_by
    left join provider s on s.company_id = r.company_id and s.id = r.sender_provider_id
    left join client c on c.company_id = r.company_id and c.id = r.client_id
    left join provider p on p.company_id = r.company_id and p.id = r.provider_id
    left join document d on d.company_id = r.company_id and d.id = r.document_id and ${documentVisibleTo(tx, actor)}
    where r.company_id = ${tx.companyId} and ${receivedVisibleTo(actor)} ${which} ${rest}`)

type ListQuery = QueryOf<typeof listReceived>

export async function trayPage(
  tx: TenantTx,
  actor: Actor,
  { after, limit, ...filters }: ListQuery,
): Promise<ResponseOf<typeof listReceived>> {
  const id = part`r.id`
  const page = keysetPage(receivedList, { sort: '-date', after, limit }, { id, keys: { date: id } })
  const [found, everywhere] = await Promise.all([
    readRows(
      tx,
      actor,
      part`${filtered(actor, filters)} ${page.afterCursor}`,
      part`order by ${page.orderBy()} limit ${page.limitPlusOne}`,
    ),
    ordersEverywhere(tx, actor),
  ])
  const asking = { ...actor, ordersEverywhere: everywhere }
  const { rows, next } = page.cutPage(found.map(row => ({ ...row, sort_key: row.id })))
  return {
    items: rows.map(({ sort_key: _, ...row }) => toTrayWire(asking, row)),
    next,
    can: { receive: trayAbility(mayReceive(asking)) },
  }
}

type Filters = FilterValues<typeof receivedList>

/** Number of received invoices that the filters leave, of those that the person sees. */
export async function trayTotal(tx: TenantTx, actor: Actor, filters: Filters): Promise<number> {
  const found = await tx.one<{ count: number }>(search`
    select count(*)::int as count from received_invoice r
    join file f on f.company_id = r.company_id and f.id = r.file_id
    left join provider p on p.company_id = r.company_id and p.id = r.provider_id
    where r.company_id = ${tx.companyId} and ${receivedVisibleTo(actor)} ${filtered(actor, filters)}`)
  return found?.count ?? 0
}

/** Filters of the tray as SQL; they expect its file as `f` and its provider as `p`. */
const filtered = (actor: Actor, filters: Filters): Part =>
  filteredBy(receivedList, filters, {
    tab: underTab,
    state: state => part`r.state = ${state}`,
    q: typed => hasText(actor, typed),
  })

/** Predicate: the invoice stands under this tab. */
function underTab(tab: TrayTab): Part {
  if (tab === 'paid') return isPaidAlready
  return part`(r.state = any (${[...statesOfTab[tab]]}::text[]) ${tab === 'open' ? part`and not ${isPaidAlready}` : nothing})`
}

/** Predicate: the text is in the number, the issuer's name or tax id, or the name of the file. */
function hasText({ providerId }: Actor, typed: string): Part {
  const wanted = containing(typed)
  const taxKey = taxIdKey(typed)
  const invoiceKey = invoiceKeyFrom(typed)
  return part`(fold(concat_ws(' ', r.number, r.issuer_name, r.issuer_key, f.name)) like ${wanted}
    ${taxKey === '' ? nothing : part`or fold(r.issuer_key) like ${containing(taxKey)}`}
    ${invoiceKey === null ? nothing : part`or r.invoice_key like ${`${invoiceKey}%`}`}
    ${providerId === null ? part`or p.search like ${wanted}` : nothing})`
}

export async function readReceived(
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<ResponseOf<typeof getReceived> | null> {
  const [[row], everywhere, contracts, orders] = await Promise.all([
    readRows(tx, actor, part`and r.id = ${id}`, nothing),
    ordersEverywhere(tx, actor),
    contractsOfIssuer(tx, actor, id),
    ordersOfIssuer(tx, actor, id),
  ])
  if (!row) return null
  const proposal = proposeContract(currencyFrom(row.currency ?? 'EUR'), contracts, orders)
  const isOffered = contracts.some(({ projectIds }) => projectIds.includes(proposal?.projectId ?? ''))
  return {
    ...toTrayWire({ ...actor, ordersEverywhere: everywhere }, row),
    proposedProjectId: isOffered ? (proposal?.projectId ?? null) : null,
  }
}

/** Contracts of the invoice's provider, with the active projects that the person sees. */
const contractsOfIssuer = (tx: TenantTx, actor: Actor, id: string): Promise<ContractOffer[]> =>
  tx.all<ContractOffer>(sql`
    select k.id as "contractId", k.currency, k.status = 'active' as "isActive",
      array(select p.id from project_contract pc
        join project p on p.company_id = pc.company_id and p.id = pc.project_id
        where pc.company_id = k.company_id and pc.contract_id = k.id and p.status = 'active'
          and ${projectVisibleTo(actor)}) as "projectIds"
    from received_invoice r
    join contract k on k.company_id = r.company_id and k.provider_id = r.provider_id
      and (r.client_id is null or k.client_id = r.client_id)
    where r.company_id = ${tx.companyId} and r.id = ${id} order by k.id`)

const maxOrders = 20

/** Its latest orders of those that the person sees. */
const ordersOfIssuer = (tx: TenantTx, actor: Actor, id: string): Promise<PastOrder[]> =>
  tx.all<PastOrder>(sql`
    select d.contract_id as "contractId", d.project_id as "projectId" from document d
    where d.company_id = ${tx.companyId} and d.type = 'gasto' and ${documentVisibleTo(tx, actor)}
      and d.provider_id = (select r.provider_id from received_invoice r
        where r.company_id = ${tx.companyId} and r.id = ${id})
    order by d.number desc limit ${maxOrders}`)

function toTrayWire(
  actor: TrayActor,
  { total_minor: minor, currency, unreadable, ...row }: Row,
): TrayInvoiceWire {
  const { order, credit, refuse } = trayAbilities(actor, row.state, row.asks)
  // To people of a provider the company's other providers and clients do not exist.
  const isSender = actor.providerId !== null
  const isIssuer = row.provider?.id === actor.providerId
  return {
    ...row,
    ...(isSender && { provider: isIssuer ? row.provider : null, repeats: null, client: null }),
    total:
      minor === null || currency === null
        ? null
        : { minor: minorToText(minor), currency: currencyFrom(currency) },
    unreadable: unreadable && unreadableTexts(unreadable),
    can: { order: trayAbility(order), credit: trayAbility(credit), refuse: trayAbility(refuse) },
  }
}
