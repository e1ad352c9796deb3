import { useQuery } from '@tanstack/react-query'
import { CheckCheck, CirclePause, CirclePlay, EllipsisVertical, Pencil, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { companyQuery } from '#features/companies/web/queries.ts'
import type { ContractStatus } from '#features/contracts/rules.ts'
import type { ContractDossierWire } from '#features/contracts/wire/calls.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/dialogs/menu.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

type Asking = 'terms' | 'amend' | ContractStatus | null
type ContractActionsPanelProps = { contract: ContractWire; dossier: ContractDossierWire }

/** Actions of the administration on a contract; other people see none. */
export function ContractActionsPanel({ contract, dossier }: ContractActionsPanelProps) {
  const [asking, setAsking] = useState<Asking>(null)
  const { can } = dossier
  const refusal = refusalText(can.change)
  if (can.change !== true && can.change.refused === 'forbidden') return null
  return (
    <>
      <Button icon={<Pencil aria-hidden="true" />} refusal={refusal} onClick={() => setAsking('terms')}>
        Editar
      </Button>
      <Button
        icon={<Scale aria-hidden="true" />}
        refusal={refusal}
        onClick={() => setAsking('amend')}
        className="max-sm:px-2 max-sm:[&>svg]:hidden"
      >
        Modificar monto
      </Button>
      <StatusMenu can={can} onChoose={setAsking} />
      <OpenDialog contract={contract} dossier={dossier} asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

type StatusMenuProps = { can: ContractDossierWire['can']; onChoose: (to: ContractStatus) => void }

/** Menu of the statuses that the current one may change to; there is always at least one. */
function StatusMenu({ can, onChoose }: StatusMenuProps) {
  const items: readonly [keyof typeof can, ContractStatus, string, ReactNode][] = [
    ['complete', 'completed', 'Completar', <CheckCheck key="icon" aria-hidden="true" />],
    ['deactivate', 'inactive', 'Desactivar', <CirclePause key="icon" aria-hidden="true" />],
    ['reactivate', 'active', 'Reactivar', <CirclePlay key="icon" aria-hidden="true" />],
  ]
  const open = items.filter(([verb]) => can[verb] === true)
  if (open.length === 0) return null
  return (
    <Menu
      trigger={
        <Button
          size="icon"
          aria-label="Más acciones"
          title="Más acciones"
          className="max-sm:flex-none!"
          icon={<EllipsisVertical aria-hidden="true" />}
        />
      }
      items={open.map(([, to, label, icon]) => ({ label, icon, onSelect: () => onChoose(to) }))}
    />
  )
}

type OpenDialogProps = ContractActionsPanelProps & { asking: Asking; onClose: () => void }

function OpenDialog({ asking, ...given }: OpenDialogProps) {
  const company = useQuery({ ...companyQuery, enabled: asking === 'terms' })
  if (asking === null) return null
  if (asking === 'amend') return <OnDemand load={loadAmend} props={given} />
  if (asking !== 'terms') return <OnDemand load={loadStatus} props={{ ...given, to: asking }} />
  return company.data ? <OnDemand load={loadTerms} props={{ ...given, company: company.data }} /> : null
}

const loadAmend = async () => (await import('#features/contracts/web/amend-dialog.tsx')).AmendDialog
const loadStatus = async () => (await import('#features/contracts/web/status-dialog.tsx')).StatusDialog
const loadTerms = async () => (await import('#features/contracts/web/terms-dialog.tsx')).TermsDialog
