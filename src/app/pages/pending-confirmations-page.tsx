import { useQuery } from '@tanstack/react-query'
import { CheckCheck, Landmark } from 'lucide-react'
import { QueueDocument } from '#app/pages/queue-document.tsx'
import { useArea } from '#app/use-area.ts'
import { useSelectedRow } from '#app/use-selected-row.ts'
import { DocumentLinesCard } from '#features/approvals/web/document-lines-card.tsx'
import { situationOf } from '#features/documents/text.ts'
import { executionQueueQuery } from '#features/executions/web/queries.ts'
import { ago, batchesAddress, newBatchAddress } from '#features/executions/web/text.ts'
import type { executionQueue } from '#features/executions/wire.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Detail, ListAndDetail, useIsWide } from '#ui/lists/list-and-detail.tsx'
import { OldestOnly } from '#ui/lists/oldest-only.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Approved orders that this person executes and confirms. */
export function PendingConfirmationsPage() {
  const { areaPath } = useArea()
  const query = useQuery(executionQueueQuery)
  return (
    <>
      <PageHeader
        title="Confirmaciones Pendientes"
        subtitle="Pedidos aprobados que esperan su pago o su emisión"
        actions={
          <>
            <LinkButton to={batchesAddress(areaPath)}>Remesas SEPA</LinkButton>
            <LinkButton to={newBatchAddress(areaPath)} icon={<Landmark aria-hidden="true" />}>
              Nueva remesa
            </LinkButton>
          </>
        }
      />
      <Loaded query={query} skeleton={<QueueSkeleton />}>
        {({ items, hasMore }) => <Queue {...{ items, hasMore }} />}
      </Loaded>
    </>
  )
}

type Item = ResponseOf<typeof executionQueue>['items'][number]

const idOf = ({ document }: Item) => document.id

function Queue({ items, hasMore }: { items: readonly Item[]; hasMore: boolean }) {
  const { areaPath } = useArea()
  const isWide = useIsWide()
  const { chosen, choose } = useSelectedRow(items, idOf)
  if (chosen === undefined || (!isWide && items.length === 0)) return <AllDone areaPath={areaPath} />
  const list =
    items.length === 0 ? (
      <p className="px-4 py-3 text-ink-soft">No queda nada por confirmar.</p>
    ) : (
      <>
        <ul aria-label="Pedidos por confirmar" className="divide-y overflow-hidden rounded-xl">
          {items.map(item => (
            <DocumentLinesCard
              key={item.document.id}
              areaPath={areaPath}
              document={item.document}
              days={item.approvedDays}
              waiting={ago(item.approvedDays)}
              isChosen={isWide && item === chosen}
              onChoose={isWide ? choose : undefined}
            >
              {item.document.providerOff && (
                <p className="mt-1 font-medium text-caution text-xs">Proveedor dado de baja</p>
              )}
              {item.document.paymentBatchId !== null && (
                <p className="mt-1 font-medium text-info text-xs">{situationOf(item.document)}</p>
              )}
            </DocumentLinesCard>
          ))}
        </ul>
        <OldestOnly hasMore={hasMore} />
      </>
    )
  return (
    <ListAndDetail label="Bandeja" list={list}>
      {isWide && (
        <Detail id={chosen.document.id} label={`Pedido ${chosen.document.id}`}>
          <QueueDocument key={chosen.document.id} document={chosen.document} />
        </Detail>
      )}
    </ListAndDetail>
  )
}

function AllDone({ areaPath }: { areaPath: string }) {
  const projectsAddress: string = `${areaPath}/projects`
  return (
    <Card>
      <EmptyState
        icon={<CheckCheck />}
        title="No hay nada por confirmar"
        action={<LinkButton to={projectsAddress}>Ver los proyectos</LinkButton>}
      >
        Cuando se apruebe un pedido de un proyecto en el que ejecutas, aparecerá aquí.
      </EmptyState>
    </Card>
  )
}

function QueueSkeleton() {
  return (
    <ListAndDetail label="Bandeja" list={<SkeletonRows label="Cargando las confirmaciones" />}>
      <div className="grid grid-cols-1 gap-4 max-lg:hidden">
        <Skeleton className="h-44 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </ListAndDetail>
  )
}
