/** Whether somebody is in the middle of writing something: what is around it then keeps still. */
import { useEffect } from 'react'

let count = 0
/** Of them, those that stay on this device as a draft. */
let kept = 0
const listeners = new Set<() => void>()

export const unsent = {
  is: () => count > 0,

  /** Whether leaving loses nothing of it. */
  isKept: () => count === kept,

  /** Runs each time that nothing is left unsent. */
  whenNone(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** While `when`, what is on the screen has something in it that has not been sent. */
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
