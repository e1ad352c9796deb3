import { Controller } from 'react-hook-form'
import { ClientChoicePanel } from '#features/clients/web/client-choice-panel.tsx'
import type { ContractFormOf } from '#features/contracts/web/contract-form.tsx'

/** Client of a contract, which may be made on the way. */
export function ContractClientPanel({ form }: { form: ContractFormOf }) {
  return (
    <Controller
      control={form.control}
      name="clientId"
      render={({ field, fieldState }) => (
        <ClientChoicePanel
          {...field}
          label="Cliente"
          error={fieldState.error?.message}
          noneText="Aún no hay clientes."
        />
      )}
    />
  )
}
