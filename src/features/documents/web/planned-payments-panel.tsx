import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import type { ContractWire } from '#features/contracts/wire.ts'
import { payableMinor } from '#features/documents/rules/breakdown.ts'
import { paymentsByTerms } from '#features/documents/rules/payments.ts'
import { knownBreakdown, toTyped, typedMinor } from '#features/documents/rules/typed-breakdown.ts'
import { paymentsText } from '#features/documents/text/payments.ts'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import { type PlannedPaymentsWire, plannedToWire } from '#features/documents/wire/payments.ts'
import type { PaymentTerms } from '#features/providers/rules/payment-terms.ts'
import { paymentTermsText } from '#features/providers/text/payment-terms.ts'
import { providerQuery } from '#features/providers/web/queries.ts'
import { type Currency, minorToText } from '#kernel/money.ts'
import { Button } from '#ui/button.tsx'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** Loaded when somebody plans the payments by hand. */
const OpenPaymentsPanel = late(
  async () => (await import('#features/documents/web/open-payments-panel.tsx')).OpenPaymentsPanel,
)

type PlannedPaymentsProps = {
  wire: DocumentWireForm
  currency: Currency
  contract: ContractWire | undefined
}

/** Days on which the order is paid: by the payment terms, or as the person plans them. Loaded once they can be known. */
export function PlannedPaymentsPanel({ wire, currency, contract }: PlannedPaymentsProps) {
  const { form } = wire
  const [type, amountMinor, breakdown, invoiceDate, providerId, payments] = useWatch({
    control: form.control,
    name: ['type', 'amountMinor', 'breakdown', 'invoiceDate', 'providerId', 'payments'],
  })
  const terms = useTerms(contract, providerId)
  const payable = payableMinor(typedMinor(amountMinor), breakdown ? knownBreakdown(toTyped(breakdown)) : null)
  const byTerms = paymentsByTerms(terms, invoiceDate || null, payable)
  const change = (planned: typeof payments) =>
    form.setValue('payments', planned, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  if (payments && payments.length > 0)
    return (
      <Suspense fallback={<Skeleton className="h-40 w-full rounded-lg" />}>
        <OpenPaymentsPanel
          payments={withAmount(payments, payable)}
          payable={payable}
          currency={currency}
          mayBeSeveral={type === 'gasto'}
          fieldError={wire.fieldError}
          onChange={change}
          onRemove={() => change(terms ? [] : null)}
        />
      </Suspense>
    )
  const isByTerms = payments == null && byTerms.length > 0
  const start = isByTerms
    ? plannedToWire(byTerms)
    : [{ dueOn: '', amountMinor: payable > 0n ? minorToText(payable) : '' }]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      {isByTerms && terms && (
        <p className="text-ink-soft">
          <span className="font-medium text-ink">{byTerms.length === 1 ? 'Vence' : 'Vencimientos'}: </span>
          {paymentsText(byTerms, currency)}{' '}
          <span className="text-ink-faint">({paymentTermsText(terms)})</span>
        </p>
      )}
      <Button
        variant="quiet"
        size="sm"
        icon={<CalendarClock aria-hidden="true" />}
        className="-ml-2.5 justify-self-start"
        onClick={() => change(start)}
      >
        {isByTerms ? 'Cambiar los vencimientos' : 'Vencimientos (opcional)'}
      </Button>
    </div>
  )
}

/** The only payment, of which nobody has said how much, pays everything. */
function withAmount(payments: PlannedPaymentsWire, payable: bigint): PlannedPaymentsWire {
  const [only] = payments
  return payments.length === 1 && only?.amountMinor === '' && only.dueOn === '' && payable > 0n
    ? [{ ...only, amountMinor: minorToText(payable) }]
    : payments
}

/** Terms that hold for the order: its contract's, else its provider's. */
function useTerms(contract: ContractWire | undefined, providerId: string): PaymentTerms | null {
  const own = contract?.paymentTerms ?? null
  const { data } = useQuery({
    ...providerQuery(providerId),
    enabled: providerId !== '' && own === null,
    retry: false,
  })
  return own ?? data?.paymentTerms ?? null
}
