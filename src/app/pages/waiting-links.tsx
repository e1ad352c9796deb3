import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { inboxQuery } from '#features/approvals/web/queries.ts'
import { inboxAddress } from '#features/approvals/web/text.ts'
import { executionQueueQuery } from '#features/executions/web/queries.ts'
import { queueAddress } from '#features/executions/web/text.ts'
import { counted } from '#kernel/text.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { queryClient } from '#ui/query-client.ts'

const areaPath = '/client'

/** Links to the work that waits for somebody who has just arrived; nothing while none does. */
export function WaitingLinks(): ReactNode {
  // The welcome page is outside the shell, and so has no query client of its own.
  return (
    <QueryClientProvider client={queryClient}>
      <Links />
    </QueryClientProvider>
  )
}

/** Whoever has just accepted an invitation is appointed a moment later: asked again until something waits. */
const untilSomethingWaits = ({
  state: { data },
}: {
  state: { data?: { items: readonly unknown[] } | undefined }
}) => (data === undefined || data.items.length === 0 ? 2_000 : false)

function Links() {
  const inbox = useQuery({ ...inboxQuery(), refetchInterval: untilSomethingWaits })
  const queue = useQuery({ ...executionQueueQuery, refetchInterval: untilSomethingWaits })
  const toApprove = inbox.data?.items.length ?? 0
  const toExecute = queue.data?.items.length ?? 0
  return (
    <div role="status" className="grid grid-cols-1 justify-items-center gap-2 empty:hidden">
      {toApprove > 0 && (
        <LinkButton to={inboxAddress(areaPath)} variant="primary" icon={<ArrowRight aria-hidden="true" />}>
          {counted(toApprove, 'pedido espera', 'pedidos esperan')} tu aprobación
        </LinkButton>
      )}
      {toExecute > 0 && (
        <LinkButton to={queueAddress(areaPath)} variant="primary" icon={<ArrowRight aria-hidden="true" />}>
          {counted(toExecute, 'pedido espera', 'pedidos esperan')} que lo ejecutes
        </LinkButton>
      )}
    </div>
  )
}
