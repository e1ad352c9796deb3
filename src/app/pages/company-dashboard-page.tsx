import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CircleCheck, FileSignature } from 'lucide-react'
import { FirstSteps } from '#app/pages/first-steps.tsx'
import { consumption } from '#features/contracts/rules/budget.ts'
import { balanceFromWire, type ContractWire } from '#features/contracts/wire.ts'
import { ContractsCard } from '#features/reports/web/contracts-card.tsx'
import { CostCentresCard } from '#features/reports/web/cost-centres-card.tsx'
import { FiguresPanel } from '#features/reports/web/figures-panel.tsx'
import { HoldersCard } from '#features/reports/web/holders-card.tsx'
import { companyReportQuery, firstStepsQuery } from '#features/reports/web/queries.ts'
import { SpendCard } from '#features/reports/web/spend-card.tsx'
import { endsText } from '#features/reports/web/text.ts'
import type { CompanyReportWire } from '#features/reports/wire.ts'
import { Card } from '#ui/card.tsx'
import { isInitialLoading } from '#ui/hooks/is-initial-loading.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Day } from '#ui/time.tsx'

const areaPath = '/empresa'

/** Dashboard of the company: pending orders and whom they wait for, budgets, and spend by month. */
export function CompanyDashboardPage() {
  const query = useQuery(companyReportQuery)
  const steps = useQuery(firstStepsQuery)
  return (
    <>
      <PageHeader title="Panel" subtitle="Cómo van los presupuestos y qué está esperando" />
      <Loaded query={query} skeleton={<DashboardSkeleton />}>
        {report => {
          // Without orders the first steps are all that there is to see: their failure is that of the screen.
          if (!report.hasOrders)
            return (
              <Loaded query={steps} skeleton={<DashboardSkeleton />}>
                {found => !found.isDone && <FirstSteps steps={found} />}
              </Loaded>
            )
          return isInitialLoading(steps) ? (
            <DashboardSkeleton />
          ) : (
            <div className="grid grid-cols-1 gap-4">
              {steps.data?.isDone === false && <FirstSteps steps={steps.data} />}
              <Report report={report} />
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

function Report({ report }: { report: CompanyReportWire }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <FiguresPanel areaPath={areaPath} values={report.figures} />
      <ContractsCard
        title="Presupuesto por contrato"
        areaPath={areaPath}
        contracts={report.contracts}
        isWithBars
        isWide
        empty={
          <EmptyState icon={<FileSignature />} title="No hay contratos activos">
            El presupuesto de cada contrato se verá aquí, el más consumido primero.
          </EmptyState>
        }
      />
      <CostCentresCard areaPath={areaPath} centres={report.costCentres} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <HoldersCard areaPath={areaPath} report={report} />
        <SpendCard title="Pagado y emitido por mes" areaPath={areaPath} spend={report.spend} />
        <Ending ending={report.ending} />
        <ContractsCard
          title="Límite excedido"
          areaPath={areaPath}
          contracts={report.exceeded}
          note={contract => <Excess contract={contract} />}
          empty={
            <EmptyState icon={<CircleCheck />} title="Ningún contrato excedido">
              Si lo aprobado supera el total de un contrato, lo verás aquí.
            </EmptyState>
          }
        />
      </div>
    </div>
  )
}

function Ending({ ending }: Pick<CompanyReportWire, 'ending'>) {
  const daysLeft = (id: string) => ending.find(({ contract }) => contract.id === id)?.days ?? 0
  return (
    <ContractsCard
      title="Contratos por terminar"
      areaPath={areaPath}
      contracts={ending.map(({ contract }) => contract)}
      note={({ id, endsOn }) => (
        <>
          {endsText(daysLeft(id))}, el <Day value={endsOn} />
        </>
      )}
      empty={
        <EmptyState icon={<CalendarCheck />} title="Ninguno termina en los próximos 60 días">
          Después de su último día, un contrato ya no admite pedidos.
        </EmptyState>
      }
    />
  )
}

function Excess({ contract }: { contract: Pick<ContractWire, 'balance'> }) {
  return (
    <span className="font-medium text-negative">
      Excedido por <Money value={consumption(balanceFromWire(contract.balance)).difference} />
    </span>
  )
}

function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Cargando el panel" className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
        {['a', 'b', 'c', 'd', 'e'].map(key => (
          <Skeleton key={key} className="h-24 w-full" />
        ))}
      </div>
      <Card className="grid gap-4 p-5">
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-40 w-full" />
      </Card>
    </div>
  )
}
