import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { contractTypeLabel } from '#features/contracts/text/labels.ts'
import { BudgetCard } from '#features/contracts/web/budget-card.tsx'
import { ContractStatusBadge } from '#features/contracts/web/contract-card.tsx'
import { ExceededAlert } from '#features/contracts/web/contract-consumption-panel.tsx'
import { oneContractQuery } from '#features/platform/web/queries.ts'
import type { getContractFigures } from '#features/platform/wire/contracts.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { countText } from '#kernel/text.ts'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { usePageTitle } from '#ui/hooks/page-title.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Day, InstantDay, ZoneContext } from '#ui/time.tsx'

/** Figures of one contract of a company. */
export function PlatformContractPage() {
  const params = useParams({ from: '/admin_saas/contracts/$companyId/$contractId' })
  const query = useQuery(oneContractQuery(params))
  usePageTitle(query.data && `${query.data.id} · ${query.data.companyName}`)
  return (
    <Loaded
      query={query}
      heading="Contrato"
      skeleton={<SkeletonRows label="Cargando el contrato" />}
      wayOut={<LinkButton to="/admin_saas/contracts">Volver a los contratos</LinkButton>}
    >
      {contract => (
        <ZoneContext value={contract.timeZone}>
          <PageHeader
            crumbs={[{ label: 'Contratos', to: '/admin_saas/contracts' }]}
            title={<span className="figures">{contract.id}</span>}
            aside={<ContractStatusBadge status={contract.status} />}
            subtitle={contract.companyName}
          />
          <div className="grid grid-cols-1 gap-4">
            <ExceededAlert contract={contract} />
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              <BudgetCard contract={contract} />
              <Terms contract={contract} />
            </div>
            <p className="max-w-prose text-ink-faint text-sm">
              La descripción, el cliente, el proveedor y las condiciones del contrato son de la empresa: la
              plataforma no los lee.
            </p>
          </div>
        </ZoneContext>
      )}
    </Loaded>
  )
}

type ContractProps = { contract: ResponseOf<typeof getContractFigures> }

function Terms({ contract }: ContractProps) {
  return (
    <Card>
      <CardHeader title="Datos" />
      <CardBody>
        <Facts>
          <Fact label="Empresa">{contract.companyName}</Fact>
          <Fact label="Tipo">{contractTypeLabel[contract.type]}</Fact>
          <Fact label="Pedidos">
            <span className="figures">{countText(contract.orders)}</span>
          </Fact>
          <Fact label="Inicio">
            <Day value={contract.startsOn} />
          </Fact>
          <Fact label="Fin">
            <Day value={contract.endsOn} />
          </Fact>
          <Fact label="Creado">
            <InstantDay value={contract.createdAt} />
          </Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}
