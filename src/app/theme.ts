import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const system = matchMedia('(prefers-color-scheme: dark)')

/** Whether the dark theme is on: by choice, or as the system says until there is one. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () => root().contains('dark'))
}

/** theme.js does the same before the first paint. */
export function setTheme(theme: 'light' | 'dark'): void {
  localStorage.setItem('theme', theme)
  paint(theme === 'dark')
}

export function followSystemTheme(): void {
  system.addEventListener('change', () => {
    if (localStorage.getItem('theme') === null) paint(system.matches)
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
