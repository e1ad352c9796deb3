/** Title of the window, where a screen knows better than its route: the name of what it shows. */
import { useEffect, useSyncExternalStore } from 'react'

let own: string | null = null
const listeners = new Set<() => void>()

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    become(title ?? null)
    return () => become(null)
  }, [title])
}

export function useOwnTitle(): string | null {
  return useSyncExternalStore(subscribe, () => own)
}

function become(title: string | null): void {
  own = title
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
