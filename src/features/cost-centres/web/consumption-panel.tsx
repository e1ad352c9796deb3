import { consumption } from '#features/contracts/rules/budget.ts'
import { balanceFromWire } from '#features/contracts/wire.ts'
import type { CentreYearWire } from '#features/cost-centres/wire/year.ts'
import { ConsumptionBar } from '#ui/charts/consumption-bar.tsx'
import { Money } from '#ui/money.tsx'

type ConsumptionPanelProps = { code: string; year: CentreYearWire }

/** Consumption of a year's budget, as a contract's; of a year without one, only that it has no limit. */
export function ConsumptionPanel({ code, year: { year, total, ...sums } }: ConsumptionPanelProps) {
  if (total === null) return <p className="text-ink-soft text-sm">Se cuenta lo que gasta, sin límite.</p>
  const balance = balanceFromWire({ total, ...sums })
  const { level, difference } = consumption(balance)
  return (
    <ConsumptionBar
      label={`Consumo de ${code} en ${year}`}
      total={balance.total}
      used={{ label: 'Ejecutado', amount: balance.used }}
      committed={{ label: 'Comprometido', amount: balance.committed }}
      requested={{ label: 'Solicitado', amount: balance.requested }}
      caption={
        <>
          {level === 'exceeded' ? 'Excedido por ' : 'Disponible: '}
          <Money value={difference} />
        </>
      }
    />
  )
}
