import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { kindText } from '#features/documents/text/kinds.ts'
import { blockCauseLabel } from '#features/documents/text.ts'
import { countedFromWire } from '#features/documents/wire/counted-amount.ts'
import { ForcedFlowBadge, OrderFlowBadge, PendingDays } from '#features/platform/web/order-flow-badge.tsx'
import { orderFlowQuery } from '#features/platform/web/queries.ts'
import { StageTable } from '#features/platform/web/stage-table.tsx'
import type { OrderFlowDetailWire } from '#features/platform/wire/order-flows.ts'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { usePageTitle } from '#ui/hooks/page-title.ts'
import { Instant } from '#ui/instant.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Alert } from '#ui/states.tsx'
import { ZoneContext } from '#ui/time.tsx'

/** Progress of one order of a company, without its content, which is the company's own. */
export function OrderFlowPage() {
  const params = useParams({ from: '/admin_saas/order-flows/$companyId/$documentId' })
  const query = useQuery(orderFlowQuery(params))
  usePageTitle(query.data && `${query.data.id} · ${query.data.companyName}`)
  return (
    <Loaded
      query={query}
      heading="Pedido"
      skeleton={<SkeletonRows label="Cargando el pedido" />}
      wayOut={<LinkButton to="/admin_saas/order-flows">Volver a los pedidos</LinkButton>}
    >
      {order => (
        <ZoneContext value={order.timeZone}>
          <PageHeader
            crumbs={[{ label: 'Flujos de Pedidos', to: '/admin_saas/order-flows' }]}
            title={<span className="figures">{order.id}</span>}
            aside={
              <span className="flex flex-wrap gap-2">
                <OrderFlowBadge status={order.status} />
                {order.isForced && <ForcedFlowBadge />}
              </span>
            }
            subtitle={`${order.companyName} · ${order.projectName}`}
          />
          <div className="grid grid-cols-1 gap-4">
            {order.blockCause !== null && (
              <Alert tone="caution" title="Pedido bloqueado">
                Motivo: {blockCauseLabel[order.blockCause]}.
              </Alert>
            )}
            <Figures order={order} />
            <Stages order={order} />
            <p className="max-w-prose text-ink-faint text-sm">
              El nombre, la descripción, los archivos y las personas del pedido son de la empresa: la
              plataforma no los lee.
            </p>
          </div>
        </ZoneContext>
      )}
    </Loaded>
  )
}

function Figures({ order }: { order: OrderFlowDetailWire }) {
  return (
    <Card>
      <CardHeader title="Datos" />
      <CardBody>
        <Facts>
          <Fact label="Empresa">{order.companyName}</Fact>
          <Fact label="Proyecto">
            {order.projectName} <span className="figures text-ink-faint">{order.projectId}</span>
          </Fact>
          <Fact label="Contrato">
            <span className="figures">{order.contractId}</span>
          </Fact>
          <Fact label="Tipo">{kindText(order)}</Fact>
          <Fact label="Monto">
            <Money value={countedFromWire(order)} />
          </Fact>
          <Fact label="Días pendientes">
            <PendingDays order={order} />
          </Fact>
          <Fact label="Creado">
            <Instant value={order.createdAt} exact />
          </Fact>
          <Fact label="Enviado a aprobación">
            <Instant value={order.submittedAt} exact />
          </Fact>
          <Fact label="Último cambio">
            <Instant value={order.updatedAt} exact />
          </Fact>
          <Fact label="Revisión">
            <span className="figures">{order.revision}</span>
          </Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}

function Stages({ order: { stages } }: { order: OrderFlowDetailWire }) {
  return (
    <section aria-labelledby="stages-title" className="grid grid-cols-1 gap-3">
      <h2 id="stages-title" className="font-semibold text-lg">
        Etapas de aprobación
      </h2>
      <StageTable stages={stages} />
    </section>
  )
}
