/** Light or dark theme of this browser. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

/** True while the dark theme is on: by choice, or as the system says without one. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () => root().contains('dark'))
}

/** Sets and stores the theme; theme.js applies it before the first paint. */
export function setTheme(theme: 'light' | 'dark'): void {
  localStorage.setItem('theme', theme)
  paint(theme === 'dark')
}

/** Repaints when the system changes its theme, unless one was chosen here. */
export function followSystemTheme(): void {
  systemIsDark.addEventListener('change', () => {
    if (localStorage.getItem('theme') === null) paint(systemIsDark.matches)
  })
}

function paint(isDark: boolean): void {
  root().toggle('dark', isDark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#111317' : '#f8f7f4')
  for (const listener of listeners) listener()
}

function root(): DOMTokenList {
  return document.documentElement.classList
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
