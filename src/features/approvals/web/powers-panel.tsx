import { Gavel, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { Power } from '#features/approvals/web/document-actions-panel.tsx'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

type PowersPanelProps = { document: DocumentDetailWire; shown: readonly Power[] }

const buttons = {
  addApprover: { label: 'Añadir aprobador', Icon: UserRoundPlus },
  force: { label: 'Forzar decisión', Icon: Gavel },
} as const

/** Buttons of those who may ask one more approver, or decide in everybody's place; a refused one says why. */
export function PowersPanel({ document, shown }: PowersPanelProps) {
  const [open, setOpen] = useState<Power | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {shown.map(power => {
        const { label, Icon } = buttons[power]
        const can = document.can[power]
        return (
          <Button
            key={power}
            icon={<Icon aria-hidden="true" />}
            refusal={can === true ? undefined : can.text}
            onClick={() => setOpen(power)}
          >
            {label}
          </Button>
        )
      })}
      {open === 'addApprover' && <OnDemand load={loadAdd} props={{ document, onClose: close }} />}
      {open === 'force' && <OnDemand load={loadForce} props={{ document, onClose: close }} />}
    </>
  )
}

const loadAdd = async () =>
  (await import('#features/approvals/web/add-approver-dialog.tsx')).AddApproverDialog
const loadForce = async () =>
  (await import('#features/approvals/web/force-decision-dialog.tsx')).ForceDecisionDialog
