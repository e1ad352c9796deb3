import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { DocumentTypeIcon } from '#features/documents/web/document-type-badge.tsx'
import { documentAddress } from '#features/documents/web/text.ts'
import { contractHoldsQuery } from '#features/reports/web/queries.ts'
import type { ContractHoldsWire, HoldWire } from '#features/reports/wire/holds.ts'
import { counted } from '#kernel/text.ts'
import { failureMessage } from '#ui/api.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { InstantDay } from '#ui/time.tsx'

type HoldsCardProps = { areaPath: string; contractId: string; isProvider: boolean }

/** Orders that hold the contract's money, largest first, with whom they wait for and since when. */
export function HoldsCard({ areaPath, contractId, isProvider }: HoldsCardProps) {
  const query = useQuery(contractHoldsQuery(contractId))
  return (
    <Card aria-labelledby="holds-title">
      <CardHeader
        id="holds-title"
        title="Quién tiene lo que queda"
        note="Pedidos aprobados sin ejecutar y pedidos por aprobar, de mayor a menor."
      />
      {query.data ? (
        <Holds areaPath={areaPath} holds={query.data} isProvider={isProvider} />
      ) : query.error ? (
        <ErrorState
          message={failureMessage(query.error)}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      ) : (
        <Skeleton className="m-4 h-72 sm:m-5" />
      )}
    </Card>
  )
}

type HoldsProps = { areaPath: string; holds: ContractHoldsWire; isProvider: boolean }

function Holds({ areaPath, holds, isProvider }: HoldsProps) {
  const { items, more, others, committed, requested } = holds
  if (items.length + others.count === 0) {
    return (
      <EmptyState icon={<CircleCheck />} title="Nadie retiene nada">
        Ningún pedido espera a que lo aprueben o lo ejecuten.
      </EmptyState>
    )
  }
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 px-4 py-3 sm:px-5">
        <Sum label="Comprometido, sin ejecutar" sum={committed} />
        <Sum label="Solicitado, sin aprobar" sum={requested} />
      </dl>
      <div className="max-h-104 overflow-auto">
        <ul className="divide-y border-t">
          {items.map(hold => (
            <Hold key={hold.id} areaPath={areaPath} hold={hold} isProvider={isProvider} />
          ))}
          {more > 0 && (
            <li className="px-4 py-2.5 text-ink-soft sm:px-5">
              Y {counted(more, 'pedido más pequeño', 'pedidos más pequeños')}.
            </li>
          )}
          {others.count > 0 && (
            <li className="flex items-baseline justify-between gap-3 px-4 py-2.5 text-ink-soft sm:px-5">
              <span>Otros pedidos que no puedes ver ({others.count})</span>
              <Money value={others.amount} />
            </li>
          )}
        </ul>
      </div>
    </>
  )
}

function Sum({ label, sum }: { label: string; sum: ContractHoldsWire['committed'] }) {
  return (
    <div>
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd>
        <Money value={sum.amount} className="font-semibold text-xl" />
        <span className="block text-ink-soft text-xs">{counted(sum.count, 'pedido')}</span>
      </dd>
    </div>
  )
}

function Hold({ areaPath, hold, isProvider }: { areaPath: string; hold: HoldWire; isProvider: boolean }) {
  return (
    <li className="px-4 py-2.5 sm:px-5">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          to={documentAddress(areaPath, hold)}
          className="inline-flex min-h-6 min-w-0 items-center gap-2 rounded-sm font-medium hover:underline touch:min-h-11"
        >
          <DocumentTypeIcon type={hold.type} />
          <span className="truncate">
            {hold.id} · {hold.name}
          </span>
        </Link>
        <Money value={hold.amount} className="font-semibold" />
      </div>
      <p className="text-ink-soft text-xs">
        {hold.projectName} · {waitingText(hold, isProvider)} · desde el <InstantDay value={hold.since} />
      </p>
    </li>
  )
}

/** Text of a hold's wait; for a provider without names. */
function waitingText({ state, waitsFor }: HoldWire, isProvider: boolean): string {
  if (state === 'blocked') return 'bloqueado: no espera a nadie'
  if (state === 'execution_rejected') return 'ejecución rechazada: hay que reintentarla o anularlo'
  const missing = state === 'approved' ? 'falta ejecutarlo' : 'falta aprobarlo'
  if (isProvider) return missing
  return waitsFor.length === 0 ? `${missing}, y nadie puede` : `${missing}: ${names.format(waitsFor)}`
}

const names = new Intl.ListFormat('es', { type: 'conjunction' })
