import type { Decision } from '#features/approvals/rules.ts'
import type { InboxItemWire } from '#features/approvals/wire.ts'
import { OnDemand } from '#ui/on-demand.tsx'

/** Orders that are about to be decided together, and how. */
export type BulkDecision = { readonly decision: Decision; readonly items: readonly InboxItemWire[] }

type BulkDialogsPanelProps = {
  areaPath: string
  bulk: BulkDecision
  /** True when the company asks a reason of every rejection. */
  rejectionCommentRequired: boolean
  /** Receives the decided orders once the server has answered for every one. */
  onDecided: (decided: readonly InboxItemWire[]) => void
  onClose: () => void
}

/** Dialog of a decision on several orders: approval, or rejection and return with their reasons. */
export function BulkDialogsPanel({ areaPath, bulk, onDecided, onClose, ...props }: BulkDialogsPanelProps) {
  const { decision, items } = bulk
  if (decision === 'approve')
    return <OnDemand load={loadBulk} props={{ areaPath, items, onApproved: onDecided, onClose }} />
  const commentRequired = decision === 'return' || props.rejectionCommentRequired
  return (
    <OnDemand
      load={loadDecline}
      props={{ decision, items, commentRequired, onDeclined: onDecided, onClose }}
    />
  )
}

const loadBulk = async () => (await import('#features/approvals/web/bulk-dialog.tsx')).BulkDialog
const loadDecline = async () => (await import('#features/approvals/web/decline-dialog.tsx')).DeclineDialog
