import { useRef } from 'react'
import { newId } from '#kernel/ids.ts'
import { ApiProblem } from '#ui/api.ts'

/**
 * Idempotency key of a write, unchanged while the same content is being sent: a person who tries again after a
 * dropped connection cannot act twice. A definite answer ends the submission.
 */
export function useSubmission(): <T>(content: unknown, send: (key: string) => Promise<T>) => Promise<T> {
  const open = useRef<{ key: string; content: string } | null>(null)
  return async (content, send) => {
    const text = JSON.stringify(content) ?? ''
    if (open.current?.content !== text) open.current = { key: newId(), content: text }
    try {
      const answer = await send(open.current.key)
      open.current = null
      return answer
    } catch (error) {
      if (isDefinite(error)) open.current = null
      throw error
    }
  }
}

function isDefinite(error: unknown): boolean {
  return error instanceof ApiProblem && error.problem.status < 500
}
