import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { DraftCard } from '#features/flows/web/draft-card.tsx'
import { FlowCard } from '#features/flows/web/flow-card.tsx'
import { flowsQuery, saveDraftMutation } from '#features/flows/web/queries.ts'
import { TemplatesPanel } from '#features/flows/web/templates-panel.tsx'
import { nameLookup } from '#features/flows/web/text.ts'
import { VersionsCard } from '#features/flows/web/versions-card.tsx'
import type { FlowsWire, FlowVersionWire } from '#features/flows/wire.ts'
import { ActionLink } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonCards } from '#ui/skeleton-cards.tsx'
import { notify } from '#ui/toast.ts'

const loadReuseDialog = async () => (await import('#features/flows/web/reuse-dialog.tsx')).ReuseDialog

/** Page of the flow: published version, draft and earlier versions. */
export function FlowsPage() {
  const query = useQuery(flowsQuery)
  const { data } = query
  return (
    <>
      <PageHeader
        title="Flujos de aprobación"
        subtitle="Quién tiene que aprobar cada pedido, según lo que sea y lo que cueste"
        crumbs={[{ label: 'Configuración', to: '/empresa/settings' }]}
        actions={
          data?.published &&
          !data.draft && (
            <ActionLink
              to="/empresa/settings/flows/draft"
              may={data.can.edit}
              icon={<PenLine aria-hidden="true" />}
            >
              Preparar cambios
            </ActionLink>
          )
        }
      />
      <Loaded query={query} skeleton={<SkeletonCards count={2} grid="grid max-w-5xl grid-cols-1 gap-4" />}>
        {flows => <Flows flows={flows} />}
      </Loaded>
    </>
  )
}

function Flows({ flows }: { flows: FlowsWire }) {
  const { version } = useSearch({ from: '/empresa/administered/settings/flows' })
  const reuse = useReuse(flows)
  const shown = flows.versions.find(flow => flow.version === version) ?? flows.published
  const findName = nameLookup(flows.names)
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-4">
      {flows.draft && <DraftCard draft={flows.draft} may={flows.can.edit} />}
      {shown ? (
        <FlowCard flow={shown} isCurrent={shown === flows.published} findName={findName} />
      ) : (
        <GeneralFlowCard hasDraft={flows.draft !== null} />
      )}
      {flows.versions.length > 0 && (
        <VersionsCard versions={flows.versions} may={flows.can.edit} busy={reuse.busy} onReuse={reuse.ask} />
      )}
      {reuse.asked && (
        <OnDemand
          load={loadReuseDialog}
          props={{
            version: reuse.asked.version,
            changedByName: flows.draft?.changedByName ?? '',
            busy: reuse.busy,
            onClose: reuse.cancel,
            onConfirm: reuse.confirm,
          }}
        />
      )}
    </div>
  )
}

function GeneralFlowCard({ hasDraft }: { hasDraft: boolean }) {
  return (
    <Card aria-labelledby="general-title">
      <CardHeader
        id="general-title"
        title="Vale el flujo general"
        note="Todos los aprobadores de un proyecto aprueban cada uno de sus pedidos, y un rechazo basta para rechazarlo. Con reglas puedes pedir más, o a otras personas, según el tipo, el monto, el proveedor o el presupuesto."
      />
      {!hasDraft && (
        <CardBody className="grid grid-cols-1 gap-3">
          <p className="font-medium text-sm">
            Empieza por una regla · <HelpLink task="flujos-de-aprobacion" />
          </p>
          <TemplatesPanel />
        </CardBody>
      )}
    </Card>
  )
}

/** Copies an earlier version into the draft; asks before it replaces an existing one. */
function useReuse(flows: FlowsWire) {
  const navigate = useNavigate()
  const save = useMutation(saveDraftMutation)
  const [asked, setAsked] = useState<FlowVersionWire | null>(null)
  const begin = async ({ rules }: FlowVersionWire) => {
    try {
      await save.mutateAsync({ revision: flows.draft?.revision ?? null, rules })
      await navigate({ to: '/empresa/settings/flows/draft' })
    } catch (error) {
      notify.error(failureMessage(error))
    }
    setAsked(null)
  }
  return {
    asked,
    busy: save.isPending,
    ask: (version: FlowVersionWire) => (flows.draft ? setAsked(version) : void begin(version)),
    cancel: () => setAsked(null),
    confirm: () => asked && void begin(asked),
  }
}
