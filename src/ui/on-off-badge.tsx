import { CircleCheck, CircleMinus } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'

/** Badge of something that is in use or not. */
export function OnOffBadge({ on, children }: { on: boolean; children: string }) {
  const Icon = on ? CircleCheck : CircleMinus
  return (
    <Badge tone={on ? 'positive' : 'neutral'} icon={<Icon aria-hidden="true" />}>
      {children}
    </Badge>
  )
}
