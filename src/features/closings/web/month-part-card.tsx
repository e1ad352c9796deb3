import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { figureKeys, gapKeys, type PartKey } from '#features/closings/rules/parts.ts'
import { figureLabel, gapText } from '#features/closings/text/figures.ts'
import { monthPartQuery, type OfMonth } from '#features/closings/web/queries.ts'
import type { PartOrderWire } from '#features/closings/wire.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Money } from '#ui/money.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Day } from '#ui/time.tsx'

/** Orders behind a figure of the month, of what is missing, or of what came after the close. */
export function MonthPartCard({ areaPath, of, part }: { areaPath: string; of: OfMonth; part: PartKey }) {
  const query = useQuery(monthPartQuery(of, part))
  const count = query.data?.count ?? 0
  const shown = query.data?.items.length ?? 0
  return (
    <Card aria-labelledby="part-title">
      <CardHeader
        id="part-title"
        title={partTitle(part, count)}
        note={shown < count ? `Los ${shown} primeros, de ${count}. La hoja los tiene todos.` : undefined}
      />
      <Loaded query={query} skeleton={<SkeletonRows label="Cargando los pedidos" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="Ninguno">Ningún pedido cuenta aquí.</EmptyState>
          ) : (
            <ul aria-labelledby="part-title" className="mt-3 divide-y border-t">
              {items.map((item, index) => (
                <PartOrder
                  // biome-ignore lint/suspicious/noArrayIndexKey: a payment may move several times in a month
                  key={`${item.documentId} ${item.payment} ${index}`}
                  areaPath={areaPath}
                  item={item}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

function partTitle(part: PartKey, count: number): string {
  const figure = figureKeys.find(key => key === part)
  if (figure) return figureLabel[figure]
  const gap = gapKeys.find(key => key === part)
  return gap ? gapText(gap, count) : 'Después del cierre'
}

function PartOrder({ areaPath, item }: { areaPath: string; item: PartOrderWire }) {
  const { documentId, projectId, payment, payments, day } = item
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <Link
          to={documentAddress(areaPath, { projectId, id: documentId })}
          className="wrap-anywhere inline-flex min-h-6 items-center font-medium hover:underline touch:min-h-11"
        >
          {item.name}
        </Link>
        <p className="wrap-anywhere text-ink-soft text-xs">
          {documentId} · {item.providerName}
          {payments > 1 && ` · pago ${payment} de ${payments}`}
          {day !== null && (
            <>
              {' '}
              · <Day value={day} />
            </>
          )}
        </p>
      </div>
      <Money value={item.amount} withCents className="shrink-0 font-semibold" />
    </li>
  )
}
