import { Link } from '@tanstack/react-router'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { statusFromState } from '#features/documents/rules.ts'
import { statusText } from '#features/documents/text/kinds.ts'
import { stateNote } from '#features/documents/text.ts'
import { documentAddress } from '#features/documents/web/text.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'

type CreditNotesCardProps = { areaPath: string; document: DocumentDetailWire }

/** Credit notes of an order with what they leave of it; of a credit note, the order that it reduces. */
export function CreditNotesCard({ areaPath, document }: CreditNotesCardProps) {
  const { credited, creditNotes, left, projectId, type, id } = document
  if (credited !== null)
    return (
      <Card aria-labelledby="credit-notes-title">
        <CardHeader id="credit-notes-title" title={`Abono de ${credited.id}`} />
        <CardBody className="grid grid-cols-1 gap-2">
          <Line areaPath={areaPath} order={{ ...credited, projectId }} note="Pedido que reduce" />
          <p className="text-ink-soft">
            Sin contar este abono, quedan por abonar <Money value={credited.left} />.
          </p>
        </CardBody>
      </Card>
    )
  return (
    <Card aria-labelledby="credit-notes-title">
      <CardHeader id="credit-notes-title" title="Abonos" />
      <CardBody className="grid grid-cols-1 gap-2">
        <ul className="divide-y">
          {creditNotes.map(note => (
            <li key={note.id} className="py-1">
              <Line
                areaPath={areaPath}
                order={{ ...note, projectId }}
                note={
                  stateNote[note.state] ??
                  statusText({ status: statusFromState(note.state), type, creditedId: id })
                }
              />
            </li>
          ))}
        </ul>
        <p className="border-t pt-2 text-ink-soft">
          Quedan por abonar <Money value={left} />.
        </p>
      </CardBody>
    </Card>
  )
}

type LineProps = {
  areaPath: string
  order: { id: string; projectId: string; name: string; amount: DocumentDetailWire['amount'] }
  note: string
}

function Line({ areaPath, order, note }: LineProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <Link
          to={documentAddress(areaPath, order)}
          className="inline-flex min-h-6 max-w-full items-center gap-1 text-accent hover:underline touch:min-h-11"
        >
          <span className="figures">{order.id}</span>
          <span className="truncate">{order.name}</span>
        </Link>
        <p className="text-ink-faint text-xs">{note}</p>
      </div>
      <Money value={order.amount} className="font-medium" />
    </div>
  )
}
