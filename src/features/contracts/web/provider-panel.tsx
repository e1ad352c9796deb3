import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { clientsQuery } from '#features/clients/web/queries.ts'
import type { ContractFormOf } from '#features/contracts/web/contract-form.tsx'
import { useProvidersToChoose } from '#features/providers/web/queries.ts'
import type { ProviderWire } from '#features/providers/wire.ts'
import { AsideButton } from '#ui/aside-button.tsx'
import { emptyTextFor } from '#ui/fields/choice.ts'
import { Combobox } from '#ui/fields/combobox.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const loadNewProviderDialog = async () =>
  (await import('#features/providers/web/provider-dialog.tsx')).NewProviderDialog

/** Provider that a provider's contract pays: the contract makes it one of the client's. */
export function ProviderPanel({ form }: { form: ContractFormOf }) {
  const providers = useProvidersToChoose()
  const clients = useQuery(clientsQuery())
  const [isCreating, setCreating] = useState(false)
  const clientId = form.watch('clientId')
  return (
    <div className="grid grid-cols-1 gap-2">
      <Controller
        control={form.control}
        name="providerId"
        render={({ field: { value, onChange, ...field }, fieldState }) => (
          <Combobox
            {...field}
            value={value ?? ''}
            onChange={id => onChange(id === '' ? null : id)}
            label="Proveedor"
            error={fieldState.error?.message}
            options={providers.items.filter(({ status }) => status === 'active').map(toOption)}
            onSearch={providers.search}
            placeholder="Busca por nombre, id o NIF"
            emptyText={emptyTextFor(
              providers,
              providers.items.length,
              'Aún no hay proveedores.',
              'Ningún proveedor coincide.',
            )}
            aside={<AsideButton onClick={() => setCreating(true)}>Nuevo proveedor</AsideButton>}
          />
        )}
      />
      {isCreating && (
        <OnDemand
          load={loadNewProviderDialog}
          props={{
            clients: clients.data?.items ?? [],
            clientIds: clientId === '' ? [] : [clientId],
            onClose: () => setCreating(false),
            onCreated: id => form.setValue('providerId', id, { shouldDirty: true, shouldValidate: true }),
          }}
        />
      )}
    </div>
  )
}

const toOption = ({ id, name, taxId }: ProviderWire) => ({
  value: id,
  label: name,
  detail: [id, taxId].filter(Boolean).join(' · '),
})
