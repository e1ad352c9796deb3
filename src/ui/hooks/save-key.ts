import { useEffect, useEffectEvent } from 'react'
import { isUnderDialog } from '#ui/dialogs/layers.ts'

/** Saves by Ctrl+S or ⌘S, wherever the person types; not behind a dialog, where the key does nothing. */
export function useSaveKey(save: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    if (!isUnderDialog()) save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
