import { UserRoundCog } from 'lucide-react'
import { useState } from 'react'
import { reassignedWords } from '#features/approvals/text/reassigned.ts'
import { deputySeatWords } from '#features/approvals/text/told.ts'
import { SeatBadge } from '#features/approvals/web/seat-badge.tsx'
import type { DocumentDetailWire, SeatWire } from '#features/approvals/wire.ts'
import { Button } from '#ui/button.tsx'
import { Instant } from '#ui/instant.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

type SeatPanelProps = {
  seat: SeatWire
  document: Pick<DocumentDetailWire, 'id' | 'revision' | 'mySeatId'>
  /** True when an administrator decided in the place of all who were still asked. */
  isForced: boolean
}

/** One person's approval: their name, its status and their comment. */
export function SeatPanel({ seat, document, isForced }: SeatPanelProps) {
  return (
    <li className="grid grid-cols-1 gap-1 py-2.5 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-medium">
          {seat.decidedByName === null
            ? seat.approverName
            : `${seat.decidedByName} en nombre de ${seat.approverName}`}
          {seat.id === document.mySeatId && <span className="font-normal text-accent"> · te toca</span>}
        </span>
        <SeatBadge status={isForced && seat.status === 'skipped' ? 'overridden' : seat.status} />
      </div>
      {seat.deputy !== null && <p className="text-ink-soft text-xs">{deputySeatWords(seat.deputy)}.</p>}
      {seat.reassigned !== null && (
        <p className="whitespace-pre-line break-words text-ink-soft text-xs">
          {reassignedWords(seat.reassigned)}.
        </p>
      )}
      {seat.comment !== null && <p className="whitespace-pre-line text-ink-soft">«{seat.comment}»</p>}
      {seat.decidedAt !== null && (
        <p className="text-ink-faint text-xs">
          <Instant value={seat.decidedAt} exact />
        </p>
      )}
      <Reassign seat={seat} document={document} />
    </li>
  )
}

/**
 * Reassignment button of an open seat, for administrators; disabled with its reason while the company is suspended.
 */
function Reassign({ seat, document }: Omit<SeatPanelProps, 'isForced'>) {
  const [isOpen, setOpen] = useState(false)
  const may = seat.can.reassign
  const isOffered = may === true || may.refused === 'company_suspended'
  return (
    <>
      {seat.status === 'pending' && isOffered && (
        <Button
          size="sm"
          variant="quiet"
          icon={<UserRoundCog aria-hidden="true" />}
          aria-label={`Reasignar la aprobación de ${seat.approverName}`}
          refusal={may === true ? undefined : may.text}
          onClick={() => setOpen(true)}
          className="-ml-2 justify-self-start"
        >
          Reasignar
        </Button>
      )}
      {isOpen && <OnDemand load={loadReassign} props={{ seat, document, onClose: () => setOpen(false) }} />}
    </>
  )
}

const loadReassign = async () => (await import('#features/approvals/web/reassign-dialog.tsx')).ReassignDialog
