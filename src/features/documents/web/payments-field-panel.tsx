import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import type { ContractWire } from '#features/contracts/wire.ts'
import type { DocumentWireForm } from '#features/documents/web/document-form.tsx'
import type { Currency } from '#kernel/money.ts'
import { Button } from '#ui/button.tsx'
import { late } from '#ui/late.ts'

/** Loaded once the order has a date to count from, or somebody plans its payments. */
const PlannedPaymentsPanel = late(
  async () => (await import('#features/documents/web/planned-payments-panel.tsx')).PlannedPaymentsPanel,
)

type PaymentsFieldProps = {
  wire: DocumentWireForm
  currency: Currency
  contract: ContractWire | undefined
}

/** When the order is paid: nothing is said of it until there is an invoice date, or somebody wants to. */
export function PaymentsFieldPanel(props: PaymentsFieldProps) {
  const { form } = props.wire
  const [invoiceDate, payments] = useWatch({ control: form.control, name: ['invoiceDate', 'payments'] })
  const plan = () => form.setValue('payments', [{ dueOn: '', amountMinor: '' }], { shouldDirty: true })
  const closed = (
    <Button
      variant="quiet"
      size="sm"
      icon={<Plus aria-hidden="true" />}
      className="-ml-2.5 justify-self-start"
      onClick={plan}
    >
      Vencimientos (opcional)
    </Button>
  )
  if (!invoiceDate && !payments?.length) return closed
  return (
    <Suspense fallback={null}>
      <PlannedPaymentsPanel {...props} />
    </Suspense>
  )
}
