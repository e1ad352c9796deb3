import { CircleCheck, CircleX, Clock, ListChecks } from 'lucide-react'
import { ForcedFlowBadge } from '#features/platform/web/order-flow-badge.tsx'
import type { StageFlowWire } from '#features/platform/wire/order-flows.ts'
import { Badge } from '#ui/badge.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { EmptyState } from '#ui/states.tsx'

/** Stages of an order with the number of decisions of each, without names. */
export function StageTable({ stages }: { stages: readonly StageFlowWire[] }) {
  return (
    <Table
      label="Etapas"
      columns={columns}
      rows={stages}
      rowKey={({ stage }) => String(stage)}
      empty={
        <EmptyState icon={<ListChecks />} title="Sin etapas">
          Nadie puede aprobar este pedido todavía.
        </EmptyState>
      }
      card={stage => <StageLines stage={stage} />}
    />
  )
}

const columns: readonly Column<StageFlowWire>[] = [
  { id: 'stage', header: 'Etapa', cell: ({ stage }) => <span className="figures">{stage}</span> },
  { id: 'mode', header: 'Se aprueba con', cell: stage => needed(stage) },
  { id: 'approved', header: 'Aprobadas', align: 'end', cell: ({ approved }) => <Count value={approved} /> },
  { id: 'rejected', header: 'Rechazadas', align: 'end', cell: ({ rejected }) => <Count value={rejected} /> },
  { id: 'pending', header: 'Pendientes', align: 'end', cell: ({ pending }) => <Count value={pending} /> },
  { id: 'outcome', header: 'Resultado', cell: stage => <Outcome stage={stage} /> },
]

const Count = ({ value }: { value: number }) => <span className="figures">{value}</span>

function needed({ mode, needed: count, seats }: StageFlowWire): string {
  if (mode === 'any') return `una de ${seats}`
  return mode === 'all' ? `todas (${seats})` : `${count} de ${seats}`
}

function StageLines({ stage }: { stage: StageFlowWire }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="flex items-center justify-between gap-3 font-medium">
        Etapa {stage.stage} <Outcome stage={stage} />
      </p>
      <p className="text-ink-soft">Se aprueba con {needed(stage)}</p>
      <p className="text-ink-faint text-xs">
        Aprobadas: {stage.approved} · Rechazadas: {stage.rejected} · Pendientes: {stage.pending}
      </p>
    </div>
  )
}

const looks = {
  pending: { tone: 'caution', Icon: Clock, label: 'Pendiente' },
  approved: { tone: 'info', Icon: CircleCheck, label: 'Aprobada' },
  rejected: { tone: 'negative', Icon: CircleX, label: 'Rechazada' },
} as const

function Outcome({ stage: { outcome, isForced } }: { stage: StageFlowWire }) {
  const { tone, Icon, label } = looks[outcome]
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {label}
      </Badge>
      {isForced && <ForcedFlowBadge />}
    </span>
  )
}
