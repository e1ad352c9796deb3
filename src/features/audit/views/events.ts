/** Read model of a company's journal, for its administrators. */
import { eventList } from '#features/audit/list.ts'
import { objectPage } from '#features/audit/rules/object-page.ts'
import { mayAudit } from '#features/audit/rules.ts'
import { objectName } from '#features/audit/text/object-name.ts'
import { actionsInGroup, eventSentence } from '#features/audit/text.ts'
import { type ToldObject, toldObject } from '#features/audit/views/objects.ts'
import type { AuditEventDetailWire, AuditEventWire, listEvents } from '#features/audit/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { isUuid } from '#kernel/ids.ts'
import type { FilterValues } from '#kernel/list.ts'
import { firstIdSince } from '#server/database/instant-id.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { filteredBy } from '#server/database/list-filter.ts'
import { type Part, part, search, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type EventFilters = FilterValues<typeof eventList>

type Content = { readonly [fact: string]: unknown } | null

type Row = Omit<AuditEventWire, 'sentence' | 'seal' | 'objectName'> & {
  object: ToldObject | null
  sequence: bigint | null
  hash: string | null
  before: Content
  after: Content
  requestId: string | null
  sealedAt: string | null
  sort_key: string
}

/** A page of the journal, newest first; null for an actor who may not read it. */
export async function eventPage(
  tx: TenantTx,
  actor: Actor,
  { after, limit, ...filters }: QueryOf<typeof listEvents>,
): Promise<{ items: AuditEventDetailWire[]; next: string | null } | null> {
  if (mayAudit(actor) !== true) return null
  const id = part`e.id`
  const page = keysetPage(eventList, { sort: '-date', after, limit }, { id, keys: { date: id } })
  const found = await tx.all<Row>(search`
    with e as (${eventsIn(
      filters,
      part`e.company_id = ${tx.companyId} ${filtered(actor, filters)} ${page.afterCursor}
      order by ${page.orderBy()} limit ${page.limitPlusOne}`,
    )})
    ${selectWithNames} order by ${page.orderBy()} limit ${page.limitPlusOne}`)
  const { rows, next } = page.cutPage(found)
  return { items: rows.map(row => eventFromRow(actor, row)), next }
}

export async function eventDetail(
  tx: TenantTx,
  actor: Actor,
  eventId: string,
): Promise<AuditEventDetailWire | null> {
  if (mayAudit(actor) !== true) return null
  const found = await tx.one<Row>(sql`
    with e as (select * from event e where e.company_id = ${tx.companyId} and e.id = ${eventId}) ${selectWithNames}`)
  return found && eventFromRow(actor, found)
}

export async function eventTotal(tx: TenantTx, actor: Actor, filters: EventFilters): Promise<number> {
  const found = await tx.one<{ total: number }>(
    search`select count(*)::int as total from event e where e.company_id = ${tx.companyId} ${filtered(actor, filters)}`,
  )
  return found?.total ?? 0
}

/** Conditions of the filters, each with its `and`; expects `event` as `e`. Days begin and end in the company's time zone, and ids are in the order of time. */
const filtered = ({ zone }: Actor, filters: EventFilters) =>
  filteredBy(eventList, filters, {
    actorId: id => part`e.actor_id = ${id}`,
    group: group => part`e.action = any (${actionsInGroup(group)})`,
    object: id => part`e.object_id = ${isUuid(id.toLowerCase()) ? id.toLowerCase() : id.toUpperCase()}`,
    from: day => part`e.id >= ${firstIdSince(part`${day}::date::timestamp at time zone ${zone}`)}`,
    to: day => part`e.id < ${firstIdSince(part`(${day}::date + 1)::timestamp at time zone ${zone}`)}`,
    delegated: () => part`e.on_behalf_of is not null`,
  })

/** Events for a page. For a group, a page of each of its actions, so that each is read by its index; the caller cuts them to one page. */
function eventsIn({ group, actorId, object }: EventFilters, page: Part): Part {
  if (!group || actorId || object) return part`select * from event e where ${page}`
  return part`select e.* from unnest(${actionsInGroup(group)}::text[]) one (action)
    cross join lateral (select * from event e where e.action = one.action and ${page}) e`
}

/** Select of the rows of a page, from a `with e` of its events: adds the names of their people, their object, and the seal. */
const selectWithNames = part`
  select e.id, e.id::text as sort_key, e.at, coalesce(e.actor_name, nullif(trim(who.name || ' ' || who.last_name), '')) as "actorName",
    coalesce(e.on_behalf_of_name, nullif(trim(b.name || ' ' || b.last_name), '')) as "onBehalfOfName",
    e.action, e.object_type as "objectType", e.object_id as "objectId", ${toldObject} as object,
    e.reason, e.before, e.after, e.request_id as "requestId",
    case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as "apiToken",
    s.sequence, s.hash, s.sealed_at as "sealedAt"
  from e
  left join account who on who.id = e.actor_id
  left join account b on b.id = e.on_behalf_of
  left join api_token t on t.company_id = e.company_id and t.id::text = e.after ->> 'apiTokenId'
  left join event_seal s on s.company_id = e.company_id and s.event_id = e.id`

function eventFromRow(
  { zone, role }: Actor,
  { sequence, hash, sort_key: _, object, ...row }: Row,
): AuditEventDetailWire {
  const { action, after, objectType: type, objectId: id } = row
  return {
    ...row,
    sentence: eventSentence(action, after),
    objectName: object === null ? null : objectName(object.name, zone),
    objectPage: objectPage({ type, id, place: object?.place ?? null }, role),
    seal: sequence === null || hash === null ? null : { sequence: Number(sequence), hash },
  }
}
