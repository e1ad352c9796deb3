/**
 * Comments on orders: whoever sees an order says something about it, names people whom it concerns, or asks its requester
 * something without returning the order. A provider's people neither read nor write them: they speak of who approves.
 */
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

export const longestComment = 2000
export const maxMentioned = 10
export const maxFiles = 5
/** Comments of one order. */
export const maxComments = 500

export type CommentRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'own_order'
  | 'requester_gone'
  | 'requester_of_provider'
  | 'question_answered'
  | 'person_not_concerned'
  | 'file_not_yours'
  | 'too_many_comments'

/** True for somebody who reads the comments of the orders that they see. */
export const readsComments = ({ providerId }: Pick<Actor, 'providerId'>): boolean => providerId === null

/** Permission to comment on an order that one sees. */
export function mayComment(
  actor: Pick<Actor, 'providerId' | 'companySuspended'>,
): true | Refusal<CommentRefusal> {
  if (!readsComments(actor)) return refuse('forbidden')
  return actor.companySuspended ? refuse('company_suspended') : true
}

/** The person who asked for an order. */
export type Requester = {
  readonly userId: string
  /** True for a member who is active and can sign in. */
  readonly isThere: boolean
  readonly isOfProvider: boolean
}

/** Permission to ask the requester of an order something. */
export const mayAsk = (
  actor: Pick<Actor, 'userId' | 'providerId' | 'companySuspended'>,
  requester: Requester,
): true | Refusal<CommentRefusal> =>
  firstRefusal<CommentRefusal>(
    mayComment(actor),
    requester.userId === actor.userId ? refuse('own_order') : true,
    requester.isOfProvider ? refuse('requester_of_provider') : true,
    requester.isThere ? true : refuse('requester_gone'),
  )

/** Permission to answer a question of an order: once. */
export const mayAnswer = (
  actor: Pick<Actor, 'providerId' | 'companySuspended'>,
  question: { readonly isQuestion: boolean; readonly isAnswered: boolean } | null,
): true | Refusal<CommentRefusal> =>
  firstRefusal<CommentRefusal>(
    mayComment(actor),
    question?.isQuestion ? true : refuse('not_found'),
    question?.isAnswered ? refuse('question_answered') : true,
  )
