import { useEffect, useEffectEvent } from 'react'

export type Keys = { readonly [key: string]: () => void }

/**
 * Single keys that act on the whole screen: not while something is typed, nor behind a dialog. A key held down
 * acts once, unless it is in `repeating`. `isFallback`: only keys that no screen has handled.
 */
export function useKeys(keys: Keys, repeating: readonly string[] = [], isFallback = false): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key]
    if (act === undefined || isElsewhere(event)) return
    event.preventDefault()
    if (!event.repeat || repeating.includes(event.key)) act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    if (!isFallback) {
      document.addEventListener('keydown', listen)
      return () => document.removeEventListener('keydown', listen)
    }
    // An event reaches the window after the document, whichever listener was added first.
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isFallback])
}

const nextKeyMs = 1500

/**
 * Takes the one key that follows another within a second and a half before any screen does: 'g' and then 'p'. A key that
 * writes nothing (Tab, Escape, an arrow, space) ends the wait and does what it always does.
 */
export function captureNextKey(act: (key: string) => void): void {
  const stop = () => {
    window.removeEventListener('keydown', listen, true)
    clearTimeout(timer)
  }
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Shift' || event.repeat) return
    stop()
    if (isElsewhere(event) || event.key.length > 1 || event.key === ' ') return
    event.preventDefault()
    event.stopPropagation()
    act(event.key)
  }
  const timer = setTimeout(stop, nextKeyMs)
  window.addEventListener('keydown', listen, true)
}

/** True when the key was handled already, has a modifier, is typed into a field, or a dialog or a menu is open. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"]), textarea, select, [role="textbox"]'))
  return isTyping || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
}
