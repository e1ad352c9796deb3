import { CircleCheck, CircleMinus, CircleX, Clock, Undo2 } from 'lucide-react'
import { type SeatLook, seatLabel } from '#features/approvals/web/text.ts'
import { Badge } from '#ui/badge.tsx'

/** Status of one person's approval. */
export function SeatBadge({ status }: { status: SeatLook }) {
  const { tone, Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {seatLabel[status]}
    </Badge>
  )
}

const looks = {
  pending: { tone: 'caution', Icon: Clock },
  approved: { tone: 'positive', Icon: CircleCheck },
  rejected: { tone: 'negative', Icon: CircleX },
  returned: { tone: 'caution', Icon: Undo2 },
  overridden: { tone: 'caution', Icon: CircleMinus },
  skipped: { tone: 'neutral', Icon: CircleMinus },
  void: { tone: 'neutral', Icon: CircleMinus },
} as const
