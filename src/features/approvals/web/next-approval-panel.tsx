import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { inboxQuery } from '#features/approvals/web/queries.ts'
import { inboxAddress, leftText } from '#features/approvals/web/text.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import { LinkButton } from '#ui/link-button.tsx'

type NextApprovalPanelProps = {
  areaPath: string
  /** Seat just decided, which a list that is still being refetched may contain. */
  decidedSeatId: string
}

/** Link to the next approval, shown after a decision. */
export function NextApprovalPanel({ areaPath, decidedSeatId }: NextApprovalPanelProps) {
  const { data } = useQuery(inboxQuery())
  const remaining = data?.items.filter(item => item.seatId !== decidedSeatId)
  const next = remaining?.[0]
  if (remaining === undefined) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border bg-surface p-4 sm:px-5">
      <p className="flex min-w-0 items-center gap-2.5">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-positive" />
        {leftText(remaining.length, data?.hasMore ?? false)}
      </p>
      {next && (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <LinkButton to={inboxAddress(areaPath)} className="max-sm:hidden">
            Ver todas
          </LinkButton>
          <LinkButton to={documentAddress(areaPath, next.document)} variant="primary">
            Siguiente: {next.document.id}
            <ArrowRight aria-hidden="true" />
          </LinkButton>
        </div>
      )}
    </div>
  )
}
