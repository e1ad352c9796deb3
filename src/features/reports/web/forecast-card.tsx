import { useQuery } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import type { ForecastRow } from '#features/reports/rules/calendar.ts'
import { placeLabel } from '#features/reports/text/calendar.ts'
import { forecastQuery } from '#features/reports/web/calendar-queries.ts'
import type { ForecastWire } from '#features/reports/wire/calendar.ts'
import { type Money as Amount, add, basisPoints, compare, subtract, zero } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Money that goes out and comes in during the next thirteen weeks, one table for each currency. */
export function ForecastCard({ areaPath }: { areaPath: string }) {
  const query = useQuery(forecastQuery)
  const documents: string = `${areaPath}/documents`
  return (
    <Loaded query={query} skeleton={<SkeletonRows count={13} label="Cargando la previsión" />}>
      {({ currencies, isWhole }) =>
        currencies.length === 0 ? (
          <Card>
            <EmptyState
              icon={<TrendingUp />}
              title="No hay nada previsto"
              action={<LinkButton to={documents}>Ver los documentos</LinkButton>}
            >
              Los pedidos de pago y de emisión se prevén desde que se envían a aprobar, en su vencimiento.
            </EmptyState>
          </Card>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            {currencies.map(each => (
              <CurrencyForecast key={each.currency} forecast={each} isWhole={isWhole} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

type Forecast = ForecastWire['currencies'][number]
type Flow = { approved: Amount; pending: Amount }
type Line = { label: string; place: ForecastRow['place']; outflow: Flow; inflow: Flow }

function CurrencyForecast({ forecast, isWhole }: { forecast: Forecast; isWhole: boolean }) {
  const { currency } = forecast
  const lines = forecast.rows.map(toLine).filter(isTold)
  const most = lines
    .flatMap(({ outflow, inflow }) => [whole(outflow), whole(inflow)])
    .reduce((largest, each) => (compare(each, largest) > 0 ? each : largest), zero(currency))
  const sum = (way: 'outflow' | 'inflow'): Flow => ({
    approved: lines.reduce((total, line) => add(total, line[way].approved), zero(currency)),
    pending: lines.reduce((total, line) => add(total, line[way].pending), zero(currency)),
  })
  const [outflow, inflow] = [sum('outflow'), sum('inflow')]
  return (
    <Card aria-labelledby={`forecast-${currency}`}>
      <CardHeader
        id={`forecast-${currency}`}
        title={`Próximas 13 semanas, en ${currency}`}
        note={`${isWhole ? 'De toda la empresa' : 'De los proyectos en los que ejecutas'}. La barra llena es lo aprobado; la rayada, lo que está por aprobar. Las entradas son emisiones aún por ejecutar.`}
      />
      <section
        aria-label={`Tabla de las próximas semanas, en ${currency}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="mt-3 overflow-x-auto border-t"
      >
        <table className="w-full text-left">
          <thead className="text-ink-soft text-xs">
            <tr>
              <th scope="col" className={cell}>
                Semana
              </th>
              <th scope="col" className={cell}>
                Salidas
              </th>
              <th scope="col" className={cell}>
                Entradas
              </th>
              <th scope="col" className={classes(cell, 'text-right')}>
                Saldo
              </th>
            </tr>
          </thead>
          <tbody className="divide-y border-y">
            {lines.map(line => (
              <tr key={line.label}>
                <th
                  scope="row"
                  className={classes(
                    cell,
                    'whitespace-nowrap font-medium',
                    line.place === 'overdue' && 'text-negative',
                  )}
                >
                  {line.label}
                </th>
                <FlowCell flow={line.outflow} most={most} look="bg-accent" />
                <FlowCell flow={line.inflow} most={most} look="bg-positive-solid" />
                <Balance outflow={line.outflow} inflow={line.inflow} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className={cell}>
                Total
              </th>
              <FlowCell flow={outflow} most={null} look="" />
              <FlowCell flow={inflow} most={null} look="" />
              <Balance outflow={outflow} inflow={inflow} />
            </tr>
          </tfoot>
        </table>
      </section>
    </Card>
  )
}

const cell = 'px-4 py-2 align-top sm:px-5'

const toLine = (row: Forecast['rows'][number]): Line => ({
  label: placeLabel(row),
  place: row.place,
  outflow: flowFromWire(row.outflow),
  inflow: flowFromWire(row.inflow),
})

const flowFromWire = ({ approved, pending }: Forecast['rows'][number]['outflow']): Flow => ({
  approved: moneyFromWire(approved),
  pending: moneyFromWire(pending),
})

const whole = ({ approved, pending }: Flow): Amount => add(approved, pending)

/** Weeks are told even when nothing happens in them; what lies outside of them only where there is something. */
const isTold = ({ place, outflow, inflow }: Line): boolean =>
  place === 'week' || whole(outflow).minor > 0n || whole(inflow).minor > 0n

type FlowCellProps = {
  flow: Flow
  /** Amount of the longest bar; null for a cell without one. */
  most: Amount | null
  look: string
}

function FlowCell({ flow, most, look }: FlowCellProps) {
  const total = whole(flow)
  if (total.minor === 0n)
    return (
      <td className={classes(cell, 'text-ink-faint')}>
        <Money value={total} />
      </td>
    )
  return (
    <td className={classes(cell, 'min-w-36')}>
      <Money value={total} />
      {flow.pending.minor > 0n && (
        <span className="block font-normal text-ink-soft text-xs">
          por aprobar: <Money value={flow.pending} />
        </span>
      )}
      {most !== null && (
        <span aria-hidden="true" className="mt-1 flex h-2 gap-px">
          <Bar amount={flow.approved} most={most} look={look} />
          <Bar
            amount={flow.pending}
            most={most}
            look="bg-[repeating-linear-gradient(135deg,var(--color-line-strong)_0_2px,transparent_2px_5px)]"
          />
        </span>
      )}
    </td>
  )
}

const Bar = ({ amount, most, look }: { amount: Amount; most: Amount; look: string }) => (
  <span
    className={classes('swatch h-full rounded-sm', look)}
    style={{ width: `${(basisPoints(amount, most) ?? 0) / 100}%` }}
  />
)

function Balance({ outflow, inflow }: { outflow: Flow; inflow: Flow }) {
  const balance = subtract(whole(inflow), whole(outflow))
  return (
    <td className={classes(cell, 'whitespace-nowrap text-right')}>
      <Money value={balance} className={balance.minor < 0n ? 'text-negative' : 'text-ink'} />
    </td>
  )
}
