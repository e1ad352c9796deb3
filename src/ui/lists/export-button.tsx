import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { ExportMenuProps } from '#ui/lists/export-menu.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const load = async () => (await import('#ui/lists/export-menu.tsx')).ExportMenu
const warmUp = () => void load().catch(() => {})

/** Button that exports a list as a file; its menu is loaded when somebody is about to open it. */
export function ExportButton<Filter extends object>(props: Omit<ExportMenuProps<Filter>, 'onClose'>) {
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
  const given = { ...props, onClose: () => setWanted(false) }
  return <OnDemand<ExportMenuProps<Filter>> load={load} props={given} meanwhile={button} />
}
