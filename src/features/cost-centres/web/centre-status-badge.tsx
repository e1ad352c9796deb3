import type { CentreStatus } from '#features/cost-centres/rules.ts'
import { OnOffBadge } from '#ui/on-off-badge.tsx'

export function CentreStatusBadge({ status }: { status: CentreStatus }) {
  return <OnOffBadge on={status === 'active'}>{labels[status]}</OnOffBadge>
}

const labels: { readonly [status in CentreStatus]: string } = { active: 'Activo', inactive: 'Inactivo' }
