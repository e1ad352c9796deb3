import { CheckCheck, CircleCheck, CircleX, Clock, OctagonAlert } from 'lucide-react'
import type {
  Approvals,
  DocumentState,
  DocumentStatus,
  DocumentType,
  Receipt,
} from '#features/documents/rules.ts'
import { statusText } from '#features/documents/text/kinds.ts'
import { blockCauseLabel, situationText } from '#features/documents/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { Badge } from '#ui/badge.tsx'

type Stated = {
  approvals: Approvals
  status: DocumentStatus
  state: DocumentState
  type: DocumentType
  blockCause: DocumentRowWire['blockCause']
  receipt: Receipt | null
  paymentBatchId: string | null
  creditedId?: string | null
}

type DocumentStatusBadgeProps = {
  document: Stated
  /** True where there is no room for a second line. */
  inline?: boolean
}

/** Status of an order with its note: 'Devuelto', 'Bloqueado'… */
export function DocumentStatusBadge({ document, inline = false }: DocumentStatusBadgeProps) {
  const { tone, Icon } = lookFor(document)
  const note = situationText(document)
  return (
    <span className="inline-flex max-w-full flex-col items-start gap-0.5 align-middle">
      <Badge tone={tone} icon={<Icon aria-hidden="true" />} note={inline ? note : null}>
        {inline ? withProgress(document) : statusText(document)}
      </Badge>
      {!inline && note && (
        <span title={statusNote(document) ?? note} className="whitespace-nowrap pl-2 text-ink-soft text-xs">
          {note}
        </span>
      )}
    </span>
  )
}

/** Note of an order with the cause of a block: 'Bloqueado: nadie puede aprobarlo'. */
export function statusNote(
  document: Omit<Stated, 'approvals' | 'status' | 'type' | 'creditedId'>,
): string | null {
  const { blockCause } = document
  const note = situationText(document)
  return note !== null && blockCause !== null ? `${note}: ${blockCauseLabel[blockCause]}` : note
}

/**
 * Status with the progress of its approvals, counted as the approvals badge counts them, where there is one
 * line for all.
 */
function withProgress(document: Stated): string {
  const { approved, total } = document.approvals
  const isWaiting = document.state === 'in_approval' && document.approvals.rejected === 0
  return isWaiting ? `${statusText(document)} (${approved}/${total})` : statusText(document)
}

/** A blocked order looks unlike one that waits: it goes on only when somebody mends its cause. */
function lookFor({ receipt, state, status }: Stated) {
  if (receipt === 'disputed') return disputed
  return state === 'blocked' ? blocked : looks[status]
}

const blocked = { tone: 'negative', Icon: OctagonAlert } as const

/** Look of a paid order whose recipient says that it did not arrive: something remains to be done. */
const disputed = { tone: 'caution', Icon: OctagonAlert } as const

const looks = {
  pending: { tone: 'caution', Icon: Clock },
  approved: { tone: 'info', Icon: CircleCheck },
  paid: { tone: 'positive', Icon: CheckCheck },
  rejected: { tone: 'negative', Icon: CircleX },
} as const
