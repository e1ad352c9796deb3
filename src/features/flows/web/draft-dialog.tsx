import { RuleCards } from '#features/flows/web/rule-card.tsx'
import { inputFromRule, nameLookup } from '#features/flows/web/text.ts'
import type { FlowsWire } from '#features/flows/wire.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'

type DraftDialogProps = {
  draft: NonNullable<FlowsWire['draft']>
  names: FlowsWire['names']
  onClose: () => void
}

/** Draft saved by somebody else, read-only; open while mounted. */
export function DraftDialog({ draft, names, onClose }: DraftDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={`El borrador de ${draft.changedByName}`}
      footer={<Button onClick={onClose}>Cerrar</Button>}
    >
      <RuleCards rules={draft.rules.map(inputFromRule)} findName={nameLookup(names)} isNarrow />
    </Dialog>
  )
}
