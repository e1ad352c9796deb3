import { Download } from 'lucide-react'
import { useState } from 'react'
import type { EventFilter } from '#features/audit/web/queries.ts'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const load = async () =>
  (await import('#features/audit/web/events-export-menu-panel.tsx')).EventsExportMenuPanel

/** Offers the journal as a file; how is fetched when somebody asks. */
export function EventsExportPanel({ filter }: { filter: EventFilter }) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <Button icon={<Download aria-hidden="true" />} aria-haspopup="menu" onClick={() => setWanted(true)}>
      Exportar
    </Button>
  )
  if (!isWanted) return button
  return <OnDemand load={load} given={{ filter, onClose: () => setWanted(false) }} meanwhile={button} />
}
