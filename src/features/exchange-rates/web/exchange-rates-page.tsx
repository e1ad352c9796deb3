import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Plus } from 'lucide-react'
import { useState } from 'react'
import { rateText } from '#features/exchange-rates/text.ts'
import { exchangeRatesQuery } from '#features/exchange-rates/web/queries.ts'
import type { ExchangeRatesWire, ExchangeRateWire } from '#features/exchange-rates/wire.ts'
import { formatDay } from '#kernel/day.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Alert, EmptyState } from '#ui/states.tsx'
import { InstantDay } from '#ui/time.tsx'

const loadDialog = async () =>
  (await import('#features/exchange-rates/web/exchange-rate-dialog.tsx')).ExchangeRateDialog

/** Exchange rates of the company: those that hold, and those before. */
export function ExchangeRatesPage() {
  const query = useQuery(exchangeRatesQuery)
  const [isAdding, setAdding] = useState(false)
  const { data } = query
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Tipos de cambio"
        subtitle="A cuánto cambian otras monedas para comparar montos con las reglas de los flujos"
        crumbs={[{ label: 'Configuración', to: '/empresa/settings' }]}
        actions={
          data && (
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              refusal={refusalText(data.can.enter)}
              onClick={() => setAdding(true)}
            >
              Añadir tipo de cambio
            </Button>
          )
        }
      />
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando los tipos de cambio" />}>
        {rates => (
          <div className="grid grid-cols-1 gap-4">
            {rates.missing.length > 0 && <Missing {...rates} />}
            <p className="max-w-prose text-ink-soft text-sm">
              Un pedido en otra moneda se compara con los montos de un flujo al tipo que vale el día en que se
              envía, redondeando hacia arriba. El pedido conserva ese tipo: uno nuevo vale para los que se
              envíen después y, si vale desde el día de su envío, para los bloqueados sin aprobador.
            </p>
            <Table
              label="Tipos de cambio"
              columns={columns}
              rows={rates.items}
              rowKey={({ id }) => id}
              card={rate => <Card rate={rate} />}
              empty={
                <EmptyState title="Todavía no hay tipos de cambio">
                  Añade uno por cada moneda de tus contratos que no sea {rates.own}.
                </EmptyState>
              }
            />
          </div>
        )}
      </Loaded>
      {isAdding && data && (
        <OnDemand load={loadDialog} props={{ rates: data, onClose: () => setAdding(false) }} />
      )}
    </div>
  )
}

function Missing({ missing, own }: Pick<ExchangeRatesWire, 'missing' | 'own'>) {
  const named = new Intl.ListFormat('es', { type: 'conjunction' }).format(missing)
  return (
    <Alert tone="caution" title={`Falta el tipo de cambio de ${named} a ${own}`}>
      Hay contratos en {missing.length === 1 ? 'esa moneda' : 'esas monedas'}: sus pedidos no se pueden
      comparar con los montos de una regla que esté en otra.
    </Alert>
  )
}

const equalsText = ({ currency, against, rate }: ExchangeRateWire): string =>
  `1 ${currency} = ${rateText(rate)} ${against}`

const Current = () => (
  <Badge tone="positive" icon={<CircleCheck aria-hidden="true" />}>
    Vale hoy
  </Badge>
)

const columns: readonly Column<ExchangeRateWire>[] = [
  { id: 'currency', header: 'Moneda', cell: ({ currency }) => currency },
  {
    id: 'rate',
    header: 'Tipo de cambio',
    cell: rate => <span className="figures">{equalsText(rate)}</span>,
  },
  {
    id: 'from',
    header: 'Desde',
    cell: ({ holdsFrom }) => <span className="figures">{formatDay(holdsFrom)}</span>,
  },
  { id: 'state', header: 'Estado', cell: ({ isCurrent }) => isCurrent && <Current /> },
  {
    id: 'by',
    header: 'Añadido',
    cell: ({ enteredByName, enteredAt }) => (
      <span className="text-ink-soft">
        {enteredByName}, <InstantDay value={enteredAt} />
      </span>
    ),
  },
]

function Card({ rate }: { rate: ExchangeRateWire }) {
  return (
    <div className="grid gap-1">
      <p className="flex items-center justify-between gap-3">
        <span className="figures font-medium">{equalsText(rate)}</span>
        {rate.isCurrent && <Current />}
      </p>
      <p className="text-ink-soft text-xs">
        Desde {formatDay(rate.holdsFrom)} · {rate.enteredByName}, <InstantDay value={rate.enteredAt} />
      </p>
    </div>
  )
}
