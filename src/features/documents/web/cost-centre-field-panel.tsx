import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { centreChoicesQuery } from '#features/cost-centres/web/choice-queries.ts'
import type { NamedCentreWire } from '#features/cost-centres/wire.ts'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import type { ProjectWire } from '#features/projects/wire.ts'
import type { Currency } from '#kernel/money.ts'
import { Button } from '#ui/button.tsx'
import { late } from '#ui/late.ts'

/** Loaded once the order has a cost centre, or somebody wants to choose one. */
const CostCentreChoicePanel = late(
  async () => (await import('#features/documents/web/cost-centre-choice-panel.tsx')).CostCentreChoicePanel,
)

export type CostCentreFieldProps = {
  wire: DocumentWireForm
  project: ProjectWire
  currency: Currency
  /** Centre of the order that the form begins from. */
  known: NamedCentreWire | null | undefined
}

/** Cost centre of the order: nothing is said of it where there is none to choose. */
export function CostCentreFieldPanel(props: CostCentreFieldProps) {
  const { wire, project, currency } = props
  const chosen = useWatch({ control: wire.form.control, name: 'costCentreId' })
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(centreChoicesQuery({ clientId: project.clientId, currency }))
  if (isOpen || chosen)
    return (
      <Suspense fallback={null}>
        <CostCentreChoicePanel {...props} isFocused={isOpen} />
      </Suspense>
    )
  if (!data?.items.length) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={<Plus aria-hidden="true" />}
      className="-ml-2.5"
      onClick={() => setOpen(true)}
    >
      Centro de coste (opcional)
    </Button>
  )
}
