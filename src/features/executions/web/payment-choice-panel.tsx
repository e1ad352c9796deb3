import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import type { confirmExecution, ExecutionStatusWire } from '#features/executions/wire.ts'
import { formatDay } from '#kernel/day.ts'
import { formatMoney } from '#kernel/money.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { Select } from '#ui/fields/select.tsx'
import type { WireForm } from '#ui/hooks/use-wire-form.ts'

type Body = typeof confirmExecution.body

type PaymentChoicePanelProps = {
  wire: WireForm<z.input<Body>, z.output<Body>>
  /** Payments that are not made. */
  open: ExecutionStatusWire['payments']
  /** Number of all payments. */
  of: number
}

/** Choice of the payment that is confirmed, of an order that plans several. */
export function PaymentChoicePanel({ wire, open, of }: PaymentChoicePanelProps) {
  return (
    <Controller
      control={wire.form.control}
      name="payment"
      render={({ field: { value, onChange, ...field } }) => (
        <Select
          {...field}
          label="Vencimiento que se paga"
          value={String(value ?? '')}
          onChange={event => onChange(Number(event.target.value))}
          error={wire.fieldError('payment')}
          options={open.map(({ number, dueOn, amount }) => ({
            value: String(number),
            label: `${number} de ${of} · ${formatMoney(moneyFromWire(amount))} · vence el ${formatDay(dueOn)}`,
          }))}
        />
      )}
    />
  )
}
