import { Gavel } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'

/** Badge of an order whose decision an administrator forced. */
export function ForcedBadge() {
  return (
    <Badge tone="caution" icon={<Gavel aria-hidden="true" />}>
      Decisión forzada
    </Badge>
  )
}
