/** Registry of the unsent forms on the screen: while there is one, live updates do not change what is around it. */
import { useEffect } from 'react'

let count = 0
/** Number of those that are stored on this device as drafts. */
let drafted = 0
const listeners = new Set<() => void>()

export const unsent = {
  is: () => count > 0,

  /** True when leaving loses nothing, because every unsent form has a draft. */
  isDrafted: () => count === drafted,

  /** Runs each time that no unsent form is left. */
  whenNone(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Registers a form while it is unsent; `hasDraft`: its content is stored on this device. */
export function useUnsent(isUnsent: boolean, hasDraft = false): void {
  useEffect(() => {
    if (!isUnsent) return
    count++
    if (hasDraft) drafted++
    return () => {
      count--
      if (hasDraft) drafted--
      if (count === 0) for (const listener of listeners) listener()
    }
  }, [isUnsent, hasDraft])
}
