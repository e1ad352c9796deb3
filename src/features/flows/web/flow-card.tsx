import { Link } from '@tanstack/react-router'
import { Check, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { RuleCards } from '#features/flows/web/rule-card.tsx'
import { type FindName, inputFromRule } from '#features/flows/web/text.ts'
import type { FlowVersionWire } from '#features/flows/wire.ts'
import { counted } from '#kernel/text.ts'
import { Badge } from '#ui/badge.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { InstantDay } from '#ui/time.tsx'

type FlowCardProps = {
  flow: FlowVersionWire
  /** True for the published version. */
  isCurrent: boolean
  findName: FindName
  actions?: ReactNode
}

/** A version of the flow: its rules, date and author. */
export function FlowCard({ flow, isCurrent, findName, actions }: FlowCardProps) {
  return (
    <Card aria-labelledby="flow-title">
      <CardHeader
        id="flow-title"
        title={
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            Versión {flow.version}
            {isCurrent ? (
              <Badge tone="positive" icon={<Check aria-hidden="true" />}>
                Vigente
              </Badge>
            ) : (
              <Badge tone="neutral" icon={<History aria-hidden="true" />}>
                Anterior
              </Badge>
            )}
          </span>
        }
        note={
          <>
            {isCurrent ? 'Desde el ' : 'Publicada el '}
            <InstantDay value={flow.publishedAt} /> · {flow.publishedByName}
            {flow.inFlight > 0 && ` · ${counted(flow.inFlight, 'pedido')} en curso`}
          </>
        }
        actions={actions}
      />
      <CardBody className="grid grid-cols-1 gap-3">
        {flow.note && <p className="break-words text-ink-soft">«{flow.note}»</p>}
        {!isCurrent && (
          <p>
            <Link to="/empresa/settings/flows" className="font-medium text-accent hover:underline">
              Ver la versión vigente
            </Link>
          </p>
        )}
        {flow.rules.length > 1 && (
          <p className="text-ink-soft text-sm">
            Decide la primera regla que el pedido cumple, de arriba abajo.
          </p>
        )}
        <RuleCards rules={flow.rules.map(inputFromRule)} findName={findName} />
      </CardBody>
    </Card>
  )
}
