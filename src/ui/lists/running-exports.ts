/** Exports that are on their way in this tab: they outlive the screen that asked for them. */
import { useSyncExternalStore } from 'react'

export type RunningExport = {
  readonly id: string
  /** Name of a row, plural: `pedidos`. */
  readonly many: string
  readonly rows: number
  readonly total: number
  readonly cancel: () => void
}

let running: readonly RunningExport[] = []
const listeners = new Set<() => void>()

function change(next: readonly RunningExport[]): void {
  running = next
  const act = next.length > 0 ? addEventListener : removeEventListener
  act('beforeunload', warn)
  for (const changed of listeners) changed()
}

/** Asks whoever closes the tab, because the export would end with it. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Shows an export, or how far it is now. */
export const showExport = (shown: RunningExport): void =>
  change([...running.filter(({ id }) => id !== shown.id), shown])

export const endExport = (ended: string): void => change(running.filter(({ id }) => id !== ended))

export const useRunningExports = (): readonly RunningExport[] =>
  useSyncExternalStore(subscribe, () => running)

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
