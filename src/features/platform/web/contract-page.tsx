import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { remaining } from '#features/contracts/rules.ts'
import { contractTypeLabel } from '#features/contracts/text.ts'
import { ContractStatusBadge } from '#features/contracts/web/contract-card.tsx'
import {
  ContractConsumptionPanel,
  ExceededAlert,
} from '#features/contracts/web/contract-consumption-panel.tsx'
import { balanceFromWire } from '#features/contracts/wire.ts'
import { oneContractQuery } from '#features/platform/web/queries.ts'
import type { getContractFigures } from '#features/platform/wire/contracts.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Day, InstantDay, ZoneContext } from '#ui/time.tsx'

/** The figures of one contract of a company. */
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
              <Budget contract={contract} />
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

function Budget({ contract }: ContractProps) {
  const balance = balanceFromWire(contract.balance)
  return (
    <Card>
      <CardHeader title="Consumo" />
      <CardBody className="grid grid-cols-1 gap-5">
        <p>
          <span className="block text-ink-soft">Monto total</span>
          <span className="font-semibold text-3xl tracking-tight">
            <Money value={balance.total} />
          </span>
        </p>
        <ContractConsumptionPanel contract={contract} legend />
        {balance.requested.minor > 0n && (
          <p className="text-ink-soft">
            Si se aprueba todo lo solicitado quedarían <Money value={remaining(balance)} />.
          </p>
        )}
      </CardBody>
    </Card>
  )
}

function Terms({ contract }: ContractProps) {
  return (
    <Card>
      <CardHeader title="Datos" />
      <CardBody>
        <Facts>
          <Fact label="Empresa">{contract.companyName}</Fact>
          <Fact label="Tipo">{contractTypeLabel[contract.type]}</Fact>
          <Fact label="Pedidos">
            <span className="figures">{contract.orders.toLocaleString('es-ES')}</span>
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
