import { useMutation } from '@tanstack/react-query'
import { use } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { parseRate } from '#features/exchange-rates/rules.ts'
import { rateText } from '#features/exchange-rates/text.ts'
import { enterRateMutation } from '#features/exchange-rates/web/queries.ts'
import { type ExchangeRatesWire, enterExchangeRate } from '#features/exchange-rates/wire.ts'
import { dayFromInstant, formatDay } from '#kernel/day.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { currencies } from '#kernel/money.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { ZoneContext } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

/** The endpoint's body, with the rate as people type it: with a comma. */
const schema = enterExchangeRate.body.extend({
  rate: z.string().transform((typed, context) => {
    const rate = parseRate(typed)
    if (rate !== null) return rate
    context.addIssue({
      code: 'custom',
      message: 'Un número mayor que cero, con coma para los decimales: 0,92',
    })
    return z.NEVER
  }),
})

/** Says an exchange rate from a day on. */
export function ExchangeRateDialog({ rates, onClose }: { rates: ExchangeRatesWire; onClose: () => void }) {
  const { own, missing } = rates
  const { mutateAsync: enter } = useMutation(enterRateMutation)
  const today = dayFromInstant(new Date(), use(ZoneContext))
  const offered = currencies.filter(currency => currency !== own)
  const wire = useWireForm<z.input<typeof schema>, BodyOf<typeof enterExchangeRate>>({
    schema,
    defaults: { currency: missing[0] ?? (own === 'USD' ? 'EUR' : 'USD'), rate: '', holdsFrom: today },
    send: async (body, key) => {
      await enter({ body, key })
      notify.success(
        `1 ${body.currency} = ${rateText(body.rate)} ${own} desde el ${formatDay(body.holdsFrom)}`,
      )
      onClose()
    },
  })
  const { form, field, fieldError } = wire
  const [currency, typed] = useWatch({ control: form.control, name: ['currency', 'rate'] })
  const rate = parseRate(typed)
  return (
    <FormDialog
      title="Nuevo tipo de cambio"
      description="Vale desde el día que digas hasta el siguiente de su moneda. Los tipos no se borran: si te equivocas, añade otro del mismo día."
      submitLabel="Añadir"
      wire={wire}
      isDirty={form.formState.isDirty}
      onClose={onClose}
    >
      <Select
        {...field('currency')}
        label="Moneda"
        options={offered.map(each => ({ value: each, label: each }))}
      />
      <TextField
        {...field('rate')}
        label={`A cuántos ${own} cambia una unidad`}
        hint={rate === null ? 'Por ejemplo: 0,92' : `1 ${currency} = ${rateText(rate)} ${own}`}
        inputMode="decimal"
        autoComplete="off"
        className="figures"
      />
      <Controller
        control={form.control}
        name="holdsFrom"
        render={({ field: day }) => <DateField {...day} label="Vale desde" error={fieldError('holdsFrom')} />}
      />
    </FormDialog>
  )
}
