import { documentsOf } from '#features/documents/views/reach.ts'
import type { listNotices, NoticeWire } from '#features/notifications/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import { nothing, part, sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

/** What was told to the person about orders that they see today. */
export async function noticesOf(
  tx: TenantTx,
  actor: Actor,
  { after, limit }: QueryOf<typeof listNotices>,
): Promise<ResponseOf<typeof listNotices>> {
  const theirs = part`
    from notice n join document d on d.company_id = n.company_id and d.id = n.document_id
    where n.company_id = ${tx.companyId} and n.user_id = ${actor.userId} and ${documentsOf(actor)}`
  const [found, unread] = await Promise.all([
    tx.all<NoticeWire>(sql`
      select n.id, n.topic, d.id as "documentId", d.name as "documentName", d.project_id as "projectId",
        n.created_at as at, n.read_at is not null as read
      ${theirs} ${after ? part`and n.id < ${after}` : nothing} order by n.id desc limit ${limit + 1}`),
    tx.one<{ count: number }>(sql`
      select count(*)::int as count from (select ${theirs} and n.read_at is null limit 100) n`),
  ])
  const items = found.slice(0, limit)
  const next = found.length > limit ? (items.at(-1)?.id ?? null) : null
  return { items, unread: unread?.count ?? 0, next }
}
