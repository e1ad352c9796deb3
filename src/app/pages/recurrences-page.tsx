import { useInfiniteQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { useArea } from '#app/use-area.ts'
import { recurrencesQuery } from '#features/recurrences/web/queries.ts'
import { RecurrenceRowsPanel } from '#features/recurrences/web/recurrence-rows-panel.tsx'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Orders that are made again each period. */
export function RecurrencesPage() {
  const { areaPath, area } = useArea()
  const query = useInfiniteQuery(recurrencesQuery())
  const documents = area === 'provider' ? `${areaPath}/projects` : `${areaPath}/documents`
  return (
    <>
      <PageHeader
        title="Pedidos que se repiten"
        subtitle="En cada fecha se crea un pedido, que espera sus aprobaciones como cualquier otro"
        crumbs={[{ label: area === 'provider' ? 'Mis Proyectos' : 'Documentos', to: documents }]}
      />
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando los pedidos que se repiten" />}>
        {data => {
          const items = loadedItems(data)
          return items.length === 0 ? (
            <Card>
              <EmptyState
                icon={<Repeat />}
                title="No se repite ningún pedido"
                action={<LinkButton to={documents}>Elegir un pedido</LinkButton>}
              >
                Abre un pedido tuyo, como el alquiler del mes, y pulsa «Repetir».
              </EmptyState>
            </Card>
          ) : (
            <RecurrenceRowsPanel areaPath={areaPath} items={items} />
          )
        }}
      </Loaded>
      <LoadMore query={query} />
    </>
  )
}
