/**
 * Parties of orders, to filter lists by: those alone that an order which the person sees has. Party by party, in the
 * order of their names, an index tells whether there is such an order, until enough are found (decision 065).
 */
import type { PartyKind } from '#features/documents/rules/parties.ts'
import { mayKnowNames } from '#features/documents/rules.ts'
import { documentsSeatedElsewhere, numberFromId, projectsOfOrders } from '#features/documents/scope.ts'
import type { listParties, PartyWire } from '#features/documents/wire/parties.ts'
import { visibleProjects } from '#features/projects/rules.ts'
import { survivorId } from '#features/providers/scope.ts'
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
  if (kind === 'approver' && !mayKnowNames(actor)) return { items: [] }
  const kept = parties[kind](tx, actor)
  const chosen = kind === 'provider' ? survivorId(tx.companyId, id) : part`${id}`
  const wanted = part`party.search like ${containing(q.trim())} ${id === undefined ? nothing : part`and party.id::text = ${chosen}`}`
  const isSeen = kept.occurrences.reduce(
    (before, each) => part`${before} or ${isAmong(each, isInSight(tx, actor))}`,
    part`false`,
  )
  const items = await tx.all<PartyWire>(search`
    with elsewhere as materialized (${documentsSeatedElsewhere(tx, actor)})
    select party.id, party.name, party.detail from (select * from ${kept.rows} party where ${wanted} order by party.name_key, party.id offset 0) party
    where ${isSeen} ${orElsewhere(actor, kept)} limit ${most}`)
  return { items }
}

/** Predicate: one of the rows meets the condition. In the order of their index, or PostgreSQL reads a table for one of them. */
const isAmong = (rows: Part, condition: Part): Part =>
  part`(select true from ${rows} and ${condition} order by d.project_id limit 1)`

/** Condition on `d`: `documentVisibleTo` by project or provider alone, as the indexes of each party have them. */
function isInSight(tx: TenantTx, actor: Actor): Part {
  const scope = visibleProjects(actor)
  switch (scope.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`d.project_id = any (array(
        select p.id from project p where p.company_id = ${tx.companyId} and p.client_id = ${scope.clientId}))`
    case 'assigned':
      return part`d.project_id = any (array(${projectsOfOrders(tx, actor)}))`
    case 'provider':
      return part`d.provider_id = ${scope.providerId}`
    case 'nothing':
      return part`false`
  }
}

/** Most orders outside one's projects that are read, to know whose they are. */
const maxRead = 500

/** Newest orders of a party among which one of many outside one's projects is looked for first. */
const maxNewest = 2000

/**
 * Rest of `documentVisibleTo`: the orders outside one's projects. Few are all read, once, by the first party that needs them;
 * where they are many, one of them is looked for among the party's newest orders, and they are read where it has older ones.
 */
function orElsewhere(actor: Actor, { idsIn, newest, mayHaveOlder }: Parties): Part {
  if (visibleProjects(actor).kind !== 'assigned') return nothing
  const isAmongAll = part`party.id = any (array(${idsIn(part`array(select document_id from elsewhere)`)}))`
  const isAmongNewest = part`(select true from (${newest} limit ${maxNewest}) d
    where (d.number in (select ${numberFromId(part`document_id`)} from elsewhere)) is true limit 1)`
  return part`or case when (select count(*) <= ${maxRead} from elsewhere) then ${isAmongAll}
    else ${isAmongNewest} is not null or (${mayHaveOlder}) and ${isAmongAll} end`
}

type Parties = {
  /** All of the company, with `id`, `name`, `detail`, and what is searched and sorted by. */
  readonly rows: Part
  /** Query of those in the orders with these ids. */
  readonly idsIn: (documents: Part) => Part
  /** Query of `number`: the orders of a party, newest first; and whether it may have others, or more than are looked at. */
  readonly newest: Part
  readonly mayHaveOlder: Part
  /** Occurrences of a party, with `party` as its row: rows `d` with the `project_id` of an order, each as tables and a condition. */
  readonly occurrences: readonly Part[]
}

