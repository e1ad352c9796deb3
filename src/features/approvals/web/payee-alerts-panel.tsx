import type { Review } from '#features/approvals/web/review-card.tsx'
import { bankChangedText } from '#features/approvals/web/text.ts'
import { SharedAccountPanel } from '#features/providers/web/shared-account-panel.tsx'
import { Alert } from '#ui/states.tsx'

type PayeeAlertsProps = {
  review: Pick<Review, 'isProviderOff' | 'bankChangedDays' | 'paysFormerAccount' | 'sharedAccount'>
}

/** Alerts about the payee of an order, to be read before a decision: that it is off, or whose account is paid. */
export function PayeeAlertsPanel({ review }: PayeeAlertsProps) {
  return (
    <>
      {review.isProviderOff && (
        <Alert tone="caution" title="El proveedor está dado de baja">
          Para aprobarlo, explica en los comentarios por qué se paga.
        </Alert>
      )}
      {(review.bankChangedDays !== null || review.paysFormerAccount) && (
        <Alert tone="caution" title={bankChangedText(review.bankChangedDays)}>
          {review.paysFormerAccount
            ? 'El pedido paga en la cuenta anterior. Si debe cobrar en la nueva, devuélvelo para que se corrija.'
            : 'Antes de aprobar, comprueba con el proveedor que la cuenta es suya.'}
        </Alert>
      )}
      <SharedAccountPanel shared={review.sharedAccount} />
    </>
  )
}
