import { dollars } from '#features/platform/web/text.ts'
import type { RevenueWire } from '#features/platform/wire/monetization.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'

type Months = RevenueWire['months']

/** Revenue of the last twelve months: as bars, and as a table for screen readers. */
export function RevenuePanel({ months }: { months: Months }) {
  return (
    <Card aria-labelledby="months-title">
      <CardHeader
        id="months-title"
        title="Ingresos por mes"
        note="MRR al final de cada mes, y el de hoy. Sale del alta de cada empresa y de sus cambios de plan y de estado."
      />
      <CardBody className="relative">
        <Bars months={months} />
        <table className="sr-only">
          <caption>MRR de los últimos doce meses</caption>
          <thead>
            <tr>
              <th scope="col">Mes</th>
              <th scope="col">MRR</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, mrrUsd }) => (
              <tr key={month}>
                <th scope="row">{longName(month)}</th>
                <td>{dollars(mrrUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  )
}

const width = 12
const height = 100

function Bars({ months }: { months: Months }) {
  const most = Math.max(1, ...months.map(({ mrrUsd }) => mrrUsd))
  const last = months.length - 1
  return (
    <div aria-hidden="true" className="grid grid-cols-1">
      <p className="figures border-b border-dashed pb-1 text-2xs text-ink-faint">{dollars(most)}</p>
      <svg
        viewBox={`0 0 ${width * months.length} ${height}`}
        preserveAspectRatio="none"
        className="h-32 w-full border-b"
      >
        <title>Ingresos por mes</title>
        {months.map(({ month, mrrUsd }, index) => {
          const tall = (mrrUsd / most) * height
          return (
            <rect
              key={month}
              x={index * width + 2}
              y={height - tall}
              width={width - 4}
              height={tall}
              className={index === last ? 'fill-accent' : 'fill-accent/45'}
            >
              <title>{`${longName(month)}: ${dollars(mrrUsd)}`}</title>
            </rect>
          )
        })}
      </svg>
      <ol className="mt-1.5 grid grid-cols-12 text-center text-2xs text-ink-faint">
        {months.map(({ month }) => (
          <li key={month}>{shortName(month)}</li>
        ))}
      </ol>
    </div>
  )
}

const firstInstant = (month: string) => new Date(`${month}-01T00:00:00Z`)
const long = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('es-ES', { month: 'short', timeZone: 'UTC' })

const longName = (month: string) => long.format(firstInstant(month))
const shortName = (month: string) => short.format(firstInstant(month)).slice(0, 3)
