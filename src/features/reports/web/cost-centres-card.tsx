import { Link } from '@tanstack/react-router'
import { everyClient } from '#features/cost-centres/text/every-client.ts'
import { ConsumptionPanel } from '#features/cost-centres/web/consumption-panel.tsx'
import type { CostCentreWire } from '#features/cost-centres/wire/centre.ts'
import { ReportCard } from '#features/reports/web/report-card.tsx'
import { Money } from '#ui/money.tsx'

type CostCentresCardProps = {
  areaPath: string
  centres: readonly CostCentreWire[]
}

/** Consumption of this year's budgets, the fullest first; nothing where there are no cost centres to read. */
export function CostCentresCard({ areaPath, centres }: CostCentresCardProps) {
  const [first] = centres
  if (!first) return null
  return (
    <ReportCard
      title={`Centros de coste en ${first.thisYear.year}`}
      {...(areaPath === '/empresa' && { all: { to: '/empresa/cost-centres', label: 'Ver todos' } })}
    >
      <ul className={centres.length > 1 ? 'grid grid-cols-1 lg:grid-cols-2' : 'grid grid-cols-1'}>
        {centres.map(centre => (
          <li
            key={centre.id}
            className="relative grid grid-cols-1 content-start gap-2 px-4 py-3 transition-colors hover:bg-hover sm:px-5"
          >
            <CentreLines areaPath={areaPath} centre={centre} />
          </li>
        ))}
      </ul>
    </ReportCard>
  )
}

function CentreLines({ areaPath, centre }: { areaPath: string; centre: CostCentreWire }) {
  const { code, clientName, thisYear } = centre
  const { total, committed, used } = thisYear
  return (
    <>
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-3">
          <CentreLink areaPath={areaPath} centre={centre} />
          {total ? (
            <Money value={total} className="font-medium" />
          ) : (
            <span className="shrink-0 text-ink-soft">Sin presupuesto</span>
          )}
        </div>
        <p className="truncate text-ink-faint text-xs">
          <span className="figures">{code}</span>
          {areaPath === '/empresa' && ` · ${clientName ?? everyClient}`}
        </p>
      </div>
      {total && <ConsumptionPanel code={code} year={thisYear} />}
      <p className="flex flex-wrap gap-x-4 text-ink-soft text-xs">
        <span>
          Ejecutado <Money value={used} className="font-medium text-ink" />
        </span>
        <span>
          Comprometido <Money value={committed} className="font-medium text-ink" />
        </span>
      </p>
    </>
  )
}

/** The centre's page, or, for a client, which has none, the orders of the year that are charged to it. */
function CentreLink({ areaPath, centre }: { areaPath: string; centre: CostCentreWire }) {
  const { id, name, thisYear } = centre
  const className = 'min-w-0 truncate font-medium after:absolute after:inset-0'
  if (areaPath === '/empresa')
    return (
      <Link to="/empresa/cost-centres/$costCentreId" params={{ costCentreId: id }} className={className}>
        {name}
      </Link>
    )
  const to: string = `${areaPath}/documents`
  return (
    <Link to={to} search={{ centre: id, year: `${thisYear.year}` }} className={className}>
      {name}
    </Link>
  )
}
