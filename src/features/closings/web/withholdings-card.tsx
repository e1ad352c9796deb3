import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { quarterName } from '#features/closings/text/package.ts'
import {
  type OfQuarter,
  quarterFilter,
  requestWithholdings,
  withholdingsQuery,
} from '#features/closings/web/queries.ts'
import type { WithheldWire, WithholdingsWire } from '#features/closings/wire/withholdings.ts'
import { withholdingKindLabel, withholdingText } from '#features/documents/text/breakdown.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import { counted } from '#kernel/text.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { ExportButton } from '#ui/lists/export-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Day } from '#ui/time.tsx'

/** Withholdings of a quarter, by tax id, with the orders behind them. */
export function WithholdingsCard({ areaPath, of }: { areaPath: string; of: OfQuarter }) {
  const query = useQuery(withholdingsQuery(of))
  return (
    <Card aria-labelledby="withholdings-title">
      <CardHeader
        id="withholdings-title"
        title={`Retenciones del ${quarterName(of.quarter)}`}
        note="Para los modelos 111 y 190, por el día en que se pagó. Los alquileres (19 %) van en el 115 y el 180."
        actions={
          <ExportButton filter={quarterFilter(of)} request={requestWithholdings} one="NIF" many="NIF" />
        }
      />
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando las retenciones" />}>
        {found =>
          found.items.length === 0 ? (
            <EmptyState title="Ninguna retención">
              Cuentan los pagos del trimestre cuyo desglose lleva una retención.
            </EmptyState>
          ) : (
            <>
              <Totals found={found} />
              <ul aria-labelledby="withholdings-title" className="divide-y border-t">
                {found.items.map(item => (
                  <Withheld
                    key={`${item.taxId} ${item.name} ${item.kind} ${item.rate} ${item.currency}`}
                    areaPath={areaPath}
                    item={item}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

const Totals = ({ found }: { found: WithholdingsWire }) => (
  <CardBody>
    <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {found.totals.map(({ kind, perceptions, base, withheld }) => (
        <div key={`${kind} ${withheld.currency}`}>
          <dt className="text-ink-soft text-sm">{withholdingKindLabel[kind]}, retenido</dt>
          <dd>
            <Money value={withheld} className="font-semibold text-2xl tracking-tight" />
            <span className="block text-ink-soft text-xs">
              {counted(perceptions, 'percepción', 'percepciones')}, base <Money value={base} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  </CardBody>
)

function Withheld({ areaPath, item }: { areaPath: string; item: WithheldWire }) {
  return (
    <li>
      <details className="px-4 py-3 sm:px-5">
        <summary className="flex cursor-pointer flex-wrap items-start justify-between gap-3">
          <span className="min-w-0">
            <span className="wrap-anywhere block font-medium">{item.name}</span>
            <span className="block text-ink-soft text-xs">
              {item.taxId ?? 'Sin NIF'} · {withholdingText(item)} ·{' '}
              {counted(item.perceptions, 'percepción', 'percepciones')}
            </span>
          </span>
          <span className="grid justify-items-end">
            <Money value={item.withheld} className="font-semibold" />
            <span className="text-ink-soft text-xs">
              base <Money value={item.base} />
            </span>
          </span>
        </summary>
        <ul className="mt-2 grid grid-cols-1 gap-1 border-l pl-3 text-sm">
          {item.orders.map((order, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an order may be paid, returned and paid again on one day
            <li key={`${order.documentId} ${index}`} className="flex flex-wrap justify-between gap-x-3">
              <Link
                to={documentAddress(areaPath, { projectId: order.projectId, id: order.documentId })}
                className="wrap-anywhere inline-flex min-h-6 items-center hover:underline touch:min-h-11"
              >
                {order.documentId} · {order.name}
              </Link>
              <span>
                <Day value={order.day} /> · <Money value={order.withheld} />
              </span>
            </li>
          ))}
          {item.orderCount > item.orders.length && (
            <li className="text-ink-soft">
              Y {counted(item.orderCount - item.orders.length, 'movimiento más', 'movimientos más')}.
            </li>
          )}
        </ul>
      </details>
    </li>
  )
}
