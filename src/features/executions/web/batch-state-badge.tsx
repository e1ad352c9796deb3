import { CheckCheck, CircleX, Clock, Download, Users } from 'lucide-react'
import { batchStateLabel } from '#features/executions/text/batches.ts'
import type { BatchRowWire } from '#features/executions/wire/batches.ts'
import { Badge } from '#ui/badge.tsx'

/** State of a batch: waiting for its release, made, downloaded, confirmed or cancelled. */
export function BatchStateBadge({
  batch,
}: {
  batch: Pick<BatchRowWire, 'state' | 'isDownloaded' | 'release'>
}) {
  if (batch.state === 'open' && batch.release === 'pending')
    return (
      <Badge tone="caution" icon={<Users aria-hidden="true" />}>
        Pendiente de liberar
      </Badge>
    )
  if (batch.state === 'open' && batch.isDownloaded)
    return (
      <Badge tone="info" icon={<Download aria-hidden="true" />}>
        Descargada
      </Badge>
    )
  const { tone, Icon } = looks[batch.state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {batchStateLabel[batch.state]}
    </Badge>
  )
}

const looks = {
  open: { tone: 'caution', Icon: Clock },
  settled: { tone: 'positive', Icon: CheckCheck },
  cancelled: { tone: 'neutral', Icon: CircleX },
} as const
