import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReviewWire } from '#features/executions/wire/batches.ts'
import { counted } from '#kernel/text.ts'
import { Fact, Facts } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'
import { Day } from '#ui/time.tsx'

type BatchReviewPanelProps = {
  /** Area whose providers the names link to; null where they are plain text. */
  areaPath: string | null
  review: ReviewWire
}

/** Review of a batch: count, total, accounts that changed lately or that others have, first payments. */
export function BatchReviewPanel({ areaPath, review }: BatchReviewPanelProps) {
  const { orders, amount, netted, changedAccounts, firstPayments, sharedAccounts } = review
  return (
    <div className="grid grid-cols-1 gap-4">
      <Facts>
        <Fact label="Pedidos">{counted(orders, 'pedido')}</Fact>
        <Fact label="Total">
          <Money value={amount} />
        </Fact>
        {netted && (
          <Fact label="Abonos compensados">
            {netted.creditNotes} · −<Money value={netted.amount} />
          </Fact>
        )}
      </Facts>
      <Providers title="Cuentas que han cambiado en los últimos 30 días" none="Ninguna">
        {changedAccounts.map(({ providerId, name, changedOn }) => (
          <li key={providerId}>
            <ProviderName areaPath={areaPath} id={providerId} name={name} />{' '}
            <span className="text-ink-soft">
              (<Day value={changedOn} />)
            </span>
          </li>
        ))}
      </Providers>
      {sharedAccounts.length > 0 && (
        <Providers title="Otro proveedor activo cobra en la misma cuenta que">
          {sharedAccounts.map(({ providerId, name }) => (
            <li key={providerId}>
              <ProviderName areaPath={areaPath} id={providerId} name={name} />
            </li>
          ))}
        </Providers>
      )}
      <Providers title="Primer pago a" none="Nadie: ya se ha pagado antes a todos">
        {firstPayments.map(({ providerId, name }) => (
          <li key={providerId}>
            <ProviderName areaPath={areaPath} id={providerId} name={name} />
          </li>
        ))}
      </Providers>
    </div>
  )
}

function Providers({ title, none, children }: { title: string; none?: string; children: ReactNode[] }) {
  return (
    <div>
      <h3 className="text-ink-faint text-xs">{title}</h3>
      {children.length === 0 ? (
        <p className="mt-0.5">{none}</p>
      ) : (
        <ul className="mt-0.5 grid grid-cols-1 gap-0.5 font-medium text-caution">{children}</ul>
      )}
    </div>
  )
}

function ProviderName({ areaPath, id, name }: { areaPath: string | null; id: string; name: string }) {
  if (areaPath !== '/empresa') return name
  const address: string = `${areaPath}/providers/${id}`
  return (
    <Link to={address} className="underline-offset-2 hover:underline">
      {name}
    </Link>
  )
}
