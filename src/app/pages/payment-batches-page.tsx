import { useInfiniteQuery } from '@tanstack/react-query'
import { Landmark, Plus } from 'lucide-react'
import { useArea } from '#app/use-area.ts'
import { BatchTable } from '#features/executions/web/batch-table.tsx'
import { batchesQuery } from '#features/executions/web/queries.ts'
import { newBatchAddress } from '#features/executions/web/text.ts'
import { onlyReads } from '#kernel/actor.ts'
import { HelpLink } from '#ui/help-link.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Batches of payments. */
export function PaymentBatchesPage() {
  const { user, areaPath } = useArea()
  const query = useInfiniteQuery(batchesQuery())
  const make = !onlyReads(user.role) && (
    <LinkButton to={newBatchAddress(areaPath)} variant="primary" icon={<Plus aria-hidden="true" />}>
      Nueva remesa
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Remesas SEPA" subtitle="Pagos aprobados que van juntos al banco" actions={make} />
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando las remesas" />}>
        {({ pages }) => (
          <BatchTable
            areaPath={areaPath}
            rows={pages.flatMap(({ items }) => items)}
            empty={
              <EmptyState icon={<Landmark />} title="Aún no hay remesas" action={make}>
                Una remesa reúne pagos aprobados en un archivo para tu banco. <HelpLink task="remesa-sepa" />
              </EmptyState>
            }
          />
        )}
      </Loaded>
      <LoadMore query={query} />
    </>
  )
}
