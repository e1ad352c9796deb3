import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompanyWire } from '#features/companies/wire.ts'
import { available } from '#features/contracts/rules/budget.ts'
import { contractTypeLabel } from '#features/contracts/text/labels.ts'
import { contractsOfClientQuery } from '#features/contracts/web/queries.ts'
import { balanceFromWire, type ContractWire } from '#features/contracts/wire.ts'
import { projectWords } from '#features/projects/text.ts'
import { formatDay } from '#kernel/day.ts'
import { refuse } from '#kernel/refusal.ts'
import { AsideButton } from '#ui/aside-button.tsx'
import { Button } from '#ui/button.tsx'
import { MultiPicker } from '#ui/fields/multi-picker.tsx'
import { moneyLabel } from '#ui/money.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const loadNewContractDialog = async () =>
  (await import('#features/contracts/web/contract-dialog.tsx')).NewContractDialog

type ContractsPanelProps = {
  company: CompanyWire
  client: { id: string; name: string } | null
  values: readonly string[]
  onChange: (contractIds: string[]) => void
  error: string | undefined
}

/** Contracts that a project's orders may be charged to, the main one first. */
export function ContractsPanel({ company, client, values, onChange, error }: ContractsPanelProps) {
  const query = useClientContracts(client?.id ?? '')
  const [isCreating, setCreating] = useState(false)
  const contracts = query.data?.items ?? []
  const chosen = contracts.filter(({ id }) => values.includes(id))
  const currencies = new Set(chosen.map(({ balance }) => balance.total.currency))
  const mixed = currencies.size > 1 ? projectWords(refuse('currencies_differ')) : undefined
  return (
    <>
      <MultiPicker
        label="Contratos"
        hint="El primero es el principal: el proyecto toma su moneda."
        placeholder={client === null ? 'Elige antes el cliente' : 'Busca por id o descripción'}
        emptyText={emptyText(client !== null, contracts.length, query.isFetching)}
        options={contracts.filter(({ status }) => status === 'active').map(toOption)}
        values={values}
        onChange={onChange}
        error={mixed ?? error}
        aside={client && <AsideButton onClick={() => setCreating(true)}>Nuevo contrato</AsideButton>}
        beside={(id, index) => (
          <MainMark
            isMain={index === 0}
            onChoose={() => onChange([id, ...values.filter(each => each !== id)])}
          />
        )}
      />
      {isCreating && client && (
        <OnDemand
          load={loadNewContractDialog}
          props={{
            company,
            client,
            onClose: () => setCreating(false),
            onCreated: id => onChange([...values, id]),
          }}
        />
      )}
    </>
  )
}

/** Contracts of the chosen client; not loaded while none is chosen. */
export function useClientContracts(clientId: string) {
  return useQuery({ ...contractsOfClientQuery(clientId), enabled: clientId !== '' })
}

const toOption = ({ id, type, description, endsOn, balance }: ContractWire) => ({
  value: id,
  label: `${id} · ${description}`,
  detail: `${contractTypeLabel[type]} · disponible ${moneyLabel(available(balanceFromWire(balance)))} · hasta ${formatDay(endsOn)}`,
})

function emptyText(hasClient: boolean, count: number, isLoading: boolean): string {
  if (!hasClient) return 'Elige antes el cliente.'
  if (isLoading) return 'Cargando contratos…'
  return count === 0
    ? 'Este cliente aún no tiene contratos: crea el primero.'
    : 'Ningún otro contrato activo.'
}

function MainMark({ isMain, onChoose }: { isMain: boolean; onChoose: () => void }) {
  if (isMain) {
    return (
      <span className="rounded-full bg-accent-soft px-2.5 py-0.5 font-medium text-accent text-xs">
        Principal
      </span>
    )
  }
  return (
    <Button variant="quiet" size="sm" onClick={onChoose}>
      Hacer principal
    </Button>
  )
}
