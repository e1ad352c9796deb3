/** Parties of orders, to filter lists by: those alone that an order which the person sees has. */

import type { PartyKind } from '#features/documents/rules/parties.ts'
import { mayKnowNames } from '#features/documents/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import { withCandidates } from '#features/documents/views/candidates.ts'
import type { listParties, PartyWire } from '#features/documents/wire/parties.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import { nothing, type Part, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Most parties that a search offers. */
const most = 20

export function partiesOfOrders(
  tx: TenantTx,
  actor: Actor,
  { kind, q = '', id }: QueryOf<typeof listParties>,
): Promise<ResponseOf<typeof listParties>> {
  if (kind === 'approver' && !mayKnowNames(actor)) return Promise.resolve({ items: [] })
  const { rows, ids, ordersOf } = parties[kind](tx, actor)
  const wanted = part`w.search like ${containing(q.trim())} ${id === undefined ? nothing : part`and w.id::text = ${id}`}`
  const isSeen = part`d.company_id = ${tx.companyId} and ${documentVisibleTo(tx, actor)}`
  return withCandidates(tx, actor, { sort: 'name' }, async candidates => {
    // Of a person with few orders the parties are read once; of others, party by party in order until enough are found.
    const isInOrder = candidates?.rows
      ? part`w.id = any (array(select distinct x.id from ${candidates.rows} d cross join lateral (${ids}) x where ${isSeen}))`
      : part`(select true from ${ordersOf} and ${isSeen} limit 1)`
    const items = await tx.all<PartyWire>(search`
      select w.id, w.name, w.detail from (select * from ${rows} w where ${wanted} order by w.name_key, w.id offset 0) w
      where ${isInOrder} limit ${most}`)
    return { items }
  })
}

type Parties = {
  /** All of the company, with `id`, `name`, `detail`, and what is searched and sorted by. */
  readonly rows: Part
  /** Query of `id`: those of the order `d`. */
  readonly ids: Part
  /** Orders `d` of the party `w`: the tables, and the condition. */
  readonly ordersOf: Part
}

const parties: { readonly [kind in PartyKind]: (tx: TenantTx, actor: Actor) => Parties } = {
  client: tx => ({
    rows: part`(select k.id, k.name, null::text as detail, k.name_key as search, k.name_key from client k
      where k.company_id = ${tx.companyId})`,
    ids: part`select d.client_id as id`,
    ordersOf: part`document d where d.client_id = w.id`,
  }),
  provider: tx => ({
    rows: part`(select pv.id, pv.name, pv.id as detail, pv.search, pv.name_key from provider pv
      where pv.company_id = ${tx.companyId})`,
    ids: part`select d.provider_id as id`,
    ordersOf: part`document d where d.provider_id = w.id`,
  }),
  requester: (tx, actor) => ({
    rows: people(tx, actor),
    ids: part`select d.created_by as id`,
    ordersOf: part`document d where d.created_by = w.id`,
  }),
  approver: (tx, actor) => ({
    rows: people(tx, actor),
    ids: part`select unnest(array[case when a.status <> 'void' then a.approver_id end, a.decided_by]) as id
      from approval a where a.company_id = d.company_id and a.document_id = d.id`,
    // Seat by seat of the person, as `limit` and no `or` make it: an index answers each.
    ordersOf: part`(
        (select a.document_id from approval a
          where a.company_id = ${tx.companyId} and a.approver_id = w.id and a.status <> 'void')
        union all (select a.document_id from approval a where a.company_id = ${tx.companyId} and a.decided_by = w.id)) seat
      join document d on d.id = seat.document_id where true`,
  }),
}

/** People of the company; a provider knows the name of whoever asked, and not their address. */
const people = (tx: TenantTx, actor: Actor): Part => part`(
  select a.id, trim(a.name || ' ' || a.last_name) as name,
    ${mayKnowNames(actor) ? part`a.email` : part`null::text`} as detail,
    ${mayKnowNames(actor) ? part`a.search` : part`fold(a.name || ' ' || a.last_name)`} as search,
    fold(a.name || ' ' || a.last_name) as name_key
  from member m join account a on a.id = m.user_id where m.company_id = ${tx.companyId})`
