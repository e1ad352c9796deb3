/** Registry of the unsent forms on the screen: while there is one, live updates do not change what is around it. */
import { useEffect } from 'react'

let count = 0
/** Number of those that are stored on this device as drafts. */
let kept = 0
const listeners = new Set<() => void>()

export const unsent = {
  is: () => count > 0,

  /** True when leaving loses nothing, because every unsent form has a draft. */
  isKept: () => count === kept,

  /** Runs each time that no unsent form is left. */
  whenNone(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Registers an unsent form while `when` is true. */
export function useUnsent(when: boolean, isKept = false): void {
  useEffect(() => {
    if (!when) return
    count++
    if (isKept) kept++
    return () => {
      count--
      if (isKept) kept--
      if (count === 0) for (const listener of listeners) listener()
    }
  }, [when, isKept])
}
