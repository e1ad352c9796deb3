import { useEffect, useRef, useState } from 'react'

/**
 * The value as it was when the pointer last went down, until it is up again: what appears or vanishes in between would
 * move a button away from under the finger, and the press would be lost.
 */
export function useUnpressed<T>(value: T): T {
  const [held, setHeld] = useState<{ readonly value: T } | null>(null)
  const latest = useRef(value)
  latest.current = value
  useEffect(() => {
    const hold = () => setHeld({ value: latest.current })
    // The click comes right after the pointer is up.
    const release = () => void setTimeout(() => setHeld(null))
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerdown', hold, { signal, capture: true })
    for (const type of ['pointerup', 'pointercancel'])
      document.addEventListener(type, release, { signal, capture: true })
    return () => listening.abort()
  }, [])
  return held ? held.value : value
}
