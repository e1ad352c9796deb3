import { documentVisibleTo } from '#features/documents/scope.ts'
import { mailKinds } from '#features/notifications/rules/reminders.ts'
import {
  type CompanyTopic,
  companyTopics,
  type DelegationTopic,
  delegationTopics,
  type FactTopic,
  hearsOfCompany,
  hearsOfProviders,
  mutableTopics,
  type OrderTopic,
  orderTopics,
  type ProjectTopic,
  projectTopics,
} from '#features/notifications/rules.ts'
import type { getMutedMails } from '#features/notifications/wire/mails.ts'
import type { getMutedNotices, listNotices, NoticeWire } from '#features/notifications/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import type { FactorPolicy } from '#kernel/second-factor.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type NoticeRow = Pick<NoticeWire, 'id' | 'at' | 'read'> & {
  topic: FactTopic
  subjectId: string
  subjectName: string
  /** Project of an order; empty for any other subject. */
  projectId: string
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

/** Notices of the person about what they may still see today; `unread` counts to 100. */
export async function readNoticePage(
  tx: TenantTx,
  actor: Actor,
  { after, limit }: QueryOf<typeof listNotices>,
): Promise<ResponseOf<typeof listNotices>> {
  const mayStillSee = part`(
    d.id is not null and ${documentVisibleTo(tx, actor)}
    ${hearsOfProviders(actor) ? part`or p.id is not null` : nothing}
    or g.id is not null
    ${hearsOfCompany(actor) ? part`or n.topic = any (${[...companyTopics]}::text[])` : nothing}
    or j.id is not null and (${actor.role === 'admin'} or j.client_id = ${actor.clientId}))`
  const theirs = part`
    from notice n
    left join document d on d.company_id = n.company_id and d.id = n.document_id
    left join provider p on p.company_id = n.company_id and p.id = n.provider_id
    left join project j on j.company_id = n.company_id and j.id = n.project_id
    left join delegation g on g.company_id = n.company_id and g.id = n.delegation_id
    left join account principal on principal.id = g.from_user
    left join account substitute on substitute.id = g.to_user
    where n.company_id = ${tx.companyId} and n.user_id = ${actor.userId}
      and ${mayStillSee}`
  const [found, unread] = await Promise.all([
    tx.all<NoticeRow>(sql`
      select n.id, n.topic, coalesce(d.id, p.id, j.id, g.id::text, '') as "subjectId",
        coalesce(d.name, p.name, j.name, trim(substitute.name || ' ' || substitute.last_name), '') as "subjectName",
        coalesce(d.project_id, '') as "projectId",
        ${actor.providerId === null ? part`n.facts ->> 'holders'` : part`null`} as holders,
        coalesce(n.facts ->> 'name', '') as "byName", n.facts ->> 'policy' as policy, 
        coalesce(trim(principal.name || ' ' || principal.last_name), '') as "principalName",
        coalesce(g.starts_on::text, '') as "startsOn", coalesce(g.ends_on::text, '') as "endsOn", n.created_at as at, n.read_at is not null as read
      ${theirs} ${after ? part`and n.id < ${after}` : nothing} order by n.id desc limit ${limit + 1}`),
    tx.one<{ count: number }>(sql`
      select count(*)::int as count from (select ${theirs} and n.read_at is null limit 100) n`),
  ])
  const items = found.slice(0, limit).map(toWire)
  const next = found.length > limit ? (items.at(-1)?.id ?? null) : null
  return { items, unread: unread?.count ?? 0, next }
}

function toWire({ topic, subjectId: id, subjectName: name, ...row }: NoticeRow): NoticeWire {
  const common = { id: row.id, at: row.at, read: row.read }
  if (isOfOrder(topic))
    return {
      ...common,
      topic,
      documentId: id,
      documentName: name,
      projectId: row.projectId,
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
