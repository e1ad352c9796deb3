import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useClientsToChoose } from '#features/clients/web/queries.ts'
import type { ContractFormOf } from '#features/contracts/web/contract-form.tsx'
import { refusalText } from '#ui/action-link.tsx'
import { AsideButton } from '#ui/aside-button.tsx'
import { emptyTextFor } from '#ui/fields/choice.ts'
import { Combobox } from '#ui/fields/combobox.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const loadNewClientDialog = async () =>
  (await import('#features/clients/web/client-dialog.tsx')).NewClientDialog

/** Client of a contract, which may be made on the way. */
export function ContractClientPanel({ form }: { form: ContractFormOf }) {
  const clients = useClientsToChoose()
  const [isCreating, setCreating] = useState(false)
  const options = clients.items
    .filter(({ status }) => status === 'active')
    .map(({ id, name, email }) => ({ value: id, label: name, detail: email }))
  return (
    <>
      <Controller
        control={form.control}
        name="clientId"
        render={({ field, fieldState }) => (
          <Combobox
            {...field}
            label="Cliente"
            error={fieldState.error?.message}
            options={options}
            placeholder="Busca por nombre o correo"
            onSearch={clients.search}
            emptyText={emptyTextFor(
              clients,
              options.length,
              'Aún no hay clientes.',
              'Ningún cliente coincide.',
            )}
            aside={
              <AsideButton refusal={refusalText(clients.mayCreate)} onClick={() => setCreating(true)}>
                Nuevo cliente
              </AsideButton>
            }
          />
        )}
      />
      {isCreating && (
        <OnDemand
          load={loadNewClientDialog}
          props={{
            onClose: () => setCreating(false),
            onCreated: id => form.setValue('clientId', id, { shouldDirty: true, shouldValidate: true }),
          }}
        />
      )}
    </>
  )
}
