import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { deliveryStateLabel } from '#features/webhooks/text.ts'
import type { DeliveryWire } from '#features/webhooks/wire/deliveries.ts'
import { Badge } from '#ui/badge.tsx'

/** Badge of a delivery: what became of it. */
export function DeliveryStateBadge({ state }: Pick<DeliveryWire, 'state'>) {
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {deliveryStateLabel[state]}
    </Badge>
  )
}

const looks = {
  waiting: { tone: 'info', Icon: Clock },
  accepted: { tone: 'positive', Icon: CircleCheck },
  failed: { tone: 'negative', Icon: CircleX },
} as const
