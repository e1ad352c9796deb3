import { useController, useWatch } from 'react-hook-form'
import { type TypedBreakdown, toTyped, withTotal } from '#features/documents/rules/typed-breakdown.ts'
import { BreakdownPanel } from '#features/documents/web/breakdown-panel.tsx'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import type { Currency } from '#kernel/money.ts'
import { MoneyField } from '#ui/fields/money-field.tsx'

type AmountFieldProps = { wire: DocumentWireForm; currency: Currency }

/** Amount of an order; another amount divides a breakdown of one line anew. */
export function AmountField({ wire, currency }: AmountFieldProps) {
  const { field } = useController({ control: wire.form.control, name: 'amountMinor' })
  const change = (amountMinor: string) => {
    const { breakdown } = wire.form.getValues()
    if (breakdown) setAmount(wire, withTotal({ amountMinor, breakdown: toTyped(breakdown) }))
    field.onChange(amountMinor)
  }
  return (
    <MoneyField
      label="Monto"
      currency={currency}
      {...field}
      onChange={change}
      error={wire.fieldError('amountMinor')}
    />
  )
}

/** Breakdown of the amount that the form has. */
export function BreakdownField({ wire, currency }: AmountFieldProps) {
  const [type, amountMinor, breakdown] = useWatch({
    control: wire.form.control,
    name: ['type', 'amountMinor', 'breakdown'],
  })
  return (
    <BreakdownPanel
      type={type}
      isCredit={false}
      amountMinor={amountMinor}
      breakdown={breakdown ? toTyped(breakdown) : null}
      currency={currency}
      onChange={typed => setAmount(wire, typed)}
      fieldError={wire.fieldError}
    />
  )
}

type Typed = { amountMinor: string; breakdown: TypedBreakdown | null }

/** Sets the amount and its breakdown, either of which may follow from the other. */
function setAmount({ form }: DocumentWireForm, { amountMinor, breakdown }: Typed) {
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  form.setValue('amountMinor', amountMinor, options)
  form.setValue('breakdown', breakdown, options)
}
