import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import type { ColumnsDialogProps } from '#features/documents/web/columns-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const load = async () => (await import('#features/documents/web/columns-dialog.tsx')).ColumnsDialog
const warmUp = () => void load().catch(() => {})

/** Button with the columns of a table, where there is one: on a phone its rows are cards. */
export function ColumnsPanel(props: Omit<ColumnsDialogProps, 'trigger' | 'onClose'>) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <Button
      className="max-md:hidden"
      icon={<Columns3 aria-hidden="true" />}
      aria-haspopup="dialog"
      {...(!isWanted && { onClick: () => setWanted(true), onPointerEnter: warmUp, onFocus: warmUp })}
    >
      Columnas
    </Button>
  )
  if (!isWanted) return button
  const given = { ...props, trigger: button, onClose: () => setWanted(false) }
  return <OnDemand<ColumnsDialogProps> load={load} props={given} meanwhile={button} />
}
