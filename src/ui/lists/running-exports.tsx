/**
 * Exports that are on their way in this tab, above whatever screen is open: they outlive the one that asked for them. In
 * a root of their own, so that no screen carries them along while there are none.
 */
import { createRoot, type Root } from 'react-dom/client'
import { ExportsBanner, type RunningExport } from '#ui/lists/exports-banner.tsx'

let running: readonly RunningExport[] = []
let root: Root | null = null

/** Shows an export, or how far it is now. */
export const showExport = (shown: RunningExport): void =>
  change(
    running.some(({ id }) => id === shown.id)
      ? running.map(each => (each.id === shown.id ? shown : each))
      : [...running, shown],
  )

export const endExport = (ended: string): void => change(running.filter(({ id }) => id !== ended))

function change(next: readonly RunningExport[]): void {
  running = next
  const act = next.length > 0 ? addEventListener : removeEventListener
  act('beforeunload', warn)
  root ??= createRoot(topOfPage())
  root.render(next.length > 0 && <ExportsBanner running={next} />)
}

function topOfPage(): HTMLElement {
  const place = document.createElement('div')
  document.body.prepend(place)
  return place
}

/** Asks whoever closes the tab, because the export would end with it. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()
