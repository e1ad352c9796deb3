import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { DocumentFiltersDialogProps } from '#features/documents/web/document-filters-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const load = async () =>
  (await import('#features/documents/web/document-filters-dialog.tsx')).DocumentFiltersDialog
const warmUp = () => void load().catch(() => {})

type DocumentFiltersPanelProps = Omit<DocumentFiltersDialogProps, 'onClose'> & {
  /** Number of filters that are set. */
  count: number
}

/** Button with the filters of a list of orders; their form is loaded when somebody is about to open it. */
export function DocumentFiltersPanel({ count, ...props }: DocumentFiltersPanelProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={<ListFilter aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={warmUp}
        onFocus={warmUp}
      >
        {count === 0 ? 'Filtros' : `Filtros (${count})`}
      </Button>
      {isOpen && <OnDemand load={load} props={{ ...props, onClose: () => setOpen(false) }} />}
    </>
  )
}