const parties: { readonly [kind in PartyKind]: (tx: TenantTx, actor: Actor) => Parties } = {
  client: tx => ({
    rows: part`(select k.id, k.name, null::text as detail, k.name_key as search, k.name_key from client k
      where k.company_id = ${tx.companyId})`,
    idsIn: documents => part`select distinct d.client_id from document d
      where d.company_id = ${tx.companyId} and d.id = any (${documents})`,
    ...newestWith(tx, part`d.client_id = party.id`),
    occurrences: [
      part`document d where d.company_id = ${tx.companyId} and d.project_id = any (array(
        select p.id from project p where p.company_id = ${tx.companyId} and p.client_id = party.id))`,
    ],
  }),
  provider: tx => ({
    rows: part`(select pv.id, pv.name, pv.id as detail, pv.search, pv.name_key from provider pv
      where pv.company_id = ${tx.companyId})`,
    idsIn: documents => part`select distinct d.provider_id from document d
      where d.company_id = ${tx.companyId} and d.id = any (${documents})`,
    ...newestWith(tx, part`d.provider_id = party.id`),
    occurrences: [part`document d where d.company_id = ${tx.companyId} and d.provider_id = party.id`],
  }),
  requester: (tx, actor) => ({
    rows: people(tx, actor),
    idsIn: documents => part`select distinct d.created_by from document d
      where d.company_id = ${tx.companyId} and d.id = any (${documents})`,
    ...newestWith(tx, part`d.created_by = party.id`),
    occurrences: [part`document d where d.company_id = ${tx.companyId} and d.created_by = party.id`],
  }),
  approver: (tx, actor) => ({
    rows: people(tx, actor),
    idsIn: documents => part`
      select distinct unnest(array[case when a.status <> 'void' then a.approver_id end, a.decided_by])
      from approval a where a.company_id = ${tx.companyId} and a.document_id = any (${documents})`,
    newest: part`select ${numberFromId(part`a.document_id`)} as number from approval a
      where a.company_id = ${tx.companyId} and a.approver_id = party.id and a.status <> 'void' order by a.document_id desc`,
    mayHaveOlder: part`(select count(*) > ${maxNewest} from (select from approval a
        where a.company_id = ${tx.companyId} and a.approver_id = party.id limit ${maxNewest + 1}) x)
      or (select true from approval a where a.company_id = ${tx.companyId} and a.decided_by = party.id limit 1) is not null`,
    occurrences: seats(tx),
  }),
}

const newestWith = ({ companyId }: TenantTx, isOfParty: Part): Pick<Parties, 'newest' | 'mayHaveOlder'> => ({
  newest: part`select d.number from document d where d.company_id = ${companyId} and ${isOfParty} order by d.number desc`,
  mayHaveOlder: part`(select count(*) > ${maxNewest} from (select from document d
    where d.company_id = ${companyId} and ${isOfParty} limit ${maxNewest + 1}) x)`,
})

/** Seats of the person `party`: theirs, those decided for others, and of both those whose project is not yet filled in. */
const seats = ({ companyId }: TenantTx): readonly Part[] => [
  part`approval d where d.company_id = ${companyId} and d.approver_id = party.id and d.project_id is not null
    and d.status <> 'void'`,
  part`approval d where d.company_id = ${companyId} and d.decided_by = party.id and d.project_id is not null`,
  part`approval a join document d on d.company_id = a.company_id and d.id = a.document_id
    where a.company_id = ${companyId} and a.project_id is null
      and party.id in (case when a.status <> 'void' then a.approver_id end, a.decided_by)`,
]

/** People of the company; a provider knows the name of whoever asked, and not their address. */
const people = (tx: TenantTx, actor: Actor): Part => part`(
  select a.id, trim(a.name || ' ' || a.last_name) as name,
    ${mayKnowNames(actor) ? part`a.email` : part`null::text`} as detail,
    ${mayKnowNames(actor) ? part`a.search` : part`fold(a.name || ' ' || a.last_name)`} as search,
    fold(a.name || ' ' || a.last_name) as name_key
  from member m join account a on a.id = m.user_id where m.company_id = ${tx.companyId})`
