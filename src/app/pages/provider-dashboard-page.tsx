import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Banknote, FileCheck, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { NewRequestLink } from '#app/pages/provider-orders-page.tsx'
import { useArea } from '#app/use-area.ts'
import type { DocumentStatus, DocumentType } from '#features/documents/rules.ts'
import { situationText, statusLabel, typeLabel } from '#features/documents/text.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { statementQuery } from '#features/executions/web/queries.ts'
import type { StatementWire } from '#features/executions/wire.ts'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Day, InstantDay } from '#ui/time.tsx'

/** Dashboard of the provider: its orders, what it has to issue, and what it was paid. */
export function ProviderDashboardPage() {
  const query = useQuery(statementQuery)
  return (
    <>
      <PageHeader title="Panel" subtitle="Cómo van tus pedidos y tus cobros" actions={<NewRequestLink />} />
      <Loaded query={query} skeleton={<DashboardSkeleton />}>
        {statement => (statement.totals.length === 0 ? <NoOrders /> : <Statement statement={statement} />)}
      </Loaded>
    </>
  )
}

function NoOrders() {
  const { areaPath } = useArea()
  const projects: string = `${areaPath}/projects`
  return (
    <Card>
      <EmptyState
        icon={<Inbox />}
        title="Aún no tienes pedidos"
        action={<LinkButton to={projects}>Ver mis proyectos</LinkButton>}
      >
        Pide un pago en uno de tus proyectos, o espera a que la empresa te haga el primer pedido: lo verás
        aquí.
      </EmptyState>
    </Card>
  )
}

function Statement({ statement: { totals, toIssue, paid } }: { statement: StatementWire }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <TotalsCard type="gasto" totals={totals} />
        <TotalsCard type="emision" totals={totals} />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <OrdersCard
          title="Por emitir"
          search={{ type: 'emision', status: 'approved' }}
          empty={
            <EmptyState icon={<FileCheck />} title="No tienes nada por emitir">
              Cuando se apruebe un pedido de emisión para ti, lo verás aquí.
            </EmptyState>
          }
        >
          {toIssue.map(document => (
            <OrderLines key={document.id} document={document}>
              Pedido el <InstantDay value={document.createdAt} />
            </OrderLines>
          ))}
        </OrdersCard>
        <OrdersCard
          title="Últimos cobros"
          search={{ type: 'gasto', status: 'paid' }}
          empty={
            <EmptyState icon={<Banknote />} title="Aún no se te ha pagado nada">
              Cuando se ejecute uno de tus pagos, verás aquí su fecha y su referencia.
            </EmptyState>
          }
        >
          {paid.map(({ document, executedOn, reference }) => (
            <OrderLines key={document.id} document={document}>
              Pagado el <Day value={executedOn} /> · {reference}
              {document.receipt !== 'received' &&
                ` · ${situationText(document) ?? 'Recepción por confirmar'}`}
            </OrderLines>
          ))}
        </OrdersCard>
      </div>
    </div>
  )
}

const titles = { gasto: 'Lo que se te paga', emision: 'Lo que emites' } as const
const statuses = ['pending', 'approved', 'paid', 'rejected'] as const

type TotalsCardProps = { type: DocumentType; totals: StatementWire['totals'] }

function TotalsCard({ type, totals }: TotalsCardProps) {
  return (
    <Card aria-label={titles[type]} className="min-w-0 overflow-hidden">
      <header className="flex items-baseline justify-between gap-3 px-4 pt-4 sm:px-5">
        <h2 className="font-semibold text-base">{titles[type]}</h2>
        <p className="text-ink-faint text-xs">{typeLabel[type]}</p>
      </header>
      <ul className="grid grid-cols-2 gap-2 p-3 sm:p-4">
        {statuses.map(status => (
          <li key={status} className="grid">
            <TotalLink
              type={type}
              status={status}
              totals={totals.filter(total => total.type === type && total.status === status)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type TotalLinkProps = TotalsCardProps & { status: DocumentStatus }

/** Number and sum of some orders, as a link to them. */
function TotalLink({ type, status, totals }: TotalLinkProps) {
  const { areaPath } = useArea()
  const to: string = `${areaPath}/orders`
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  const word = status === 'paid' && type === 'emision' ? 'Emitido' : statusLabel[status]
  return (
    <Link
      to={to}
      search={{ type, status }}
      className="grid min-w-0 content-start gap-0.5 rounded-lg border bg-page px-3 py-2.5 transition-colors hover:border-line-strong hover:bg-hover"
    >
      <span className="flex items-baseline justify-between gap-2 text-ink-soft">
        {word}s <span className="figures font-medium text-ink">{count}</span>
      </span>{' '}
      {totals.length === 0 ? (
        <span className="text-ink-faint">Ninguno</span>
      ) : (
        totals.map(({ amount }) => (
          <Money key={amount.currency} value={amount} className="font-semibold sm:text-lg" />
        ))
      )}
    </Link>
  )
}

type OrdersCardProps = {
  title: string
  /** Filter of the link to all of them. */
  search: { type: DocumentType; status: DocumentStatus }
  empty: ReactNode
  children: readonly ReactNode[]
}

function OrdersCard({ title, search, empty, children }: OrdersCardProps) {
  const { areaPath } = useArea()
  const all: string = `${areaPath}/orders`
  return (
    <Card aria-label={title} className="min-w-0 overflow-hidden">
      <header className="flex min-h-12 items-center justify-between gap-3 border-b py-1.5 pr-2 pl-4 sm:pl-5">
        <h2 className="font-semibold text-base">{title}</h2>
        <LinkButton to={all} search={search} variant="quiet" size="sm" aria-label={`Ver todos: ${title}`}>
          Ver todos
        </LinkButton>
      </header>
      {children.length === 0 ? empty : <ul className="divide-y">{children}</ul>}
    </Card>
  )
}

function OrderLines({ document, children }: { document: DocumentRowWire; children: ReactNode }) {
  const { areaPath } = useArea()
  return (
    <li className="relative px-4 py-3 transition-colors hover:bg-hover sm:px-5">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          to={documentAddress(areaPath, document)}
          className="min-w-0 truncate font-medium after:absolute after:inset-0"
        >
          {document.name}
        </Link>
        <Money value={document.amount} className="font-medium" />
      </div>
      <p className="text-ink-faint text-xs">
        <span className="figures">{document.id}</span> · {document.projectName} · {children}
      </p>
    </li>
  )
}

function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Cargando el panel" className="grid grid-cols-1 gap-6">
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <Skeleton className="h-52 w-full" />
        <Skeleton className="h-52 w-full" />
      </div>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-56 w-full" />
      </div>
    </div>
  )
}
