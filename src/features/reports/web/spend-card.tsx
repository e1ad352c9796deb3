import { ChartColumn } from 'lucide-react'
import { typeLabel } from '#features/documents/text.ts'
import { ReportCard } from '#features/reports/web/report-card.tsx'
import { monthLabel, monthName } from '#features/reports/web/text.ts'
import type { SpendWire } from '#features/reports/wire.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
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
            <SpendChart key={each.currency} spend={each} />
          ))}
        </div>
      )}
    </ReportCard>
  )
}

/** Fewest months of a chart, so that one month alone is no chart. */
const fewest = 6

function SpendChart({ spend: { currency, total, months } }: { spend: SpendWire }) {
  const begun = months.findIndex(({ gasto, emision }) => gasto.minor !== '0' || emision.minor !== '0')
  const shown = months.slice(Math.max(0, Math.min(begun, months.length - fewest)))
  return (
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
  )
}
