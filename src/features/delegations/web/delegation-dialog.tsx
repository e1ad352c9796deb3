import { useMutation } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { coverages } from '#features/delegations/rules.ts'
import { coverageWords } from '#features/delegations/text.ts'
import { makeDelegationMutation } from '#features/delegations/web/queries.ts'
import { type CandidateWire, type NewDelegation, NewDelegationWire } from '#features/delegations/wire.ts'
import type { Currency } from '#kernel/money.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Combobox } from '#ui/fields/combobox.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type DelegationDialogProps = {
  /** True when the principal is another person, chosen in the form. */
  isForAnother?: boolean
  candidates: readonly CandidateWire[]
  today: string
  currency: Currency
  onClose: () => void
}

type Input = z.input<typeof NewDelegationWire>

/** New delegation: substitute, duties, days and largest amount. */
export function DelegationDialog({ isForAnother = false, candidates, ...props }: DelegationDialogProps) {
  const { today, currency, onClose } = props
  const make = useMutation(makeDelegationMutation)
  const wire = useWireForm<Input, NewDelegation>({
    schema: NewDelegationWire,
    defaults: {
      fromId: isForAnother ? '' : null,
      toId: '',
      startsOn: today,
      endsOn: '',
      covers: 'approve',
      max: null,
    },
    send: async (body, key) => {
      await make.mutateAsync({ body, key })
      notify.success('Sustitución guardada')
      onClose()
    },
  })
  const { form } = wire
  return (
    <FormDialog
      title={isForAnother ? 'Nueva sustitución' : 'Elegir sustituto'}
      description="Durante esos días hará en su lugar lo que aquí elijas, con los pedidos que esperan a la persona sustituida; siempre consta quién lo hizo y en nombre de quién."
      submitLabel="Guardar"
      wire={wire}
      isDirty={form.formState.isDirty}
      onClose={onClose}
    >
      {isForAnother && (
        <PersonField form={form} name="fromId" label="Persona ausente" candidates={candidates} />
      )}
      <PersonField
        form={form}
        name="toId"
        label="Sustituto"
        candidates={candidates.filter(({ isYou }) => !isYou)}
        {...(isForAnother && { hint: 'Tú no apareces: solo otra persona administradora puede nombrarte.' })}
      />
      <Select
        {...form.register('covers')}
        label="En su lugar"
        hint="Nadie ejecuta lo que pidió o decidió, ni en su nombre ni en el de otra persona."
        error={form.formState.errors.covers?.message}
        options={coverages.map(covers => ({ value: covers, label: coverageWords[covers] }))}
      />
      <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
        <DayField form={form} name="startsOn" label="Desde" />
        <DayField form={form} name="endsOn" label="Hasta, inclusive" />
      </div>
      <LimitFields form={form} currency={currency} />
    </FormDialog>
  )
}

type FormOf = UseFormReturn<Input, unknown, NewDelegation>

type PersonFieldProps = {
  form: FormOf
  name: 'fromId' | 'toId'
  label: string
  hint?: string
  candidates: readonly CandidateWire[]
}

function PersonField({ form, name, label, hint, candidates }: PersonFieldProps) {
  const options = candidates.map(person => ({
    value: person.userId,
    label: person.name,
    detail: person.email,
  }))
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Combobox
          {...field}
          value={field.value ?? ''}
          label={label}
          options={options}
          {...(hint && { hint })}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

type DayFieldProps = { form: FormOf; name: 'startsOn' | 'endsOn'; label: string }

function DayField({ form, name, label }: DayFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <DateField {...field} label={label} error={fieldState.error?.message} />
      )}
    />
  )
}

/** Limit of the delegation: none covers every order; an invalid amount is an error, never no limit. */
function LimitFields({ form, currency }: { form: FormOf; currency: Currency }) {
  const isLimited = form.watch('max') != null
  return (
    <>
      <Checkbox
        label="Solo hasta un monto"
        note="Los pedidos que lo superen, o en otra moneda, esperan a la persona sustituida."
        checked={isLimited}
        onChange={event =>
          form.setValue('max', event.target.checked ? { minor: '', currency } : null, { shouldDirty: true })
        }
      />
      {isLimited && (
        <Controller
          control={form.control}
          name="max.minor"
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              value={field.value ?? ''}
              label="Monto máximo"
              currency={currency}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </>
  )
}
