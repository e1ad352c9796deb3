/** What an approver has written and not sent: kept on this device while other orders are looked at. */
import { useState } from 'react'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '#ui/draft.ts'

const keyOf = (seatId: string) => `comentario:${seatId}`
const CommentWire = z.string().max(2000)

export const keptComment = (seatId: string): string => readDraft(keyOf(seatId), CommentWire) ?? ''

export const dropComment = (seatId: string): void => dropDraft(keyOf(seatId))

export function useKeptComment(seatId: string): [comment: string, write: (comment: string) => void] {
  const [comment, setComment] = useState(() => keptComment(seatId))
  const write = (next: string) => {
    setComment(next)
    if (next.trim() === '') dropComment(seatId)
    else keepDraft(keyOf(seatId), next)
  }
  return [comment, write]
}
