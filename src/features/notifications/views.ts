import type { listNotices, NoticeWire } from '#features/notifications/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { sql } from '#server/sql.ts'
import type { TenantTx } from '#server/tenant.ts'

export async function noticesOf(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof listNotices>> {
  const [items, unread] = await Promise.all([
    tx.all<NoticeWire>(sql`
      select n.id, n.topic, d.id as "documentId", d.name as "documentName", d.project_id as "projectId",
        n.created_at as at, n.read_at is not null as read
      from notice n join document d on d.company_id = n.company_id and d.id = n.document_id
      where n.company_id = ${tx.companyId} and n.user_id = ${actor.userId} order by n.id desc limit 30`),
    tx.one<{ count: number }>(sql`
      select count(*)::int as count from (select from notice where company_id = ${tx.companyId}
        and user_id = ${actor.userId} and read_at is null limit 100) n`),
  ])
  return { items, unread: unread?.count ?? 0 }
}
