import { Controller } from 'react-hook-form'
import type { ContractFormOf } from '#features/contracts/web/contract-form.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'

/** Part of a new contract's total that was spent before, elsewhere; none unless it is said. */
export function OpeningPanel({ form }: { form: ContractFormOf }) {
  const [openingMinor, currency] = form.watch(['openingMinor', 'currency'])
  return (
    <>
      <Checkbox
        label="Ya se había consumido una parte"
        note="Antes de traer aquí el contrato. Cuenta como ejecutada desde el primer pedido."
        checked={openingMinor != null}
        onChange={event =>
          form.setValue('openingMinor', event.target.checked ? '' : null, { shouldDirty: true })
        }
      />
      {openingMinor != null && (
        <Controller
          control={form.control}
          name="openingMinor"
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              value={field.value ?? ''}
              label="Consumido antes"
              currency={currency}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </>
  )
}
