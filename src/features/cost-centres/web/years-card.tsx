import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { loadBudget } from '#features/cost-centres/web/centre-actions-panel.tsx'
import { ConsumptionPanel } from '#features/cost-centres/web/consumption-panel.tsx'
import type { CentreDetailWire } from '#features/cost-centres/wire/calls.ts'
import type { CentreYearWire } from '#features/cost-centres/wire/year.ts'
import type { MoneyWire } from '#kernel/wire.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

/** Years of a centre, newest first: the budget, what is consumed of it, and the orders behind each figure. */
export function YearsCard({ centre }: { centre: CentreDetailWire }) {
  const [budgeted, setBudgeted] = useState<number | null>(null)
  const { thisYear } = centre
  const hasThisYear = centre.years.some(({ year }) => year === thisYear.year)
  const years = hasThisYear ? centre.years : [thisYear, ...centre.years].toSorted((a, b) => b.year - a.year)
  return (
    <Card aria-labelledby="years-title">
      <CardHeader
        id="years-title"
        title="Presupuesto de cada año"
        note="Un pedido cuenta en el año en que se envió."
      />
      <div className="mt-4 divide-y border-t">
        {years.map(year => (
          <Year key={year.year} centre={centre} year={year} onBudget={() => setBudgeted(year.year)} />
        ))}
      </div>
      {budgeted !== null && (
        <OnDemand load={loadBudget} props={{ centre, year: budgeted, onClose: () => setBudgeted(null) }} />
      )}
    </Card>
  )
}

type YearProps = { centre: CentreDetailWire; year: CentreYearWire; onBudget: () => void }

function Year({ centre, year, onBudget }: YearProps) {
  const { total } = year
  return (
    <section aria-label={`Año ${year.year}`}>
      <CardBody className="grid grid-cols-1 gap-4">
        <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <div>
            <h3 className="text-ink-soft">{year.year}</h3>
            <p className="font-semibold text-2xl tracking-tight">
              {total === null ? 'Sin presupuesto' : <Money value={total} />}
            </p>
          </div>
          {centre.can.setBudget === true && (
            <Button
              size="sm"
              icon={<Scale aria-hidden="true" />}
              aria-label={`${total === null ? 'Fijar' : 'Cambiar'} el presupuesto de ${year.year}`}
              onClick={onBudget}
            >
              {total === null ? 'Fijar' : 'Cambiar'}
            </Button>
          )}
        </header>
        <ConsumptionPanel code={centre.code} year={year} />
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 min-[28rem]:grid-cols-3">
          {figures.map(({ name, label, lists }) => (
            <Figure key={name} label={label} amount={year[name]}>
              {lists.map(({ orders, filter }) => (
                <Link
                  key={orders}
                  to="/empresa/documents"
                  search={{ centre: centre.id, year: `${year.year}`, ...filter }}
                  aria-label={`${orders} de ${centre.code} en ${year.year}`}
                  className="inline-flex min-h-6 items-center text-accent text-xs hover:underline touch:min-h-11"
                >
                  {orders}
                </Link>
              ))}
            </Figure>
          ))}
        </dl>
      </CardBody>
    </section>
  )
}

/** Sums of a year, each with the lists of orders that it comes from. Returned ones are pending, and hold no budget. */
const figures = [
  {
    name: 'requested',
    label: 'Solicitado',
    lists: [
      { orders: 'Pedidos en aprobación', filter: { state: 'in_approval' } },
      { orders: 'Pedidos bloqueados', filter: { state: 'blocked' } },
    ],
  },
  {
    name: 'committed',
    label: 'Comprometido',
    lists: [{ orders: 'Pedidos aprobados', filter: { status: 'approved' } }],
  },
  {
    name: 'used',
    label: 'Ejecutado',
    lists: [{ orders: 'Pedidos pagados o emitidos', filter: { status: 'paid' } }],
  },
] as const

type FigureProps = { label: string; amount: MoneyWire; children: ReactNode }

function Figure({ label, amount, children }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="mt-0.5 grid justify-items-start font-medium">
        <Money value={amount} />
        {children}
      </dd>
    </div>
  )
}
