import { Repeat } from 'lucide-react'
import { useState } from 'react'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const loadDialog = async () => (await import('#features/recurrences/web/repeat-dialog.tsx')).RepeatDialog

/** Repetition of an order, for the person who asked for it and may order in its project. */
export function RepeatPanel({ userId, document }: { userId: string; document: DocumentDetailWire }) {
  const [isOpen, setOpen] = useState(false)
  if (document.createdById !== userId || document.can.duplicate !== true) return null
  return (
    <>
      <Button icon={<Repeat aria-hidden="true" />} onClick={() => setOpen(true)}>
        Repetir
      </Button>
      {isOpen && <OnDemand load={loadDialog} props={{ document, onClose: () => setOpen(false) }} />}
    </>
  )
}
