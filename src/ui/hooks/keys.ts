import { useEffect, useEffectEvent } from 'react'

export type Keys = { readonly [key: string]: () => void }

/**
 * Single keys that act on the whole screen: not while something is typed, nor behind a dialog. A key held down
 * acts once, unless it is in `repeating`. `isLast`: only keys that no screen has handled.
 */
export function useKeys(keys: Keys, repeating: readonly string[] = [], isLast = false): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined || isElsewhere(event)) return
    event.preventDefault()
    if (!event.repeat || repeating.includes(event.key)) act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    if (!isLast) {
      document.addEventListener('keydown', listen)
      return () => document.removeEventListener('keydown', listen)
    }
    // An event reaches the window after the document, whichever listener was added first.
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isLast])
}

const patienceMs = 1500

/** Handles the one key that follows another before any screen does: 'g' and then 'p'. */
export function subscribeNextKey(act: (key: string) => void): void {
  const stop = () => {
    window.removeEventListener('keydown', listen, true)
    clearTimeout(timer)
  }
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Shift') return
    stop()
    if (isElsewhere(event)) return
    event.preventDefault()
    event.stopPropagation()
    act(event.key)
  }
  const timer = setTimeout(stop, patienceMs)
  window.addEventListener('keydown', listen, true)
}

function isElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"]), textarea, select, [role="textbox"]'))
  return isTyping || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
}
