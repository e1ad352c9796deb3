/** Routes of comments. */
import { addComment as add } from '#features/comments/commands.ts'
import { commentWords } from '#features/comments/text.ts'
import { commentList } from '#features/comments/views.ts'
import { addComment, listComments } from '#features/comments/wire.ts'
import { paces } from '#features/companies/rules/paces.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const commentRoutes: readonly Route[] = [
  read(listComments, (tx, actor, { params }) => commentList(tx, actor, params.documentId)),
  write({ ...addComment, pace: paces.comments }, commentWords, (tx, actor, { params, body }) =>
    add(tx, actor, params.documentId, body),
  ),
]
