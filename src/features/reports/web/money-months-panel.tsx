import type { ReactNode } from 'react'
import { monthLabel, monthName } from '#features/reports/web/text.ts'
import type { MoneyLineWire } from '#features/reports/wire/money.ts'
import { add, type Currency, zero } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { Money } from '#ui/money.tsx'

type Month = MoneyLineWire['months'][number]

type MoneyMonthsPanelProps = {
  /** 'Pagado' or 'Emitido'. */
  label: string
  currency: Currency
  months: readonly Month[]
  /** Link to the orders of a month. */
  orders: (month: Month) => ReactNode
}

/** Bars of the last twelve months, and the orders of each month that has any. */
export function MoneyMonthsPanel({ label, currency, months, orders }: MoneyMonthsPanelProps) {
  const total = months.reduce((sum, { amount }) => add(sum, moneyFromWire(amount)), zero(currency))
  return (
    <div className="mt-3 grid grid-cols-1 gap-4">
      <BarChart
        label={`${label} en los últimos doce meses, en ${currency}`}
        groupedBy="Mes"
        series={[{ label: `${label} en doce meses`, total }]}
        groups={months.map(({ month, amount }) => ({
          label: monthLabel(month),
          name: monthName(month),
          values: [moneyFromWire(amount)],
        }))}
      />
      <ul className="divide-y border-t">
        {months
          .filter(({ count }) => count > 0)
          .toReversed()
          .map(month => (
            <li key={month.month} className="flex items-baseline gap-3 py-1.5">
              <span className="flex-1">{monthName(month.month)}</span>
              {orders(month)}
              <Money value={month.amount} className="min-w-28 text-right font-medium" />
            </li>
          ))}
      </ul>
    </div>
  )
}
