import { useQuery } from '@tanstack/react-query'
import { CirclePause, CirclePlay, Pencil, Scale } from 'lucide-react'
import { useState } from 'react'
import { companyQuery } from '#features/companies/web/queries.ts'
import type { CentreDetailWire } from '#features/cost-centres/wire/calls.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

type Asking = 'terms' | 'budget' | 'status' | null

/** Actions of an administrator on a centre; whoever only reads sees none. */
export function CentreActionsPanel({ centre }: { centre: CentreDetailWire }) {
  const [asking, setAsking] = useState<Asking>(null)
  const { can, status } = centre
  if (can.change !== true && can.change.refused === 'forbidden') return null
  const isActive = status === 'active'
  return (
    <>
      <Button
        variant="primary"
        icon={<Scale aria-hidden="true" />}
        refusal={refusalText(can.setBudget)}
        onClick={() => setAsking('budget')}
      >
        Fijar presupuesto
      </Button>
      <Button
        icon={<Pencil aria-hidden="true" />}
        refusal={refusalText(can.change)}
        onClick={() => setAsking('terms')}
      >
        Editar
      </Button>
      <Button
        icon={isActive ? <CirclePause aria-hidden="true" /> : <CirclePlay aria-hidden="true" />}
        refusal={refusalText(isActive ? can.deactivate : can.activate)}
        onClick={() => setAsking('status')}
      >
        {isActive ? 'Desactivar' : 'Activar'}
      </Button>
      <OpenDialog centre={centre} asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

type OpenDialogProps = { centre: CentreDetailWire; asking: Asking; onClose: () => void }

function OpenDialog({ asking, ...given }: OpenDialogProps) {
  const company = useQuery({ ...companyQuery, enabled: asking === 'terms' })
  const { thisYear, status } = given.centre
  if (asking === null) return null
  if (asking === 'budget') return <OnDemand load={loadBudget} props={{ ...given, year: thisYear.year }} />
  if (asking === 'status')
    return (
      <OnDemand load={loadStatus} props={{ ...given, to: status === 'active' ? 'inactive' : 'active' }} />
    )
  return company.data ? <OnDemand load={loadTerms} props={{ ...given, company: company.data }} /> : null
}

export const loadBudget = async () =>
  (await import('#features/cost-centres/web/budget-dialog.tsx')).BudgetDialog
const loadStatus = async () => (await import('#features/cost-centres/web/status-dialog.tsx')).StatusDialog
const loadTerms = async () => (await import('#features/cost-centres/web/centre-dialog.tsx')).EditCentreDialog
