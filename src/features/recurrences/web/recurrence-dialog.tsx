import { useMutation } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { nextDueDays, type Period, periods } from '#features/recurrences/rules.ts'
import { periodLabel } from '#features/recurrences/text.ts'
import { changeRecurrenceMutation, repeatMutation } from '#features/recurrences/web/queries.ts'
import { RecurrenceTermsWire } from '#features/recurrences/wire.ts'
import { dayFrom, formatDay } from '#kernel/day.ts'
import type { Currency } from '#kernel/money.ts'
import { problemType } from '#kernel/problem.ts'
import { ApiProblem } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm, type WireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type Terms = z.input<typeof RecurrenceTermsWire>
type TermsForm = WireForm<Terms, RecurrenceTermsWire>

type RecurrenceDialogProps = {
  documentId: string
  /** Recurrence to change; null for a new one. */
  recurrence: { readonly id: string; readonly revision: number } | null
  currency: Currency
  terms: Terms
  onClose: () => void
}

/** Terms of a recurrence: what the next orders say, and when they fall due. */
export function RecurrenceDialog({
  documentId,
  recurrence,
  currency,
  terms,
  onClose,
}: RecurrenceDialogProps) {
  const wire = useTermsForm({ documentId, recurrence, terms, onSaved: onClose })
  const { form, field, fieldError } = wire
  return (
    <FormDialog
      title={recurrence ? 'Cambiar la repetición' : 'Repetir este pedido'}
      description="En cada fecha se crea un pedido como este, en tu nombre, y se te avisa. Cada uno espera sus aprobaciones: ninguno se aprueba solo."
      submitLabel={recurrence ? 'Guardar' : 'Repetir'}
      wire={wire}
      isDirty={form.formState.isDirty}
      onClose={onClose}
    >
      <TextField {...field('name')} label="Nombre" hint="Cada pedido lleva además su mes." />
      <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
        <Controller
          control={form.control}
          name="everyMonths"
          render={({ field: chosen }) => (
            <Select
              {...chosen}
              label="Se repite"
              options={periods.map(period => ({ value: String(period), label: periodLabel[period] }))}
              value={String(chosen.value)}
              onChange={event => chosen.onChange(Number(event.target.value))}
              error={fieldError('everyMonths')}
            />
          )}
        />
        <Controller
          control={form.control}
          name="amountMinor"
          render={({ field: amount }) => (
            <MoneyField {...amount} label="Monto" currency={currency} error={fieldError('amountMinor')} />
          )}
        />
      </div>
      <DayFields wire={wire} />
      <TextArea {...field('description')} label="Descripción" optional />
      <DueDaysPreview wire={wire} />
    </FormDialog>
  )
}

type Saving = Pick<RecurrenceDialogProps, 'documentId' | 'recurrence' | 'terms'> & { onSaved: () => void }

function useTermsForm({ documentId, recurrence, terms, onSaved }: Saving): TermsForm {
  const repeat = useMutation(repeatMutation)
  const change = useMutation(changeRecurrenceMutation)
  return useWireForm<Terms, RecurrenceTermsWire>({
    schema: RecurrenceTermsWire,
    defaults: terms,
    send: async (body, key) => {
      const sending = recurrence
        ? change.mutateAsync({
            recurrenceId: recurrence.id,
            body: { ...body, revision: recurrence.revision },
            key,
          })
        : repeat.mutateAsync({ documentId, body, key })
      await sending.catch(blameFirstDay)
      notify.success('Repetición guardada', { description: `El próximo, el ${formatDay(body.firstOn)}.` })
      onSaved()
    },
  })
}

/** Shows a first day that is refused at its field. */
function blameFirstDay(error: unknown): never {
  if (!(error instanceof ApiProblem) || error.problem.type !== problemType('first_day_in_past')) throw error
  const issue = { pointer: '/firstOn', code: 'first_day_in_past', message: error.problem.title }
  throw new ApiProblem({ ...error.problem, issues: [issue] })
}

function DayFields({ wire: { form, fieldError } }: { wire: TermsForm }) {
  const hasEnd = useWatch({ control: form.control, name: 'endsOn' }) !== null
  return (
    <>
      <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
        <Controller
          control={form.control}
          name="firstOn"
          render={({ field }) => <DateField {...field} label="Próxima fecha" error={fieldError('firstOn')} />}
        />
        {hasEnd && (
          <Controller
            control={form.control}
            name="endsOn"
            render={({ field }) => (
              <DateField
                {...field}
                value={field.value ?? ''}
                label="Hasta, inclusive"
                error={fieldError('endsOn')}
              />
            )}
          />
        )}
      </div>
      <Checkbox
        label="Termina en una fecha"
        checked={hasEnd}
        onChange={event => form.setValue('endsOn', event.target.checked ? '' : null, { shouldDirty: true })}
      />
    </>
  )
}

/** Number of due days that the form shows. */
const shownDays = 3

function DueDaysPreview({ wire: { form } }: { wire: TermsForm }) {
  const [first, every, last] = useWatch({ control: form.control, name: ['firstOn', 'everyMonths', 'endsOn'] })
  const firstOn = dayFrom(first)
  const everyMonths: Period | undefined = periods.find(period => period === every)
  const endsOn = last == null ? null : dayFrom(last)
  const days = firstOn && everyMonths ? nextDueDays({ firstOn, everyMonths, endsOn }, 0, shownDays + 1) : []
  const shown = days.slice(0, shownDays).map(formatDay)
  return (
    <p aria-live="polite" className="min-h-5 text-ink-soft text-sm">
      {shown.length > 0 && (
        <>
          Se creará el <span className="figures">{shown.join(', el ')}</span>
          {days.length > shownDays ? '…' : '.'}
        </>
      )}
    </p>
  )
}
