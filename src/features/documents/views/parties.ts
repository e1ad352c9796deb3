/** Parties of orders, to filter lists by: those alone that an order which the person sees has. */

import type { PartyKind } from '#features/documents/rules/parties.ts'
import { mayKnowNames } from '#features/documents/rules.ts'
import { documentVisibleTo } from '#features/documents/scope.ts'
import type { listParties, PartyWire } from '#features/documents/wire/parties.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { containing } from '#kernel/text.ts'
import { nothing, type Part, part, search } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Most parties that a search offers. */
const most = 20

export async function partiesOfOrders(
  tx: TenantTx,
  actor: Actor,
  { kind, q = '', id }: QueryOf<typeof listParties>,
): Promise<ResponseOf<typeof listParties>> {
  const wanted = part`w.search like ${containing(q.trim())} ${id === undefined ? nothing : part`and w.id::text = ${id}`}`
  const items = await tx.all<PartyWire>(search`
    select w.id, w.name, w.detail from ${parties[kind](tx, actor)} w where ${wanted}
    order by w.name_key, w.id limit ${most}`)
  return { items }
}

const parties: { readonly [kind in PartyKind]: (tx: TenantTx, actor: Actor) => Part } = {
  client: (
    tx,
    actor,
  ) => part`(select k.id, k.name, null::text as detail, k.name_key as search, k.name_key from client k
    where k.company_id = ${tx.companyId} and exists (select from document d
      where d.company_id = k.company_id and d.client_id = k.id and ${documentVisibleTo(tx, actor)}))`,
  provider: (
    tx,
    actor,
  ) => part`(select pv.id, pv.name, pv.id as detail, pv.search, pv.name_key from provider pv
    where pv.company_id = ${tx.companyId} and exists (select from document d
      where d.company_id = pv.company_id and d.provider_id = pv.id and ${documentVisibleTo(tx, actor)}))`,
  requester: (
    tx,
    actor,
  ) => part`(select ${personColumns(actor)} from member m join account a on a.id = m.user_id
    where m.company_id = ${tx.companyId} and exists (select from document d
      where d.company_id = m.company_id and d.created_by = m.user_id and ${documentVisibleTo(tx, actor)}))`,
  approver: (tx, actor) =>
    mayKnowNames(actor)
      ? part`(select ${personColumns(actor)} from member m join account a on a.id = m.user_id
        where m.company_id = ${tx.companyId} and exists (select from approval x
          join document d on d.company_id = x.company_id and d.id = x.document_id
          where x.company_id = m.company_id and (x.approver_id = m.user_id and x.status <> 'void' or x.decided_by = m.user_id)
            and ${documentVisibleTo(tx, actor)}))`
      : part`(select null as id, null as name, null as detail, null as search, null as name_key where false)`,
}

/** Columns of a person; a provider knows the name of whoever asked, and not their address. */
const personColumns = (actor: Actor): Part => part`a.id, trim(a.name || ' ' || a.last_name) as name,
  ${mayKnowNames(actor) ? part`a.email` : part`null::text`} as detail,
  ${mayKnowNames(actor) ? part`a.search` : part`fold(a.name || ' ' || a.last_name)`} as search,
  fold(a.name || ' ' || a.last_name) as name_key`
