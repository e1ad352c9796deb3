/** Wire of comments, and of the calls that list and write them. */
import { z } from 'zod'
import { longestComment, maxFiles, maxMentioned } from '#features/comments/rules.ts'
import { AttachmentWire, DocumentParams } from '#features/documents/wire.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, InstantWire, textWire, UuidWire } from '#kernel/wire.ts'

/** A comment on an order: it is never changed. */
export const CommentWire = z.object({
  id: z.string(),
  at: InstantWire,
  authorId: z.string(),
  authorName: z.string(),
  text: z.string(),
  /** Names of the people whom it mentions. */
  mentioned: z.array(z.string()),
  files: z.array(AttachmentWire),
  /** Name of the requester whom a question asks; null for a comment. */
  askedName: z.string().nullable(),
  /** Id of the question that this comment answers. */
  answers: z.string().nullable(),
  /** True for a question that nobody has answered. */
  isOpen: z.boolean(),
  can: z.object({ answer: AbilityWire }),
})
export type CommentWire = z.infer<typeof CommentWire>

/** Somebody whom a comment may mention: they see the order and have a part in it. */
export const ConcernedPersonWire = z.object({ userId: z.string(), name: z.string() })
export type ConcernedPersonWire = z.infer<typeof ConcernedPersonWire>

export const listComments = endpoint({
  id: 'listComments',
  method: 'GET',
  path: '/api/documents/:documentId/comments',
  summary: 'Comments on an order, the oldest first, for the company and its client.',
  params: DocumentParams,
  response: z.object({
    items: z.array(CommentWire),
    people: z.array(ConcernedPersonWire),
    /** Name of whoever asked for the order. */
    requesterName: z.string(),
    can: z.object({ comment: AbilityWire, ask: AbilityWire }),
  }),
})

/** A new comment. */
export const NewCommentWire = z.object({
  text: textWire(longestComment).pipe(z.string('Escribe el mensaje')),
  /** Ids of the people who are told by name. */
  mentioned: z.array(UuidWire).max(maxMentioned, `Como máximo ${maxMentioned} personas`).default([]),
  /** Ids of files that the person has uploaded. */
  fileIds: z.array(UuidWire).max(maxFiles, `Como máximo ${maxFiles} archivos`).default([]),
  /** True for a question to whoever asked for the order, who is told of it at once. The order stays where it is. */
  isQuestion: z.boolean().default(false),
  /** Id of the question that this comment answers. */
  answers: UuidWire.nullable().default(null),
})

export const addComment = endpoint({
  id: 'addComment',
  method: 'POST',
  path: '/api/documents/:documentId/comments',
  summary: 'Comments on an order, asks its requester something, or answers what was asked.',
  params: DocumentParams,
  body: NewCommentWire,
  response: z.object({ id: z.string() }),
  refusals: [
    'company_suspended',
    'own_order',
    'requester_gone',
    'requester_of_provider',
    'question_answered',
    'person_not_concerned',
    'file_not_yours',
    'too_many_comments',
  ],
  idempotent: true,
})
