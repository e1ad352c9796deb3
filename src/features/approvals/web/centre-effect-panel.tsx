import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { percent } from '#features/approvals/web/budget-effect-panel.tsx'
import { documentCentreQuery } from '#features/approvals/web/centre-queries.ts'
import { consumption } from '#features/contracts/rules/budget.ts'
import { balanceFromWire } from '#features/contracts/wire.ts'
import type { ChargedCentreWire } from '#features/documents/wire/cost-centre.ts'
import { add, zero } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { ConsumptionBar } from '#ui/charts/consumption-bar.tsx'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Effect of an approval on the year of the order's cost centre, shown before the click. */
export function CentreEffectPanel({ documentId }: { documentId: string }) {
  const { data, isPending } = useQuery(documentCentreQuery(documentId))
  if (isPending) return <Skeleton className="h-6 w-full" />
  const centre = data?.costCentre
  if (!centre) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      <Bar centre={centre} />
      {centre.overrun && (
        <p
          className={`flex items-start gap-2 ${centre.overrun === 'tolerated' ? 'text-caution' : 'text-negative'}`}
        >
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {overrunWords[centre.overrun](centre)}
        </p>
      )}
    </div>
  )
}

const overrunWords = {
  tolerated: ({ code, year }: ChargedCentreWire) =>
    `Supera el presupuesto de ${year} de ${code}, dentro de la tolerancia.`,
  exceeded: ({ code, year }: ChargedCentreWire) =>
    `Supera el presupuesto de ${year} del centro de coste ${code}.`,
}

/** Consumption with this order, for whoever may read the budget of a year that has one; for others, its year. */
function Bar({ centre: { code, year, charge: wire, budget } }: { centre: ChargedCentreWire }) {
  if (!budget?.total)
    return (
      <p className="text-ink-soft">
        Se carga al centro de coste {code} en {year}.
      </p>
    )
  const balance = balanceFromWire({ ...budget, total: budget.total })
  const charge = moneyFromWire(wire)
  const then = consumption({ ...balance, committed: add(balance.committed, charge) })
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          Tras aprobar: {percent(then.basisPoints)} de {code}
        </span>
        <span className="text-ink-faint text-xs">
          {year} · ahora {percent(consumption(balance).basisPoints)}
        </span>
      </p>
      <ConsumptionBar
        label={`Consumo de ${code} en ${year} tras aprobar`}
        total={balance.total}
        used={{ label: 'Ejecutado', amount: balance.used }}
        committed={{ label: 'Comprometido', amount: balance.committed }}
        requested={{ label: 'Solicitado', amount: zero(charge.currency) }}
        added={{ label: 'Este pedido', amount: charge }}
        caption={
          <>
            {then.level === 'exceeded' ? 'Quedaría excedido por ' : 'Quedarían '}
            <Money value={then.difference} />
          </>
        }
      />
    </>
  )
}
