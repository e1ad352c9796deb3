import { Link } from '@tanstack/react-router'
import type { DecidedLineWire, OpenLineWire } from '#features/bank/wire.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import { formatDay } from '#kernel/day.ts'
import { Money } from '#ui/money.tsx'

type Line = OpenLineWire | DecidedLineWire

/** Facts that the bank tells of a line: when, how much, which way, with whom, and where it stands. */
export function LineFactsPanel({ line }: { line: Line }) {
  const { amount, text, counterparty, counterpartyAccount, returnReason } = line
  // The title says the counterparty, or the text where there is none.
  const details = counterparty === null ? [counterpartyAccount] : [counterpartyAccount, text]
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="wrap-anywhere min-w-0 flex-1 font-medium">{titleText(line)}</p>
        {amount && (
          <p className="text-right">
            <Money value={amount} withCents className="font-semibold" />
            <span className="block text-ink-faint text-xs">
              {amount.minor.startsWith('-') ? 'Cargo' : 'Abono'}
            </span>
          </p>
        )}
      </div>
      <p className="wrap-anywhere text-ink-soft empty:hidden">{details.filter(Boolean).join(' · ')}</p>
      {returnReason !== null && <p className="text-caution">Devuelto: {returnReason}</p>}
      <p className="wrap-anywhere text-ink-faint text-xs">
        {line.bookedOn === null ? '' : `${formatDay(line.bookedOn)} · `}línea {line.place} de «{line.fileName}
        »
      </p>
    </>
  )
}

const titleText = ({ text, counterparty, endToEndId }: Line): string =>
  counterparty ?? (text || endToEndId || 'Movimiento sin texto')

type LinePaymentsProps = { areaPath: string; payments: OpenLineWire['payments'] }

/** Most orders that are named; the rest are counted. */
const maxNamed = 3

/** The orders that a line is of. */
export function LinePaymentsPanel({ areaPath, payments }: LinePaymentsProps) {
  const rest = payments.length - maxNamed
  return (
    <>
      {payments.slice(0, maxNamed).map(payment => (
        <span key={`${payment.documentId} ${payment.payment}`} className="wrap-anywhere">
          <Link
            to={documentAddress(areaPath, { id: payment.documentId, projectId: payment.projectId })}
            className="figures inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline touch:min-h-11"
          >
            {payment.documentId}
          </Link>{' '}
          {payment.name} · {payment.party}{' '}
        </span>
      ))}
      {rest > 0 && <span className="text-ink-soft">y {rest} más</span>}
    </>
  )
}
