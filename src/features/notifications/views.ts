/** Notices of a person, page by page, with the number of unread ones. */
import { documentVisibleTo } from '#features/documents/scope.ts'
import { mailKinds } from '#features/notifications/rules/reminders.ts'
import {
  type CompanyTopic,
  companyTopics,
  type DelegationTopic,
  delegationTopics,
  type FactTopic,
  groupedFrom,
  hearsOfCompany,
  hearsOfProviders,
  mutableTopics,
  type OrderTopic,
  orderTopics,
  type ProjectTopic,
  projectTopics,
} from '#features/notifications/rules.ts'
import { isResolved } from '#features/notifications/scope.ts'
import type { getMutedMails } from '#features/notifications/wire/mails.ts'
import type { getMutedNotices, listNotices, NoticeWire } from '#features/notifications/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import type { FactorPolicy } from '#kernel/second-factor.ts'
import { nothing, type Part, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type NoticeRow = Pick<NoticeWire, 'id' | 'at' | 'read'> & {
  topic: FactTopic
  subjectId: string
  subjectName: string
  /** Project of an order; empty for any other subject. */
  projectId: string
  clientName: string | null
  /** Number of current notices of its topic and client. */
  alike: number
  holders: string | null
  /** Person who caused it, of a project's or the company's notices. */
  byName: string
  /** Null but for the company's notices. */
  policy: FactorPolicy | null
  /** Principal, of a delegation's notices. */
  principalName: string
  startsOn: string
  endsOn: string
}

/** Most current notices that are looked at, to show many of one kind as one. */
const mostCurrent = 200

/** Most of the last notices among which current and unread ones are looked for. */
const mostLookedAt = 2000

/**
 * Notices of the person about what they may still see today; `unread` counts to 100. A resolved one is read, whether
 * the person opened it or not.
 */
export async function readNoticePage(
  tx: TenantTx,
  actor: Actor,
  { after, limit, which }: QueryOf<typeof listNotices>,
): Promise<ResponseOf<typeof listNotices>> {
  const mayStillSee = part`(
    d.id is not null and ${documentVisibleTo(tx, actor)}
    ${hearsOfProviders(actor) ? part`or p.id is not null` : nothing}
    or g.id is not null
    ${hearsOfCompany(actor) ? part`or n.topic = any (${[...companyTopics]}::text[])` : nothing}
    or j.id is not null and (${actor.role === 'admin'} or j.client_id = ${actor.clientId}))`
  const isCurrent = which === 'current'
  const theirs = (notices: Part) => part`
    from ${notices} n
    left join document d on d.company_id = n.company_id and d.id = n.document_id
    left join provider p on p.company_id = n.company_id and p.id = n.provider_id
    left join project j on j.company_id = n.company_id and j.id = n.project_id
    left join delegation g on g.company_id = n.company_id and g.id = n.delegation_id
    left join account principal on principal.id = g.from_user
    left join account substitute on substitute.id = g.to_user
    where n.company_id = ${tx.companyId} and n.user_id = ${actor.userId}
      and ${mayStillSee}`
  /** The last ones alone: among a million, whoever has decided all would look for what is current in each. */
  const last = (which: Part) => part`(select * from notice n where n.company_id = ${tx.companyId}
    and n.user_id = ${actor.userId} ${which} order by n.id desc limit ${mostLookedAt})`
  const resolved = isResolved(tx, actor)
  const isProvider = actor.providerId !== null
  const [found, unread] = await Promise.all([
    tx.all<NoticeRow>(sql`
      with found as (
        select n.id, n.topic, coalesce(d.id, p.id, j.id, g.id::text, '') as "subjectId",
          coalesce(d.name, p.name, j.name, trim(substitute.name || ' ' || substitute.last_name), '') as "subjectName",
          coalesce(d.project_id, '') as "projectId", d.client_id,
          ${
            isProvider
              ? part`null`
              : part`(select k.name from client k
            where k.company_id = d.company_id and k.id = d.client_id)`
          } as "clientName",
          ${isProvider ? part`null` : part`n.facts ->> 'holders'`} as holders,
          coalesce(n.facts ->> 'name', '') as "byName", n.facts ->> 'policy' as policy,
          coalesce(trim(principal.name || ' ' || principal.last_name), '') as "principalName",
          coalesce(g.starts_on::text, '') as "startsOn", coalesce(g.ends_on::text, '') as "endsOn",
          n.created_at as at, n.read_at is not null or ${resolved} as read
        ${theirs(isCurrent ? last(nothing) : part`notice`)} ${after ? part`and n.id < ${after}` : nothing} ${isCurrent ? part`and not ${resolved}` : nothing}
        order by n.id desc limit ${isCurrent ? mostCurrent : limit + 1}),
      counted as (
        select f.*, count(*) over alike as many, row_number() over (alike order by f.id desc) as place,
          bool_and(f.read) over alike as are_read
        from found f window alike as (partition by f.topic, f.client_id))
      select id, topic, "subjectId", "subjectName", "projectId", "clientName", holders, "byName", policy,
        "principalName", "startsOn", "endsOn", at, case when ${isGrouped(isCurrent)} then are_read else read end as read,
        case when ${isGrouped(isCurrent)} then many else 1 end::int as alike
      from counted where not ${isGrouped(isCurrent)} or place = 1
      order by id desc limit ${limit + 1}`),
    tx.one<{ count: number }>(sql`
      select count(*)::int as count from (
        select ${theirs(last(part`and n.read_at is null`))} and not ${resolved} limit 100) n`),
  ])
  const items = found.slice(0, limit).map(toWire)
  const next = found.length > limit ? (items.at(-1)?.id ?? null) : null
  return { items, unread: unread?.count ?? 0, next }
}

/** Predicate: the notice stands for all of its topic and client. */
const isGrouped = (isCurrent: boolean) =>
  isCurrent ? part`(client_id is not null and many >= ${groupedFrom})` : part`false`

function toWire({ topic, subjectId: id, subjectName: name, ...row }: NoticeRow): NoticeWire {
  const common = { id: row.id, at: row.at, read: row.read }
  if (isOfOrder(topic))
    return {
      ...common,
      topic,
      documentId: id,
      documentName: name,
      projectId: row.projectId,
      alike: row.alike,
      clientName: row.clientName,
      holders: row.holders,
    }
  if (isOfProject(topic)) return { ...common, topic, projectId: id, projectName: name, byName: row.byName }
  if (isOfCompany(topic)) return { ...common, topic, policy: row.policy ?? 'nobody', byName: row.byName }
  if (isOfDelegation(topic)) {
    const { principalName, startsOn, endsOn } = row
    return { ...common, topic, delegationId: id, substituteName: name, principalName, startsOn, endsOn }
  }
  return { ...common, topic, providerId: id, providerName: name }
}

const isOfOrder = (topic: FactTopic): topic is OrderTopic => orderTopics.some(one => one === topic)

const isOfProject = (topic: FactTopic): topic is ProjectTopic => projectTopics.some(one => one === topic)

const isOfCompany = (topic: FactTopic): topic is CompanyTopic => companyTopics.some(one => one === topic)

const isOfDelegation = (topic: FactTopic): topic is DelegationTopic =>
  delegationTopics.some(one => one === topic)

export async function readMutedTopics(
  tx: TenantTx,
  { userId }: Actor,
): Promise<ResponseOf<typeof getMutedNotices>> {
  const row = await tx.one<{ topics: string[] }>(sql`
    select muted_topics as topics from member where company_id = ${tx.companyId} and user_id = ${userId}`)
  return { muted: mutableTopics.filter(topic => row?.topics.includes(topic)) }
}

export async function readMutedMails(
  tx: TenantTx,
  { userId }: Actor,
): Promise<ResponseOf<typeof getMutedMails>> {
  const row = await tx.one<{ kinds: string[] }>(sql`
    select muted_mails as kinds from member where company_id = ${tx.companyId} and user_id = ${userId}`)
  return { muted: mailKinds.filter(kind => row?.kinds.includes(kind)) }
}
