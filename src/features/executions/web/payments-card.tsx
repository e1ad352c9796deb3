import { CalendarClock, CheckCheck, Clock, OctagonAlert, Undo2 } from 'lucide-react'
import { use, useState } from 'react'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { namedWith } from '#features/executions/web/text.ts'
import type { ExecutionStatusWire } from '#features/executions/wire.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { Day, ZoneContext } from '#ui/time.tsx'

type Made = ExecutionStatusWire['made'][number]
type PaymentsCardProps = {
  document: Pick<DocumentRowWire, 'id' | 'revision' | 'state'>
  status: ExecutionStatusWire
}

/** Payment of an order, planned or made: with each attempt to make it. */
type Line = {
  readonly number: number
  readonly amount: Made['amount']
  readonly dueOn: string | null
  readonly isPaid: boolean
  readonly attempts: readonly Made[]
}

const loadReturn = async () =>
  (await import('#features/executions/web/return-payment-dialog.tsx')).ReturnPaymentDialog

/** Payments of an order: when each is due, when it was made, and what came back. */
export function PaymentsCard({ document, status }: PaymentsCardProps) {
  const [returning, setReturning] = useState<Made | null>(null)
  const today = dayFromInstant(new Date(), use(ZoneContext))
  const lines = linesFrom(status)
  const paid = lines.filter(({ isPaid }) => isPaid).length
  return (
    <Card aria-labelledby="payments-title">
      <CardHeader
        id="payments-title"
        title={
          <span className="flex items-center gap-2">
            <CalendarClock aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
            {lines.length > 1 ? 'Vencimientos' : 'Pago'}
          </span>
        }
        note={lines.length > 1 ? `${paid} de ${lines.length} pagados` : undefined}
      />
      <ol className="divide-y divide-line">
        {lines.map(line => (
          <li key={line.number} className="grid grid-cols-1 gap-1 px-4 py-3 sm:px-5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {lines.length > 1 && <span className="figures text-ink-faint">{line.number}</span>}
                {line.dueOn && (
                  <span>
                    Vence el <Day value={line.dueOn} />
                  </span>
                )}
                <PaymentBadge
                  line={line}
                  isLate={line.dueOn !== null && line.dueOn < today && isOpen(document)}
                />
              </span>
              <Money value={moneyFromWire(line.amount)} className="ml-auto font-medium" />
            </p>
            {line.attempts.map(attempt => (
              <Attempt
                key={attempt.attempt}
                made={attempt}
                onReturn={
                  attempt.returned === null && status.can.giveBack === true
                    ? () => setReturning(attempt)
                    : undefined
                }
              />
            ))}
          </li>
        ))}
      </ol>
      {returning && (
        <OnDemand
          load={loadReturn}
          props={{ document, made: returning, onClose: () => setReturning(null) }}
        />
      )}
    </Card>
  )
}

const isOpen = ({ state }: Pick<DocumentRowWire, 'state'>): boolean =>
  state === 'approved' || state === 'execution_rejected'

function PaymentBadge({ line, isLate }: { line: Line; isLate: boolean }) {
  if (line.isPaid)
    return (
      <Badge tone="positive" icon={<CheckCheck aria-hidden="true" />}>
        Pagado
      </Badge>
    )
  if (line.attempts.some(({ returned }) => returned !== null))
    return (
      <Badge tone="negative" icon={<Undo2 aria-hidden="true" />}>
        Devuelto
      </Badge>
    )
  return (
    <Badge
      tone={isLate ? 'negative' : 'neutral'}
      icon={isLate ? <OctagonAlert aria-hidden="true" /> : <Clock aria-hidden="true" />}
    >
      {isLate ? 'Vencido' : 'Pendiente'}
    </Badge>
  )
}

function Attempt({ made, onReturn }: { made: Made; onReturn: (() => void) | undefined }) {
  const { executedOn, reference, executedByName, executedForName, returned } = made
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-soft">
      <p>
        Pagado el <Day value={executedOn} /> con referencia {reference}
        {executedByName && ` · ${namedWith(executedByName, executedForName)}`}
        {returned && (
          <span className="block text-negative">
            Devuelto por el banco el <Day value={returned.on} />: «{returned.reason}»
          </span>
        )}
      </p>
      {onReturn && (
        <Button size="sm" icon={<Undo2 aria-hidden="true" />} onClick={onReturn}>
          Registrar devolución
        </Button>
      )}
    </div>
  )
}

function linesFrom({ payments, made }: ExecutionStatusWire): Line[] {
  const attempts = Map.groupBy(made, ({ payment }) => payment)
  if (payments.length > 0)
    return payments.map(payment => ({ ...payment, attempts: attempts.get(payment.number) ?? [] }))
  return [...attempts].map(([number, each]) => ({
    number,
    amount: each[0]?.amount ?? { minor: '0', currency: 'EUR' },
    dueOn: null,
    isPaid: each.some(({ returned }) => returned === null),
    attempts: each,
  }))
}
