import { Plus, Trash2 } from 'lucide-react'
import { paymentsProblems } from '#features/documents/rules/payments.ts'
import { typedMinor } from '#features/documents/rules/typed-breakdown.ts'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import type { PlannedPaymentsWire } from '#features/documents/wire/payments.ts'
import { paymentsIssue } from '#features/documents/wire/payments-issues.ts'
import { maxPayments } from '#features/providers/rules/payment-terms.ts'
import { addDays, dayFrom } from '#kernel/day.ts'
import { type Currency, formatMoney, minorToText, money } from '#kernel/money.ts'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { FieldError } from '#ui/fields/field.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'

type OpenPaymentsPanelProps = {
  payments: PlannedPaymentsWire
  /** Minor units that they have to add up to. */
  payable: bigint
  currency: Currency
  mayBeSeveral: boolean
  fieldError: DocumentWireForm['fieldError']
  onChange: (payments: PlannedPaymentsWire) => void
  onRemove: () => void
}

/** Planned payments, one by one. */
export function OpenPaymentsPanel(props: OpenPaymentsPanelProps) {
  const { payments, payable, currency, mayBeSeveral, fieldError, onChange, onRemove } = props
  const change = (index: number, changed: Partial<PlannedPaymentsWire[number]>) =>
    onChange(payments.map((payment, at) => (at === index ? { ...payment, ...changed } : payment)))
  return (
    <fieldset className="grid grid-cols-1 gap-4 rounded-lg border border-line p-4">
      <legend className="px-1 font-medium text-sm">
        Vencimientos <span className="font-normal text-ink-faint">(opcional)</span>
      </legend>
      {payments.map((payment, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: payments are told apart by their place alone.
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        >
          <DateField
            label={`Vence, pago ${index + 1}`}
            value={payment.dueOn}
            onChange={dueOn => change(index, { dueOn })}
            error={fieldError(`payments.${index}.dueOn`)}
          />
          <MoneyField
            label={`Monto, pago ${index + 1}`}
            className="max-sm:row-start-2"
            currency={currency}
            value={payment.amountMinor}
            onChange={amountMinor => change(index, { amountMinor })}
            error={fieldError(`payments.${index}.amountMinor`)}
          />
          <Button
            variant="quiet"
            icon={<Trash2 aria-hidden="true" />}
            title="Quitar el vencimiento"
            className="mt-6.5"
            onClick={() =>
              payments.length === 1 ? onRemove() : onChange(payments.filter((_, at) => at !== index))
            }
          >
            <span className="sr-only">Quitar el vencimiento {index + 1}</span>
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-3">
        <div aria-live="polite">{problemText(props) && <FieldError>{problemText(props)}</FieldError>}</div>
        <div className="flex flex-wrap gap-2">
          {mayBeSeveral && (
            <Button
              size="sm"
              icon={<Plus aria-hidden="true" />}
              disabled={payments.length >= maxPayments}
              onClick={() => onChange([...payments, nextPayment(payments, payable)])}
            >
              Añadir vencimiento
            </Button>
          )}
          <Button size="sm" onClick={onRemove}>
            Quitar los vencimientos
          </Button>
        </div>
      </div>
    </fieldset>
  )
}

/** Payment of the rest that is still to plan, a month after the last. */
function nextPayment(payments: PlannedPaymentsWire, payable: bigint): PlannedPaymentsWire[number] {
  const left = payments.reduce((rest, { amountMinor }) => rest - typedMinor(amountMinor), payable)
  const last = dayFrom(payments.at(-1)?.dueOn ?? '')
  return { dueOn: last === null ? '' : addDays(last, 30), amountMinor: left > 0n ? minorToText(left) : '' }
}

/** Fault of complete payments; none while one is being typed. */
function problemText({
  payments,
  payable,
  currency,
  fieldError,
}: OpenPaymentsPanelProps): string | undefined {
  const planned = payments.flatMap(({ dueOn, amountMinor }) => {
    const day = dayFrom(dueOn)
    return day === null || amountMinor === '' ? [] : [{ dueOn: day, amountMinor: typedMinor(amountMinor) }]
  })
  if (planned.length < payments.length) return fieldError('payments')
  const [problem] = paymentsProblems(payable, planned)
  return problem && paymentsIssue(problem, minor => formatMoney(money(minor, currency)))
}
