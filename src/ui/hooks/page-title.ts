/** Title of the window, where a screen knows better than its route: the name of what it shows. */
import { useEffect, useSyncExternalStore } from 'react'

let ownTitle: string | null = null
const listeners = new Set<() => void>()

/** Sets the title of the window while the screen is mounted; undefined leaves it to the route. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    setOwnTitle(title ?? null)
    return () => setOwnTitle(null)
  }, [title])
}

/** The title that the screen has set; null when it has set none. */
export function useOwnTitle(): string | null {
  return useSyncExternalStore(subscribe, () => ownTitle)
}

function setOwnTitle(title: string | null): void {
  ownTitle = title
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
