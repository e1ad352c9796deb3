import { CheckCheck, CircleCheck, CircleMinus, CircleX, Clock, Hourglass, OctagonPause } from 'lucide-react'
import { isOverdue, type OrderFlowStatus } from '#features/platform/rules/order-flow.ts'
import { orderFlowLabel } from '#features/platform/text.ts'
import type { OrderFlowWire } from '#features/platform/wire/order-flows.ts'
import { counted } from '#kernel/text.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'

/** Status of an order, in the platform's words. */
export function OrderFlowBadge({ status }: { status: OrderFlowStatus }) {
  const { tone, Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {orderFlowLabel[status]}
    </Badge>
  )
}

/** Badge of an order whose decision, or a part of it, an administrator of its company forced. */
export function ForcedFlowBadge() {
  return (
    <Badge tone="caution" icon={<CircleMinus aria-hidden="true" />}>
      Decisión forzada
    </Badge>
  )
}

const looks = {
  pending: { tone: 'caution', Icon: Clock },
  in_approval: { tone: 'info', Icon: Hourglass },
  blocked: { tone: 'negative', Icon: OctagonPause },
  approved: { tone: 'info', Icon: CircleCheck },
  completed: { tone: 'positive', Icon: CheckCheck },
  rejected: { tone: 'negative', Icon: CircleX },
} as const

type PendingDaysProps = { order: Pick<OrderFlowWire, 'status' | 'pendingDays'> }

/** Days an order has waited: red when it is blocked or has waited for more than five. */
export function PendingDays({ order: { status, pendingDays } }: PendingDaysProps) {
  if (pendingDays === null)
    return (
      <>
        <span aria-hidden="true">—</span>
        <span className="sr-only">No espera</span>
      </>
    )
  return (
    <span className={classes('figures', isOverdue(status, pendingDays) && 'font-semibold text-negative')}>
      {counted(pendingDays, 'día')}
    </span>
  )
}
