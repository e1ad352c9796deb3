/** Rows of comments, and what their rules need of an order. */
import type { Requester } from '#features/comments/rules.ts'
import { companysToday, executesInPlace } from '#features/delegations/scope.ts'
import { holders } from '#features/projects/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** An order with its requester, locked against other comments, so that its questions are answered once. */
export async function lockCommented(
  tx: TenantTx,
  documentId: string,
): Promise<{ requester: Requester; comments: number } | null> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:comments:${documentId}`}, 0))`,
  )
  const found = await tx.one<Requester & { comments: number }>(sql`
    select d.created_by as "userId", m.active and who.active as "isThere", m.provider_id is not null as "isOfProvider",
      (select count(*)::int from order_comment c where c.company_id = d.company_id and c.document_id = d.id) as comments
    from document d
    join member m on m.company_id = d.company_id and m.user_id = d.created_by
    join account who on who.id = m.user_id
    where d.company_id = ${tx.companyId} and d.id = ${documentId}`)
  if (!found) return null
  const { comments, ...requester } = found
  return { requester, comments }
}

/** A comment of the order that may be answered; null when it has none with the id. */
export function findQuestion(
  tx: TenantTx,
  documentId: string,
  id: string,
): Promise<{ isQuestion: boolean; isAnswered: boolean; authorId: string } | null> {
  return tx.one(sql`
    select c.asked_id is not null as "isQuestion", c.author_id as "authorId", exists (select from order_comment a
      where a.company_id = c.company_id and a.answers = c.id) as "isAnswered"
    from order_comment c where c.company_id = ${tx.companyId} and c.document_id = ${documentId} and c.id = ${id}`)
}

/**
 * Query of the people with a part in an order: its requester, its approvers and who decided for them, whoever may execute
 * it, whoever has commented on it, and, for people of the company, its administrators. None of a provider.
 */
const concernedPeople = (tx: TenantTx, actor: Pick<Actor, 'clientId'>, documentId: string) => part`
  select distinct m.user_id as "userId", trim(who.name || ' ' || who.last_name) as name
  from document d
  join member m on m.company_id = d.company_id and m.active and m.provider_id is null
    and (m.client_id is null or m.client_id = d.client_id)
  join account who on who.id = m.user_id and who.active
  where d.company_id = ${tx.companyId} and d.id = ${documentId} and (
    m.user_id = d.created_by
    or exists (select from approval a where a.company_id = d.company_id and a.document_id = d.id
      and a.revision = d.revision and a.status <> 'void' and m.user_id in (a.approver_id, a.decided_by))
    or exists (select from (${holders(tx.companyId, 'execute')}) h
      where h.project_id = d.project_id and h.user_id = m.user_id)
    or ${executesInPlace(companysToday(tx), part`m.user_id`, part`d`)}
    or exists (select from order_comment c where c.company_id = d.company_id and c.document_id = d.id
      and c.author_id = m.user_id)
    ${actor.clientId === null ? part`or who.role = 'admin'` : part``})`

export const findConcerned = (
  tx: TenantTx,
  actor: Pick<Actor, 'clientId' | 'userId'>,
  documentId: string,
): Promise<{ userId: string; name: string }[]> =>
  tx.all(sql`
    select * from (${concernedPeople(tx, actor, documentId)}) people
    where "userId" <> ${actor.userId} order by name, "userId" limit 200`)

/** Ids of these files that the person has uploaded and nobody has used yet. */
export async function ownFreshFiles(
  tx: TenantTx,
  userId: string,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tx.all<{ id: string }>(sql`
    select id from file where company_id = ${tx.companyId} and id = any (${[...fileIds]}::uuid[])
      and uploaded_by = ${userId} for key share`)
  return new Set(found.map(({ id }) => id))
}

export type NewComment = {
  readonly id: string
  readonly documentId: string
  readonly authorId: string
  readonly text: string
  readonly askedId: string | null
  readonly answers: string | null
  readonly mentioned: readonly string[]
  readonly fileIds: readonly string[]
}

export async function insertComment(tx: TenantTx, comment: NewComment): Promise<void> {
  const { id, documentId, authorId, text, askedId, answers, mentioned, fileIds } = comment
  await tx.runOne(sql`
    insert into order_comment (company_id, id, document_id, author_id, text, asked_id, answers, mentioned, created_at)
    values (${tx.companyId}, ${id}, ${documentId}, ${authorId}, ${text}, ${askedId}, ${answers},
      ${[...mentioned]}::uuid[], ${tx.now})`)
  if (fileIds.length > 0)
    await tx.insert(
      fileIds.map((fileId, index) => [tx.companyId, id, index + 1, fileId]),
      values =>
        sql`insert into comment_attachment (company_id, comment_id, position, file_id) values ${values}`,
    )
}
