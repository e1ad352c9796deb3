import { Ban, FilePenLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { CancelDialog } from '#features/approvals/web/cancel-dialog.tsx'
import { WithdrawDialog } from '#features/approvals/web/withdraw-dialog.tsx'
import type { DocumentCardWire } from '#features/approvals/wire.ts'
import { correctionAddress } from '#features/documents/web/text.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

type DocumentActionsPanelProps = { base: string; document: DocumentCardWire }

/** What its requester or the administration may still do with an order. Nothing to do, nothing shown. */
export function DocumentActionsPanel({ base, document }: DocumentActionsPanelProps) {
  const [open, setOpen] = useState<'withdraw' | 'cancel' | null>(null)
  const close = () => setOpen(null)
  const { edit, withdraw, cancel } = document.can
  return (
    <>
      {withdraw === true && (
        <Button icon={<Undo2 aria-hidden="true" />} onClick={() => setOpen('withdraw')}>
          Retirar
        </Button>
      )}
      {cancel === true && (
        <Button icon={<Ban aria-hidden="true" />} onClick={() => setOpen('cancel')}>
          Anular
        </Button>
      )}
      {edit === true && (
        <LinkButton
          to={correctionAddress(base, document)}
          variant="primary"
          icon={<FilePenLine aria-hidden="true" />}
        >
          Corregir y reenviar
        </LinkButton>
      )}
      <WithdrawDialog document={document} open={open === 'withdraw'} onClose={close} />
      {open === 'cancel' && <CancelDialog document={document} onClose={close} />}
    </>
  )
}
