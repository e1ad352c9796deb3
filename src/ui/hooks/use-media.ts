import { useSyncExternalStore } from 'react'

/**
 * True while a media query holds; renders again when that changes. Paper is no other screen: what is printed is what was
 * shown, and a layout that changed in the middle would leave blank pages.
 */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    changed => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => {
      const known = onScreen.get(query)
      if (known !== undefined && matchMedia('print').matches) return known
      const { matches } = matchMedia(query)
      onScreen.set(query, matches)
      return matches
    },
  )
}

/** Last answer of each query on a screen. */
const onScreen = new Map<string, boolean>()

export const useIsPhone = () => useMedia('(width < 48rem)')
