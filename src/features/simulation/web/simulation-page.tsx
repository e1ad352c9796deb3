import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck, PenLine, Send } from 'lucide-react'
import { useState } from 'react'
import { flowsQuery } from '#features/flows/web/queries.ts'
import type { FlowsWire } from '#features/flows/wire.ts'
import { SimulatedDocumentCard } from '#features/simulation/web/simulated-document-card.tsx'
import { TakenCard } from '#features/simulation/web/taken-card.tsx'
import { type SimulationWire, simulateFlow } from '#features/simulation/wire.ts'
import { ActionLink, refusalText } from '#ui/action-link.tsx'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonCards } from '#ui/skeleton-cards.tsx'
import { EmptyState } from '#ui/states.tsx'

const loadPublishDialog = async () => (await import('#features/flows/web/publish-dialog.tsx')).PublishDialog

/** Simulated anew at each visit, with the orders and people of that moment. */
const simulationQuery = queryOptions({
  queryKey: ['flows', 'simulation'],
  queryFn: ({ signal }) => call(simulateFlow, { signal }),
  gcTime: 0,
})

/** Page of the simulation: the draft's effect on real orders. */
export function SimulationPage() {
  const flows = useQuery(flowsQuery)
  const skeleton = <SkeletonCards count={2} grid="grid max-w-5xl grid-cols-1 gap-4" />
  return (
    <>
      <PageHeader
        title="Probar el borrador"
        subtitle="Qué habría pasado con los pedidos recientes si el borrador ya valiera"
        crumbs={[
          { label: 'Configuración', to: '/empresa/settings' },
          { label: 'Flujos de aprobación', to: '/empresa/settings/flows' },
        ]}
        actions={flows.data?.draft && <Actions flows={flows.data} revision={flows.data.draft.revision} />}
      />
      <Loaded query={flows} skeleton={skeleton}>
        {loaded => (loaded.draft ? <Tried rules={loaded.draft.rules} /> : <NoDraft />)}
      </Loaded>
    </>
  )
}

function NoDraft() {
  return (
    <Card className="max-w-5xl">
      <EmptyState
        title="No hay ningún borrador que probar"
        action={<LinkButton to="/empresa/settings/flows">Ver los flujos de aprobación</LinkButton>}
      >
        Prepara los cambios y vuelve: aquí verás a qué pedidos afectan antes de publicarlos.
      </EmptyState>
    </Card>
  )
}

function Actions({ flows, revision }: { flows: FlowsWire; revision: number }) {
  const navigate = useNavigate()
  const [isPublishing, setPublishing] = useState(false)
  return (
    <>
      <ActionLink
        to="/empresa/settings/flows/draft"
        may={flows.can.edit}
        variant="secondary"
        icon={<PenLine aria-hidden="true" />}
      >
        Seguir editando
      </ActionLink>
      <Button
        variant="primary"
        icon={<Send aria-hidden="true" />}
        refusal={refusalText(flows.can.publish)}
        onClick={() => setPublishing(true)}
      >
        Publicar…
      </Button>
      {isPublishing && (
        <OnDemand
          load={loadPublishDialog}
          props={{
            revision,
            refusal: refusalText(flows.can.publish),
            onClose: () => setPublishing(false),
            onPublished: () => void navigate({ to: '/empresa/settings/flows', ignoreBlocker: true }),
          }}
        />
      )}
    </>
  )
}

function Tried({ rules }: { rules: NonNullable<FlowsWire['draft']>['rules'] }) {
  const query = useQuery(simulationQuery)
  return (
    <Loaded
      query={query}
      skeleton={<SkeletonCards count={2} grid="grid max-w-5xl grid-cols-1 gap-4" />}
      wayOut={<LinkButton to="/empresa/settings/flows">Ver los flujos de aprobación</LinkButton>}
    >
      {simulation => (
        <div className="grid max-w-5xl grid-cols-1 gap-4">
          <TakenCard simulation={simulation} rules={rules} />
          <Changes simulation={simulation} />
        </div>
      )}
    </Loaded>
  )
}

function Changes({ simulation: { items, changed } }: { simulation: SimulationWire }) {
  if (items.length === 0) {
    return (
      <Card>
        <EmptyState icon={<CircleCheck aria-hidden="true" />} title="Ningún pedido cambiaría de camino">
          Los aprobarían las mismas personas y de la misma manera que con lo que vale ahora.
        </EmptyState>
      </Card>
    )
  }
  return (
    <section aria-labelledby="changes-title" className="grid grid-cols-1 gap-3">
      <h2 id="changes-title" className="font-semibold text-base">
        Pedidos que cambiarían de camino
      </h2>
      {items.length < changed && (
        <p className="text-ink-soft">Se muestran los {items.length} más recientes.</p>
      )}
      <ul className="grid grid-cols-1 gap-3">
        {items.map(order => (
          <SimulatedDocumentCard key={order.documentId} order={order} />
        ))}
      </ul>
    </section>
  )
}
