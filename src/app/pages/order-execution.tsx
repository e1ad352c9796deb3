import { queryOptions, useQuery } from '@tanstack/react-query'
import { useArea } from '#app/use-area.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { DeliveriesCard } from '#features/executions/web/deliveries-card.tsx'
import { ExecutionCard, loadOutcomes } from '#features/executions/web/execution-card.tsx'
import { executionQuery } from '#features/executions/web/queries.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/states.tsx'

/** Code of what an order's page shows of an execution, asked for like its data. */
export const outcomesQuery = queryOptions({
  queryKey: ['code', 'outcomes'],
  queryFn: async () => (await loadOutcomes()).length,
  staleTime: Number.POSITIVE_INFINITY,
})

/** True when the order may have an execution: from its approval on. */
export const mayBeExecuted = ({ status }: DocumentDetailWire) => status === 'approved' || status === 'paid'

/** Execution of an order on its page: what the provider sent, and what becomes of the payment or the issue. */
export function OrderExecution({ document }: { document: DocumentDetailWire }) {
  const { areaPath } = useArea()
  const { data, error, isFetching, refetch } = useQuery(executionQuery(document.id))
  if (data)
    return (
      <>
        <DeliveriesCard document={document} status={data} />
        <ExecutionCard areaPath={areaPath} document={document} status={data} />
      </>
    )
  if (error === null || !mayBeExecuted(document)) return null
  return (
    <Alert
      tone="negative"
      title="No se ha podido cargar la ejecución"
      action={
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          Reintentar
        </Button>
      }
    >
      {failureMessage(error)}
    </Alert>
  )
}
