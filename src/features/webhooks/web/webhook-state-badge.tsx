import { CircleCheck, CirclePause, OctagonAlert, TriangleAlert } from 'lucide-react'
import { webhookStateLabel } from '#features/webhooks/text.ts'
import type { WebhookWire } from '#features/webhooks/wire.ts'
import { Badge } from '#ui/badge.tsx'

/** Badge of a webhook: its state, and whether its calls fail. */
export function WebhookStateBadge({
  webhook: { state, failingSince },
}: {
  webhook: Pick<WebhookWire, 'state' | 'failingSince'>
}) {
  if (state === 'active' && failingSince !== null)
    return (
      <Badge tone="caution" icon={<TriangleAlert aria-hidden="true" />}>
        Sin respuesta buena
      </Badge>
    )
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {webhookStateLabel[state]}
    </Badge>
  )
}

const looks = {
  active: { tone: 'positive', Icon: CircleCheck },
  paused: { tone: 'neutral', Icon: CirclePause },
  switched_off: { tone: 'negative', Icon: OctagonAlert },
} as const
