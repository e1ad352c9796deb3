import type { CentreStatus } from '#features/cost-centres/rules.ts'
import { centreStatusLabel } from '#features/cost-centres/text.ts'
import { OnOffBadge } from '#ui/on-off-badge.tsx'

export function CentreStatusBadge({ status }: { status: CentreStatus }) {
  return <OnOffBadge on={status === 'active'}>{centreStatusLabel[status]}</OnOffBadge>
}
