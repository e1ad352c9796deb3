import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Banknote } from 'lucide-react'
import { Suspense, useState } from 'react'
import { typeLabel } from '#features/documents/text.ts'
import { daysOfMonth, executedDuring } from '#features/reports/rules/money.ts'
import { type MoneySubject, moneyReportQuery } from '#features/reports/web/queries.ts'
import { monthName } from '#features/reports/web/text.ts'
import type { MoneyLineWire, MoneyReportWire } from '#features/reports/wire/money.ts'
import { counted } from '#kernel/text.ts'
import { failureMessage } from '#ui/api.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { late } from '#ui/late.ts'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** Filters of the list of orders that has the orders behind a figure. */
type OrdersSearch = { readonly [name: string]: string }

type MoneyCardProps = {
  /** Screen with the list of orders that the filters are for. */
  ordersPath: string
  subject: MoneySubject
  /** Filter of the list of orders by the subject: `{ provider: 'PRV-001' }`. */
  filter: OrdersSearch
}

/** Money of a provider, client, contract or project: paid this quarter and year, still to be paid, and by month. */
export function MoneyCard({ ordersPath, subject, filter }: MoneyCardProps) {
  const query = useQuery(moneyReportQuery(subject))
  return (
    <Card aria-labelledby="money-title">
      <CardHeader id="money-title" title="Pagado y pendiente" />
      {query.data ? (
        <Lines ordersPath={ordersPath} report={query.data} filter={filter} />
      ) : query.error ? (
        <ErrorState
          message={failureMessage(query.error)}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <Skeleton className="m-4 h-24 sm:m-5" />
      )}
    </Card>
  )
}

type LinesProps = Pick<MoneyCardProps, 'ordersPath' | 'filter'> & { report: MoneyReportWire }

function Lines({ ordersPath, report, filter }: LinesProps) {
  if (report.lines.length === 0) {
    return (
      <EmptyState icon={<Banknote />} title="Aún no hay pedidos">
        Lo pagado y lo pendiente se verán aquí, con los pedidos de cada cifra.
      </EmptyState>
    )
  }
  return (
    <div className="divide-y">
      {report.lines.map(line => (
        <Line
          key={line.type + line.currency}
          line={line}
          report={report}
          to={ordersPath}
          filter={{ ...filter, type: line.type }}
        />
      ))}
    </div>
  )
}

const words = {
  gasto: { done: 'Pagado', open: 'Aprobado, por pagar', executions: ['pago', 'pagos'] },
  emision: { done: 'Emitido', open: 'Aprobado, por emitir', executions: ['emisión', 'emisiones'] },
} as const

type LineProps = {
  line: MoneyLineWire
  report: MoneyReportWire
  to: string
  filter: OrdersSearch
}

function Line({ line, report: { quarter, year }, to, filter }: LineProps) {
  const { type, currency, months } = line
  const { done, open, executions } = words[type]
  const during = (period: MoneyReportWire['year']): OrdersSearch => ({
    ...filter,
    ...executedDuring(period),
  })
  return (
    <section aria-label={`${typeLabel[type]} en ${currency}`} className="grid grid-cols-1 gap-5 p-4 sm:p-5">
      <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        <FigureLink
          label={`${done} este trimestre`}
          figure={line.quarter}
          of={executions}
          to={to}
          search={during(quarter)}
        />
        <FigureLink
          label={`${done} este año`}
          figure={line.year}
          of={executions}
          to={to}
          search={during(year)}
        />
        <FigureLink label={open} figure={line.approved} to={to} search={{ ...filter, status: 'approved' }} />
        <FigureLink
          label="Pendiente de aprobar"
          figure={line.pending}
          to={to}
          search={{ ...filter, status: 'pending' }}
        />
      </dl>
      <Months type={type} currency={currency} months={months} to={to} during={during} />
    </section>
  )
}

type FigureLinkProps = {
  label: string
  figure: MoneyLineWire['year']
  /** Noun of the things that the figure counts, one and many; orders where nothing is said. */
  of?: Noun | undefined
  to: string
  search: OrdersSearch
}

type Noun = readonly [one: string, many: string]

/** Amount with its orders behind it. */
function FigureLink({ label, figure, of, to, search }: FigureLinkProps) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd>
        <Money value={figure.amount} className="font-semibold text-xl tracking-tight" />
        <OrdersLink label={label} count={figure.count} of={of} to={to} search={search} />
      </dd>
    </div>
  )
}

type OrdersLinkProps = Omit<FigureLinkProps, 'figure'> & { count: number }

function OrdersLink({ label, count, of = ['pedido', 'pedidos'], to, search }: OrdersLinkProps) {
  const orders = counted(count, ...of)
  if (count === 0) return <span className="block text-ink-soft text-xs">{orders}</span>
  return (
    <Link
      to={to}
      search={search}
      aria-label={`${orders}: ${label}`}
      className="block min-h-6 w-fit rounded-sm text-accent text-xs underline-offset-2 hover:underline touch:min-h-11 touch:min-w-11"
    >
      {orders}
    </Link>
  )
}

type MonthsProps = Pick<MoneyLineWire, 'type' | 'currency' | 'months'> & {
  to: string
  during: (period: MoneyReportWire['year']) => OrdersSearch
}

const MonthsPanel = late(
  async () => (await import('#features/reports/web/money-months-panel.tsx')).MoneyMonthsPanel,
)

/** Months, loaded when they are opened; nothing without any. */
function Months({ type, currency, months, to, during }: MonthsProps) {
  const [isOpen, setOpen] = useState(false)
  if (months.every(({ count }) => count === 0)) return null
  return (
    <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)} className="text-sm">
      <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-accent hover:underline touch:py-3">
        Mes a mes
      </summary>
      {isOpen && (
        <Suspense fallback={<Skeleton className="mt-3 h-72" />}>
          <MonthsPanel
            label={words[type].done}
            currency={currency}
            months={months}
            orders={({ month, count }) => (
              <OrdersLink
                label={`${words[type].done} en ${monthName(month)}`}
                count={count}
                of={words[type].executions}
                to={to}
                search={during(daysOfMonth(month))}
              />
            )}
          />
        </Suspense>
      )}
    </details>
  )
}
