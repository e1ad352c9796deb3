import { useMutation } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { costCentreBudgetMutation } from '#features/cost-centres/web/queries.ts'
import { CentreBudgetWire, type CentreDetailWire } from '#features/cost-centres/wire/calls.ts'
import { add, minorFromText } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

type Input = z.input<typeof CentreBudgetWire>
type BudgetDialogProps = { centre: CentreDetailWire; year: number; onClose: () => void }

/** Dialog that sets the budget of a year, or takes it away, with a reason that stays in the history. */
export function BudgetDialog({ centre, year: opened, onClose }: BudgetDialogProps) {
  const { mutateAsync } = useMutation(costCentreBudgetMutation)
  const wire = useWireForm<Input, z.output<typeof CentreBudgetWire>>({
    schema: CentreBudgetWire,
    defaults: {
      revision: centre.revision,
      year: opened,
      totalMinor: budgetIn(centre, opened) ?? '',
      reason: '',
    },
    send: async (body, key) => {
      // As the page shows it by now: whoever was refused as stale sees the change behind the dialog.
      const { revision } = centre
      await mutateAsync({ costCentreId: centre.id, body: { ...body, revision }, key })
      notify.success(
        body.totalMinor === null
          ? `El año ${body.year} queda sin presupuesto`
          : `Presupuesto de ${body.year} fijado`,
      )
      onClose()
    },
  })
  const { control } = wire.form
  const [year, totalMinor] = useWatch({ control, name: ['year', 'totalMinor'] })
  const chooseYear = (chosen: number) => {
    wire.form.setValue('year', chosen, { shouldDirty: true })
    wire.form.setValue('totalMinor', budgetIn(centre, chosen) ?? '', { shouldDirty: true })
  }
  return (
    <FormDialog
      title={`Presupuesto de ${centre.code}`}
      submitLabel="Guardar presupuesto"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4">
        <Controller
          control={control}
          name="year"
          render={({ field, fieldState }) => (
            <Select
              {...field}
              label="Año"
              onChange={({ target }) => chooseYear(Number(target.value))}
              options={yearsFor(centre, opened).map(each => ({ value: `${each}`, label: `${each}` }))}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="totalMinor"
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              value={field.value ?? ''}
              disabled={field.value === null}
              label="Presupuesto del año"
              currency={centre.currency}
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
      {budgetIn(centre, year) !== null && (
        <Checkbox
          label="Quitar el presupuesto"
          note="El año cuenta lo que gasta y deja de tener límite."
          checked={totalMinor === null}
          onChange={({ target }) =>
            wire.form.setValue('totalMinor', target.checked ? null : '', { shouldDirty: true })
          }
        />
      )}
      <TooLittle centre={centre} year={year} totalMinor={totalMinor} />
      <TextArea {...wire.field('reason')} label="Motivo" rows={3} />
    </FormDialog>
  )
}

/** Digits of a year's budget; null for a year without one. */
const budgetIn = ({ years }: CentreDetailWire, year: number): string | null =>
  years.find(each => each.year === year)?.total?.minor ?? null

/** Years to choose from: those around the current one, and those that the centre has. */
function yearsFor({ years, thisYear }: CentreDetailWire, opened: number): readonly number[] {
  const around = [-1, 0, 1, 2, 3].map(step => thisYear.year + step)
  return [...new Set([...around, opened, ...years.map(({ year }) => year)])].toSorted((a, b) => b - a)
}

type TooLittleProps = { centre: CentreDetailWire; year: number; totalMinor: string | null }

/** Hint while the budget is typed; the server decides. */
function TooLittle({ centre, year, totalMinor }: TooLittleProps) {
  const sums = centre.years.find(each => each.year === year)
  if (!sums || totalMinor === null || !/^\d+$/.test(totalMinor)) return null
  const taken = add(moneyFromWire(sums.committed), moneyFromWire(sums.used))
  if (minorFromText(totalMinor) >= taken.minor) return null
  return (
    <Alert tone={centre.overrunPolicy === 'bloquear' ? 'negative' : 'caution'} title="Menos de lo consumido">
      {centre.overrunPolicy === 'bloquear'
        ? 'El centro bloquea lo que supera su presupuesto, y ya se han consumido '
        : 'El año quedará excedido: ya se han consumido '}
      <Money value={taken} />.
    </Alert>
  )
}
