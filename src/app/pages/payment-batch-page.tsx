import { useQuery } from '@tanstack/react-query'
import { useArea } from '#app/use-area.ts'
import { BatchPanel } from '#features/executions/web/batch-panel.tsx'
import { batchQuery } from '#features/executions/web/queries.ts'
import { batchesAddress } from '#features/executions/web/text.ts'
import { usePathParam } from '#ui/address.ts'
import { usePageTitle } from '#ui/hooks/page-title.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonForm } from '#ui/skeleton-form.tsx'

/** One batch of payments: its file, its orders and its history. */
export function PaymentBatchPage() {
  const batchId = usePathParam('batchId')
  const { areaPath } = useArea()
  const query = useQuery(batchQuery(batchId))
  usePageTitle(query.data && `Remesa ${query.data.id}`)
  return (
    <Loaded
      query={query}
      heading="Remesa"
      skeleton={<SkeletonForm fields={6} />}
      wayOut={<LinkButton to={batchesAddress(areaPath)}>Ver las remesas</LinkButton>}
    >
      {batch => <BatchPanel key={batch.id} areaPath={areaPath} batch={batch} />}
    </Loaded>
  )
}
