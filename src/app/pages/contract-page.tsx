import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useHere } from '#app/here.ts'
import { overrunPolicyLabel } from '#features/companies/text.ts'
import { remaining } from '#features/contracts/rules.ts'
import { contractTypeLabel } from '#features/contracts/text.ts'
import { ContractStatusBadge } from '#features/contracts/web/contract-card.tsx'
import {
  ContractConsumptionPanel,
  ExceededAlert,
} from '#features/contracts/web/contract-consumption-panel.tsx'
import { contractQuery } from '#features/contracts/web/queries.ts'
import { balanceFromWire, type ContractWire } from '#features/contracts/wire.ts'
import { DocumentTable } from '#features/documents/web/document-table.tsx'
import { documentsQuery } from '#features/documents/web/queries.ts'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { usePageTitle } from '#ui/page-title.ts'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Day, InstantDay } from '#ui/time.tsx'

/** One contract: how much of it is left, what it says, and the orders charged to it. */
export function ContractPage() {
  const { contractId = '' } = useParams({ strict: false })
  const { base } = useHere()
  const contracts: string = `${base}/contracts`
  const query = useQuery(contractQuery(contractId))
  usePageTitle(query.data?.description)
  return (
    <Loaded
      query={query}
      heading="Contrato"
      skeleton={<ContractSkeleton />}
      wayOut={<LinkButton to={contracts}>Volver a los contratos</LinkButton>}
    >
      {contract => (
        <>
          <PageHeader
            crumbs={[{ label: 'Contratos', to: contracts }]}
            title={contract.description}
            aside={<ContractStatusBadge status={contract.status} />}
            subtitle={
              <>
                <span className="figures">{contract.id}</span> · {contract.clientName}
              </>
            }
          />
          <div className="grid grid-cols-1 gap-6">
            <ExceededAlert contract={contract} />
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              <Budget contract={contract} />
              <Terms contract={contract} />
            </div>
            <Conditions text={contract.conditions} />
            <Orders contractId={contract.id} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function Budget({ contract }: { contract: ContractWire }) {
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

function Terms({ contract }: { contract: ContractWire }) {
  return (
    <Card>
      <CardHeader title="Datos" />
      <CardBody>
        <Facts>
          <Fact label="Tipo">{contractTypeLabel[contract.type]}</Fact>
          <Fact label="Cliente">{contract.clientName}</Fact>
          {contract.providerName && <Fact label="Proveedor">{contract.providerName}</Fact>}
          <Fact label="Inicio">
            <Day value={contract.startsOn} />
          </Fact>
          <Fact label="Fin">
            <Day value={contract.endsOn} />
          </Fact>
          <Fact label="Creado">
            <InstantDay value={contract.createdAt} />
          </Fact>
          <Fact label="Al superar lo disponible">{overrunPolicyLabel[contract.overrunPolicy]}</Fact>
        </Facts>
      </CardBody>
    </Card>
  )
}

function Conditions({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Card>
      <CardHeader title="Condiciones" />
      <CardBody className="max-w-prose whitespace-pre-wrap">{text}</CardBody>
    </Card>
  )
}

function Orders({ contractId }: { contractId: string }) {
  const { area, base } = useHere()
  const query = useInfiniteQuery(documentsQuery({ contractId }))
  return (
    <section aria-labelledby="orders-title" className="grid grid-cols-1 gap-3">
      <h2 id="orders-title" className="font-semibold text-lg">
        Pedidos del contrato
      </h2>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando pedidos" />}>
        {({ pages }) => (
          <DocumentTable
            columns={area === 'provider' ? 'received' : 'everywhere'}
            base={base}
            rows={pages.flatMap(page => page.items)}
            isStale={query.isPlaceholderData}
            empty={
              <EmptyState icon={<FileText />} title="No hay documentos">
                Los pedidos de los proyectos que usan este contrato aparecerán aquí con lo que consumen.
              </EmptyState>
            }
          />
        )}
      </Loaded>
      <LoadMore query={query} />
    </section>
  )
}

function ContractSkeleton() {
  return (
    <div role="status" aria-label="Cargando el contrato" className="grid grid-cols-1 gap-6">
      <div className="grid gap-3">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-7 w-72 max-w-full" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <SkeletonCard />
        <SkeletonCard />
      </div>
      <SkeletonRows count={4} label="Cargando pedidos" />
    </div>
  )
}

function SkeletonCard() {
  return (
    <Card className="grid h-54 grid-cols-1 content-between p-4 sm:p-5">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-8 w-40" />
      <Skeleton className="h-2 w-full" />
      <Skeleton className="h-4 w-3/4" />
    </Card>
  )
}
