import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useController } from 'react-hook-form'
import { centreChoicesQuery } from '#features/cost-centres/web/choice-queries.ts'
import type { NamedCentreWire } from '#features/cost-centres/wire.ts'
import type { CostCentreFieldProps } from '#features/documents/web/cost-centre-field-panel.tsx'
import { emptyTextFor, useKnown, useTyped } from '#ui/fields/choice.ts'
import { Combobox } from '#ui/fields/combobox.tsx'

type CostCentreChoiceProps = CostCentreFieldProps & {
  /** True when the person has just asked for the field, which then takes the focus. */
  isFocused: boolean
}

/** Field for the order's cost centre, opened: a choice among those that the person may choose for it. */
export function CostCentreChoicePanel({ wire, project, currency, known, isFocused }: CostCentreChoiceProps) {
  const { form } = wire
  const { field } = useController({ control: form.control, name: 'costCentreId' })
  const [typed, search] = useTyped()
  const order = { clientId: project.clientId, currency }
  const first = useQuery(centreChoicesQuery(order))
  const found = useQuery({ ...centreChoicesQuery({ ...order, q: typed }), enabled: typed !== '' })
  const centres = useKnown<NamedCentreWire>(
    ({ id }) => id,
    known ? [known] : [],
    first.data?.items,
    found.data?.items,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (isFocused) form.setFocus('costCentreId')
  }, [])
  return (
    <Combobox
      {...field}
      label="Centro de coste"
      optional
      placeholder="Busca el centro de coste"
      hint="El presupuesto del año que gasta el pedido, además de su contrato."
      value={field.value ?? ''}
      onChange={id =>
        form.setValue('costCentreId', id === '' ? null : id, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        })
      }
      onSearch={search}
      options={centres.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
      emptyText={emptyTextFor(
        first,
        centres.length,
        'Ningún centro de coste para este pedido',
        'Sin resultados',
      )}
      error={wire.fieldError('costCentreId')}
    />
  )
}
