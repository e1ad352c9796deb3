import { TriangleAlert } from 'lucide-react'
import type { Attention } from '#features/approvals/rules/bulk.ts'
import { attentionText } from '#features/approvals/web/text.ts'

/** Reasons to decide an order on its own; renders nothing when there are none. */
export function AttentionBadge({ attention }: { attention: readonly Attention[] }) {
  if (attention.length === 0) return null
  return (
    <p className="mt-1 flex items-start gap-1 font-medium text-caution text-xs">
      <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
      {attention.map(reason => attentionText[reason]).join(' · ')}
    </p>
  )
}
