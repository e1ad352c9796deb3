import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { useArea } from '#app/use-area.ts'
import { toleranceLabel } from '#features/companies/text/tolerance.ts'
import { overrunPolicyLabel } from '#features/companies/text.ts'
import { contractTypeLabel } from '#features/contracts/text/labels.ts'
import { BudgetCard } from '#features/contracts/web/budget-card.tsx'
import { ContractActionsPanel } from '#features/contracts/web/contract-actions-panel.tsx'
import { ContractStatusBadge } from '#features/contracts/web/contract-card.tsx'
import { ExceededAlert } from '#features/contracts/web/contract-consumption-panel.tsx'
import { HistoryCard } from '#features/contracts/web/history-card.tsx'
import { PastBalanceCard } from '#features/contracts/web/past-balance-card.tsx'
import { contractDossierQuery, contractQuery } from '#features/contracts/web/queries.ts'
import type { ContractDossierWire } from '#features/contracts/wire/calls.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import { DocumentTable } from '#features/documents/web/document-table.tsx'
import { documentsQuery, exportList } from '#features/documents/web/queries.ts'
import { ContractFilesCard } from '#features/files/web/contract-files-card.tsx'
import { HoldsCard } from '#features/reports/web/holds-card.tsx'
import { MoneyCard } from '#features/reports/web/money-card.tsx'
import { moneyReportQuery } from '#features/reports/web/queries.ts'
import { usePathParam } from '#ui/address.ts'
import { Card, CardBody, CardHeader, Fact, Facts } from '#ui/card.tsx'
import { isInitialLoading } from '#ui/hooks/is-initial-loading.ts'
import { usePageTitle } from '#ui/hooks/page-title.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { loadedItems } from '#ui/lists/pages.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Day, InstantDay } from '#ui/time.tsx'

/** One contract: its consumption, its terms, and the orders charged to it. */
export function ContractPage() {
  const contractId = usePathParam('contractId')
  const { area, areaPath } = useArea()
  const contracts: string = `${areaPath}/contracts`
  const query = useQuery(contractQuery(contractId))
  const money = useQuery(moneyReportQuery({ contractId }))
  const dossier = useQuery({ ...contractDossierQuery(contractId), enabled: query.isSuccess })
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
            actions={area === 'empresa' && <Actions contract={contract} dossier={dossier} />}
            subtitle={
              <>
                <span className="figures">{contract.id}</span> · {contract.clientName}
              </>
            }
          />
          <div className="grid grid-cols-1 gap-6">
            <ExceededAlert contract={contract} />
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              <BudgetCard contract={contract} />
              <Terms contract={contract} />
            </div>
            <Held contractId={contract.id} />
            <MoneyCard
              ordersPath={`${areaPath}/${area === 'provider' ? 'orders' : 'documents'}`}
              subject={{ contractId: contract.id }}
              filter={{ contract: contract.id }}
            />
            <Conditions text={contract.conditions} />
            {!isInitialLoading(money) && (
              <>
                <Loaded query={dossier} skeleton={<SkeletonRows count={2} label="Cargando los adjuntos" />}>
                  {found => <Beside contractId={contract.id} dossier={found} />}
                </Loaded>
                {/* Not before what is above it has its height: a button that moves while it is pressed is not pressed. */}
                {!isInitialLoading(dossier) && <Orders contractId={contract.id} />}
              </>
            )}
          </div>
        </>
      )}
    </Loaded>
  )
}

type ActionsProps = { contract: ContractWire; dossier: UseQueryResult<ContractDossierWire> }

/** Actions of the administration, with a skeleton of their size while they load; other people see none. */
function Actions({ contract, dossier }: ActionsProps) {
  if (dossier.data) return <ContractActionsPanel contract={contract} dossier={dossier.data} />
  return dossier.isPending && <Skeleton className="h-10 w-72 max-w-full touch:h-11" />
}

/** Holds of the contract, and its past balance. */
function Held({ contractId }: { contractId: string }) {
  const { area, areaPath } = useArea()
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <HoldsCard areaPath={areaPath} contractId={contractId} isProvider={area === 'provider'} />
      <PastBalanceCard contractId={contractId} />
    </div>
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
          {contract.opening && (
            <Fact label="Consumido antes">
              <Money value={contract.opening} />
            </Fact>
          )}
          <Fact label="Creado">
            <InstantDay value={contract.createdAt} />
          </Fact>
          <Fact label="Al superar lo disponible">{overrunPolicyLabel[contract.overrunPolicy]}</Fact>
          <Fact label="Tolerancia">{toleranceLabel(contract.tolerance)}</Fact>
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

type BesideProps = { contractId: string; dossier: ContractDossierWire }

/** Files, for everybody who sees the contract, and history, for the administration. */
function Beside({ contractId, dossier }: BesideProps): ReactNode {
  const files = <ContractFilesCard contractId={contractId} dossier={dossier} />
  if (dossier.history.length === 0) return files
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      {files}
      <HistoryCard history={dossier.history} />
    </div>
  )
}

function Orders({ contractId }: { contractId: string }) {
  const { area, areaPath } = useArea()
  const query = useInfiniteQuery(documentsQuery({ contractId }))
  return (
    <section aria-labelledby="orders-title" className="grid grid-cols-1 gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="orders-title" className="font-semibold text-lg">
          Pedidos del contrato
        </h2>
        <ExportButton filter={{ contractId }} request={exportList} one="pedido" many="pedidos" />
      </header>
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando pedidos" />}>
        {data => (
          <DocumentTable
            columns={area === 'provider' ? 'received' : 'everywhere'}
            areaPath={areaPath}
            rows={loadedItems(data)}
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
