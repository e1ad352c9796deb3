import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { documentAddress } from '#features/documents/web/text.ts'
import type { ExecutionStatusWire } from '#features/executions/wire.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'

type Netted = ExecutionStatusWire['netted']
type NettedCardProps = { areaPath: string; netted: Netted }

/** Netting of an order in a batch: the credit notes that reduce its transfers, or the payment that it reduces itself. */
export function NettedCard({ areaPath, netted }: NettedCardProps) {
  const transfers = [...Map.groupBy(netted, ({ payment }) => payment)]
  return (
    <Card aria-labelledby="netted-title">
      <CardHeader
        id="netted-title"
        title={
          <span className="flex items-center gap-2">
            <Scale aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
            Compensación en remesa
          </span>
        }
      />
      <ul className="divide-y divide-line">
        {transfers.map(([payment, nettings]) => (
          <li key={payment} className="grid grid-cols-1 gap-1 px-4 py-3 sm:px-5">
            {nettings.map(netting => (
              <p
                key={netting.documentId}
                className="flex flex-wrap items-baseline justify-between gap-x-4 text-ink-soft"
              >
                <span>
                  {netting.isCreditNote ? 'Se descuenta el abono ' : 'Se descuenta del pago de '}
                  <OtherOrder areaPath={areaPath} netting={netting} />
                </span>
                <Money value={netting.amount} withCents />
              </p>
            ))}
            {nettings[0] && (
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>{transfers.length > 1 ? `Transferencia del pago ${payment}` : 'Transferencia'}</span>
                <Money value={nettings[0].transferred} withCents className="font-medium" />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function OtherOrder({ areaPath, netting }: { areaPath: string; netting: Netted[number] }) {
  const { documentId: id, projectId } = netting
  if (projectId === null) return <span className="figures">{id}</span>
  return (
    <Link
      to={documentAddress(areaPath, { id, projectId })}
      className="figures font-medium text-accent underline"
    >
      {id}
    </Link>
  )
}
