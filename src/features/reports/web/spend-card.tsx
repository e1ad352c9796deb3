import { Link } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { typeLabel } from '#features/documents/text.ts'
import { daysOfMonth, executedDuring } from '#features/reports/rules/money.ts'
import { ReportCard } from '#features/reports/web/report-card.tsx'
import { monthLabel, monthName } from '#features/reports/web/text.ts'
import type { SpendWire } from '#features/reports/wire.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { Money } from '#ui/money.tsx'
import { EmptyState } from '#ui/states.tsx'

type SpendCardProps = { title: string; areaPath: string; spend: readonly SpendWire[] }

/**
 * Amounts paid and issued in each of the last months: one chart per currency, because currencies are never
 * added.
 */
export function SpendCard({ title, areaPath, spend }: SpendCardProps) {
  const all = { to: `${areaPath}/documents`, search: { status: 'paid' }, label: 'Ver ejecutados' }
  return (
    <ReportCard title={title} {...(spend.length > 0 && { all })}>
      {spend.length === 0 ? (
        <EmptyState icon={<ChartColumn />} title="Aún no se ha ejecutado nada">
          Lo que se pague y lo que se emita se verá aquí, mes a mes.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-6 p-4 sm:p-5">
          {spend.map(each => (
            <SpendChart key={each.currency} areaPath={areaPath} spend={each} />
          ))}
        </div>
      )}
    </ReportCard>
  )
}

/** Fewest months of a chart, so that one month alone is no chart. */
const fewest = 6

type SpendChartProps = { areaPath: string; spend: SpendWire }

function SpendChart({ areaPath, spend: { currency, total, months } }: SpendChartProps) {
  const begun = months.findIndex(({ gasto, emision }) => gasto.minor !== '0' || emision.minor !== '0')
  const shown = months.slice(Math.max(0, Math.min(begun, months.length - fewest)))
  return (
    <div className="grid grid-cols-1 gap-2">
      <BarChart
        label={`Ejecutado en los últimos doce meses, en ${currency}`}
        groupedBy="Mes"
        series={[
          { label: typeLabel.gasto, total: moneyFromWire(total.gasto) },
          { label: typeLabel.emision, total: moneyFromWire(total.emision) },
        ]}
        groups={shown.map(({ month, gasto, emision }) => ({
          label: monthLabel(month),
          name: monthName(month),
          values: [moneyFromWire(gasto), moneyFromWire(emision)],
        }))}
      />
      <SpendMonths areaPath={areaPath} months={shown} />
    </div>
  )
}

type SpendMonthsProps = { areaPath: string; months: SpendWire['months'] }

/** The amounts of each month, the newest first, each with its orders behind it. */
function SpendMonths({ areaPath, months }: SpendMonthsProps) {
  const to: string = `${areaPath}/documents`
  const some = months.filter(({ gasto, emision }) => gasto.minor !== '0' || emision.minor !== '0')
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-accent hover:underline touch:py-3">
        Mes a mes
      </summary>
      <ul className="mt-2 divide-y border-t">
        {some.toReversed().map(({ month, gasto, emision }) => (
          <li key={month} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <Link
              to={to}
              search={executedDuring(daysOfMonth(month))}
              className="min-h-6 flex-1 rounded-sm text-accent underline-offset-2 hover:underline touch:min-h-11"
            >
              {monthName(month)}
            </Link>
            <Money value={gasto} withCents className="min-w-28 text-right font-medium" />
            <Money value={emision} withCents className="min-w-28 text-right text-ink-soft" />
          </li>
        ))}
      </ul>
    </details>
  )
}
