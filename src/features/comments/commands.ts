/** Commenting on an order. */
import { commentFact } from '#features/comments/facts.ts'
import { type CommentRefusal, maxComments, mayAnswer, mayAsk, mayComment } from '#features/comments/rules.ts'
import {
  findConcerned,
  findQuestion,
  insertComment,
  lockCommented,
  type NewComment,
  ownFreshFiles,
} from '#features/comments/store.ts'
import type { addComment as endpoint } from '#features/comments/wire.ts'
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import type { Fact } from '#kernel/fact.ts'
import { newId } from '#kernel/ids.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Body = BodyOf<typeof endpoint>

/** Writes a comment, a question to the requester, or the answer to one. The order itself stays as it is. */
export async function addComment(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  body: Body,
): Promise<{ id: string } | Refusal<CommentRefusal>> {
  const may = mayComment(actor)
  if (may !== true) return may
  if (!(await isDocumentVisible(tx, actor, documentId))) return refuse('not_found')
  const order = await lockCommented(tx, documentId)
  if (!order) return refuse('not_found')
  const permitted = firstRefusal<CommentRefusal>(
    order.comments < maxComments ? true : refuse('too_many_comments'),
    body.isQuestion ? mayAsk(actor, order.requester) : true,
    await mayAnswerIt(tx, actor, documentId, body.answers),
    await areConcerned(tx, actor, documentId, body.mentioned),
    await areOwn(tx, actor, body.fileIds),
  )
  if (permitted !== true) return permitted
  const comment: NewComment = {
    id: newId(tx.now.getTime()),
    documentId,
    authorId: actor.userId,
    text: body.text,
    askedId: body.isQuestion && body.answers === null ? order.requester.userId : null,
    answers: body.answers,
    mentioned: [...new Set(body.mentioned)],
    fileIds: [...new Set(body.fileIds)],
  }
  await insertComment(tx, comment)
  await record(tx, actor, factFromComment(comment))
  return { id: comment.id }
}

function factFromComment({ id, documentId, text, askedId, answers, mentioned, fileIds }: NewComment): Fact {
  const said = { commentId: id, mentioned, fileIds }
  if (askedId !== null)
    return commentFact('comment.asked', documentId, { after: { ...said, askedId }, reason: text })
  if (answers !== null)
    return commentFact('comment.answered', documentId, { after: { ...said, answers }, reason: text })
  return commentFact('comment.added', documentId, { after: said, reason: text })
}

async function mayAnswerIt(tx: TenantTx, actor: Actor, documentId: string, answers: string | null) {
  return answers === null || mayAnswer(actor, await findQuestion(tx, documentId, answers))
}

async function areConcerned(tx: TenantTx, actor: Actor, documentId: string, mentioned: readonly string[]) {
  if (mentioned.length === 0) return true
  const concerned = new Set((await findConcerned(tx, actor, documentId)).map(({ userId }) => userId))
  return mentioned.every(userId => concerned.has(userId)) || refuse('person_not_concerned')
}

async function areOwn(tx: TenantTx, actor: Actor, fileIds: readonly string[]) {
  if (fileIds.length === 0) return true
  const own = await ownFreshFiles(tx, actor.userId, fileIds)
  return fileIds.every(id => own.has(id)) || refuse('file_not_yours')
}
