import { CheckCheck, Hourglass, X } from 'lucide-react'
import type { Approvals, DocumentStatus } from '#features/documents/rules.ts'
import { classes } from '#ui/classes.ts'

/** How many have approved. Texts: specification, section 4. */
type ApprovalsBadgeProps = { approvals: Approvals; status: DocumentStatus }

export function ApprovalsBadge({ approvals, status }: ApprovalsBadgeProps) {
  const { text, look, Icon } = saying(approvals, status)
  return (
    <span className="inline-flex items-center gap-1.5 align-middle text-xs leading-4">
      <Icon aria-hidden="true" className={classes('size-4 shrink-0', look)} />
      <span className="figures">{text}</span>
    </span>
  )
}

// Where one approval is enough, or a quorum, not everybody has approved what is approved.
function saying({ total, approved, rejected }: Approvals, status: DocumentStatus) {
  if (status === 'approved' || status === 'paid' || (total > 0 && approved === total))
    return { text: 'Completamente Aprobado', look: 'text-positive', Icon: CheckCheck }
  if (rejected > 0 && status === 'rejected')
    return { text: `Rechazado (${rejected}/${total})`, look: 'text-negative', Icon: X }
  return { text: `Pendiente (${approved}/${total})`, look: 'text-ink-faint', Icon: Hourglass }
}
