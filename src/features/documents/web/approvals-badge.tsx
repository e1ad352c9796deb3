import { CheckCheck, Hourglass, Minus, X } from 'lucide-react'
import type { Approvals, DocumentState } from '#features/documents/rules.ts'
import { classes } from '#ui/classes.ts'

type ApprovalsBadgeProps = { approvals: Approvals; state: DocumentState }

/** Progress of an order's approvals. Texts: specification, section 4. */
export function ApprovalsBadge({ approvals, state }: ApprovalsBadgeProps) {
  // Beside 'Anulado', approvals of before would say the contrary.
  if (state === 'cancelled') return '-'
  const { text, look, Icon } = saying(approvals, state)
  return (
    <span className="inline-flex items-center gap-1 align-middle text-xs leading-4 min-[90rem]:whitespace-nowrap">
      <Icon aria-hidden="true" className={classes('size-4 shrink-0', look)} />
      <span className="tabular-nums max-[90rem]:w-24">{text}</span>
    </span>
  )
}

// With a quorum, or where one approval is enough, an approved order still has pending seats.
const wasApproved: readonly DocumentState[] = ['approved', 'executed', 'execution_rejected']

function saying({ total, approved, rejected }: Approvals, state: DocumentState) {
  if (wasApproved.includes(state) || (total > 0 && approved === total))
    return { text: 'Completamente Aprobado', look: 'text-positive', Icon: CheckCheck }
  if (rejected > 0) return { text: `Rechazado (${rejected}/${total})`, look: 'text-negative', Icon: X }
  // Withdrawn, or blocked because nobody can approve: no approval is pending.
  if (total === 0) return { text: 'Sin aprobaciones', look: 'text-ink-faint', Icon: Minus }
  return { text: `Pendiente (${approved}/${total})`, look: 'text-ink-faint', Icon: Hourglass }
}
