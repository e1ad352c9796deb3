import { Download } from 'lucide-react'
import { useState } from 'react'
import type { DocumentFilter } from '#features/documents/web/queries.ts'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const load = async () => (await import('#features/documents/web/export-menu-panel.tsx')).ExportMenuPanel
const warmUp = () => void load().catch(() => {})

/** Offers what a list shows as a file; how is fetched when somebody is about to ask. */
export function ExportPanel({ filter }: { filter: DocumentFilter }) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <Button
      icon={<Download aria-hidden="true" />}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
      onPointerEnter={warmUp}
      onFocus={warmUp}
    >
      Exportar
    </Button>
  )
  if (!isWanted) return button
  return <OnDemand load={load} given={{ filter, onClose: () => setWanted(false) }} meanwhile={button} />
}
