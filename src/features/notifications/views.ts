import { documentsOf } from '#features/documents/views/reach.ts'
import {
  hearsOfProviders,
  mutableTopics,
  type OrderTopic,
  orderTopics,
  type ProviderTopic,
} from '#features/notifications/rules.ts'
import type { getMutedNotices, listNotices, NoticeWire } from '#features/notifications/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { nothing, part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

type NoticeRow = Pick<NoticeWire, 'id' | 'at' | 'read'> & {
  topic: OrderTopic | ProviderTopic
  subjectId: string
  subjectName: string
  /** Of an order; empty of a provider. */
  projectId: string
}

/** What was told to the person about orders and providers that they see today. */
export async function noticesOf(
  tx: TenantTx,
  actor: Actor,
  { after, limit }: QueryOf<typeof listNotices>,
): Promise<ResponseOf<typeof listNotices>> {
  const theirs = part`
    from notice n
    left join document d on d.company_id = n.company_id and d.id = n.document_id
    left join provider p on p.company_id = n.company_id and p.id = n.provider_id
    where n.company_id = ${tx.companyId} and n.user_id = ${actor.userId}
      and (d.id is not null and ${documentsOf(tx, actor)}
        ${hearsOfProviders(actor) ? part`or p.id is not null` : nothing})`
  const [found, unread] = await Promise.all([
    tx.all<NoticeRow>(sql`
      select n.id, n.topic, coalesce(d.id, p.id) as "subjectId", coalesce(d.name, p.name) as "subjectName",
        coalesce(d.project_id, '') as "projectId", n.created_at as at, n.read_at is not null as read
      ${theirs} ${after ? part`and n.id < ${after}` : nothing} order by n.id desc limit ${limit + 1}`),
    tx.one<{ count: number }>(sql`
      select count(*)::int as count from (select ${theirs} and n.read_at is null limit 100) n`),
  ])
  const items = found.slice(0, limit).map(noticeOf)
  const next = found.length > limit ? (items.at(-1)?.id ?? null) : null
  return { items, unread: unread?.count ?? 0, next }
}

function noticeOf({ topic, subjectId, subjectName, projectId, ...told }: NoticeRow): NoticeWire {
  return isOfOrder(topic)
    ? { ...told, topic, documentId: subjectId, documentName: subjectName, projectId }
    : { ...told, topic, providerId: subjectId, providerName: subjectName }
}

const isOfOrder = (topic: OrderTopic | ProviderTopic): topic is OrderTopic =>
  orderTopics.some(one => one === topic)

export async function mutedOf(tx: TenantTx, { userId }: Actor): Promise<ResponseOf<typeof getMutedNotices>> {
  const row = await tx.one<{ topics: string[] }>(sql`
    select muted_topics as topics from member where company_id = ${tx.companyId} and user_id = ${userId}`)
  return { muted: mutableTopics.filter(topic => row?.topics.includes(topic)) }
}
