/** Whether somebody is in the middle of writing something: what is around it then keeps still. */
import { useEffect } from 'react'

let count = 0
const listeners = new Set<() => void>()

export const unsent = {
  is: () => count > 0,

  /** Runs each time that nothing is left unsent. */
  whenNone(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** While `when`, what is on the screen has something in it that has not been sent. */
export function useUnsent(when: boolean): void {
  useEffect(() => {
    if (!when) return
    count++
    return () => {
      count--
      if (count === 0) for (const listener of listeners) listener()
    }
  }, [when])
}
