import { Ban, Copy, FilePenLine, Gavel, ReceiptText, Undo2, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { correctionAddress, duplicateLink } from '#features/documents/web/text.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

type DocumentActionsPanelProps = { areaPath: string; document: DocumentDetailWire }

/** Actions on an order for its requester, its approvers or an administrator; renders nothing when there are none. */
export function DocumentActionsPanel({ areaPath, document }: DocumentActionsPanelProps) {
  const [open, setOpen] = useState<'withdraw' | 'cancel' | 'credit' | 'add' | 'force' | null>(null)
  const close = () => setOpen(null)
  const { addApprover, edit, withdraw, cancel, credit, duplicate, force } = document.can
  return (
    <>
      {duplicate === true && (
        <LinkButton {...duplicateLink(areaPath, document)} icon={<Copy aria-hidden="true" />}>
          Duplicar
        </LinkButton>
      )}
      {(addApprover === true || addApprover.refused === 'too_many_added') && (
        <Button
          icon={<UserRoundPlus aria-hidden="true" />}
          refusal={addApprover === true ? undefined : addApprover.text}
          onClick={() => setOpen('add')}
        >
          Añadir aprobador
        </Button>
      )}
      {credit === true && (
        <Button icon={<ReceiptText aria-hidden="true" />} onClick={() => setOpen('credit')}>
          Abonar
        </Button>
      )}
      {withdraw === true && (
        <Button icon={<Undo2 aria-hidden="true" />} onClick={() => setOpen('withdraw')}>
          Retirar
        </Button>
      )}
      {(force === true || saidWhy.includes(force.refused)) && (
        <Button
          icon={<Gavel aria-hidden="true" />}
          refusal={force === true ? undefined : force.text}
          onClick={() => setOpen('force')}
        >
          Forzar decisión
        </Button>
      )}
      {cancel === true && (
        <Button icon={<Ban aria-hidden="true" />} onClick={() => setOpen('cancel')}>
          Anular
        </Button>
      )}
      {edit === true && document.credited !== null && (
        <Button
          variant="primary"
          className="max-sm:min-w-full"
          icon={<FilePenLine aria-hidden="true" />}
          onClick={() => setOpen('credit')}
        >
          Corregir y reenviar
        </Button>
      )}
      {edit === true && document.credited === null && (
        <LinkButton
          to={correctionAddress(areaPath, document)}
          variant="primary"
          className="max-sm:min-w-full"
          icon={<FilePenLine aria-hidden="true" />}
        >
          Corregir y reenviar
        </LinkButton>
      )}
      {open === 'add' && <OnDemand load={loadAdd} props={{ document, onClose: close }} />}
      {open === 'force' && <OnDemand load={loadForce} props={{ document, onClose: close }} />}
      {open === 'withdraw' && <OnDemand load={loadWithdraw} props={{ document, onClose: close }} />}
      {open === 'credit' && <OnDemand load={loadCredit} props={{ areaPath, document, onClose: close }} />}
      {open === 'cancel' && <OnDemand load={loadCancel} props={{ document, onClose: close }} />}
    </>
  )
}

/** Refusals of a forced decision about the person: another administrator may force it. */
const saidWhy = ['own_hand', 'own_document', 'executor_cannot_approve', 'untrusted_account']

const loadAdd = async () =>
  (await import('#features/approvals/web/add-approver-dialog.tsx')).AddApproverDialog
const loadForce = async () =>
  (await import('#features/approvals/web/force-decision-dialog.tsx')).ForceDecisionDialog
const loadWithdraw = async () => (await import('#features/approvals/web/withdraw-dialog.tsx')).WithdrawDialog
const loadCredit = async () =>
  (await import('#features/approvals/web/credit-note-dialog.tsx')).CreditNoteDialog
const loadCancel = async () => (await import('#features/approvals/web/cancel-dialog.tsx')).CancelDialog
