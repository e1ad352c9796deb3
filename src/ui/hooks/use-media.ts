import { useSyncExternalStore } from 'react'

/** True while a media query holds; renders again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    changed => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

export const useIsPhone = () => useMedia('(width < 48rem)')
