import { useSyncExternalStore } from 'react'

/**
 * True while a media query holds; renders again when that changes. Paper is no other screen: what is printed is what was
 * shown, and a layout that changed in the middle would leave blank pages.
 */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    changed => {
      // The end of printing too: a change that came meanwhile was not shown.
      const lists = [matchMedia(query), matchMedia('print')]
      for (const list of lists) list.addEventListener('change', changed)
      return () => {
        for (const list of lists) list.removeEventListener('change', changed)
      }
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
