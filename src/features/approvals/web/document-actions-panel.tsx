import { Ban, Copy, FilePenLine, ReceiptText, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { correctionAddress, duplicateLink } from '#features/documents/web/text.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { Button } from '#ui/button.tsx'
import { late } from '#ui/late.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

type DocumentActionsPanelProps = { areaPath: string; document: DocumentDetailWire }

/** Loaded for those who may ask somebody else, or decide in everybody's place. */
const PowersPanel = late(async () => (await import('#features/approvals/web/powers-panel.tsx')).PowersPanel)

/** Refusals that are told on a button: others leave none. */
const saidWhy = ['too_many_added', 'own_hand', 'own_document', 'executor_cannot_approve', 'untrusted_account']
/** Abilities of `can` that have a button in `PowersPanel`. */
export const powers = ['addApprover', 'force'] as const
export type Power = (typeof powers)[number]

const isShown = (can: AbilityWire): boolean => can === true || saidWhy.includes(can.refused)

/** Actions on an order for its requester, its approvers or an administrator; renders nothing when there are none. */
export function DocumentActionsPanel({ areaPath, document }: DocumentActionsPanelProps) {
  const [open, setOpen] = useState<'withdraw' | 'cancel' | 'credit' | null>(null)
  const close = () => setOpen(null)
  const { edit, withdraw, cancel, credit, duplicate } = document.can
  const shown = powers.filter(power => isShown(document.can[power]))
  return (
    <>
      {duplicate === true && (
        <LinkButton {...duplicateLink(areaPath, document)} icon={<Copy aria-hidden="true" />}>
          Duplicar
        </LinkButton>
      )}
      {shown.length > 0 && (
        <Suspense>
          <PowersPanel document={document} shown={shown} />
        </Suspense>
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
      {open === 'withdraw' && <OnDemand load={loadWithdraw} props={{ document, onClose: close }} />}
      {open === 'credit' && <OnDemand load={loadCredit} props={{ areaPath, document, onClose: close }} />}
      {open === 'cancel' && <OnDemand load={loadCancel} props={{ document, onClose: close }} />}
    </>
  )
}

const loadWithdraw = async () => (await import('#features/approvals/web/withdraw-dialog.tsx')).WithdrawDialog
const loadCredit = async () =>
  (await import('#features/approvals/web/credit-note-dialog.tsx')).CreditNoteDialog
const loadCancel = async () => (await import('#features/approvals/web/cancel-dialog.tsx')).CancelDialog
