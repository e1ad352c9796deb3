import { BadgeCheck, Check, TriangleAlert, Undo2, X } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { Decision } from '#features/approvals/rules.ts'
import { type Reassigned, reassignedWords } from '#features/approvals/text/reassigned.ts'
import { type Added, addedWords, type DeputySeat, deputySeatWords } from '#features/approvals/text/told.ts'
import { BudgetEffectPanel } from '#features/approvals/web/budget-effect-panel.tsx'
import { commentKey, missingComment } from '#features/approvals/web/text.ts'
import type { ContractWire } from '#features/contracts/wire.ts'
import type { SharedAccountWire } from '#features/providers/wire/shared-account.ts'
import type { MoneyWire } from '#kernel/wire.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { useKeptText } from '#ui/fields/kept-text.ts'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useUnsent } from '#ui/hooks/unsent.ts'
import { late } from '#ui/late.ts'
import { Money } from '#ui/money.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Loaded where something of the payee is to be looked at first. */
const PayeeAlertsPanel = late(
  async () => (await import('#features/approvals/web/payee-alerts-panel.tsx')).PayeeAlertsPanel,
)

/** Loaded for an order that is charged to a cost centre. */
const CentreEffectPanel = late(
  async () => (await import('#features/approvals/web/centre-effect-panel.tsx')).CentreEffectPanel,
)

export type Review = {
  seatId: string
  /** Null for whoever may not know the contract. */
  contract: ContractWire | null
  /** Amount that the order takes from the contract. */
  charge: MoneyWire | null
  /** Order that is charged to a cost centre too; null for one without. */
  centreOrderId: string | null
  /** Order that it reduces, of a credit note: the charge goes back. */
  creditedId: string | null
  /** Name of the principal, when the person decides as a substitute. */
  onBehalfOf: string | null
  stageName: string
  /** Why the decision is this person's, in words. */
  basis: string
  reassigned: Reassigned | null
  added: Added | null
  deputy: DeputySeat | null
  /** Position of the approval among the order's turns, in words; null while loading. */
  step: string | null
  rejectionCommentRequired: boolean
  /** Days since the provider's bank account changed, if recently. */
  bankChangedDays: number | null
  /** True when the provider's account is another than the one that the order pays. */
  paysFormerAccount: boolean
  sharedAccount: SharedAccountWire
  isFirstPayment: boolean
  isProviderOff: boolean
}

/** Effect of the approval on the contract; a credit note has none until it is confirmed. */
function Effect({ review: { contract, charge, creditedId } }: { review: Review }) {
  if (!contract || !charge) return null
  if (creditedId === null) return <BudgetEffectPanel contract={contract} charge={charge} />
  return (
    <p className="text-ink-soft">
      Es un abono de <span className="figures">{creditedId}</span>: no consume presupuesto. Al confirmarse,{' '}
      <Money value={charge} /> vuelven a <span className="figures">{contract.id}</span>.
    </p>
  )
}

/** Why the decision is this person's: under what is to be read first, which must be in sight above the answers. */
function Basis({ review }: { review: Review }) {
  return (
    <div>
      <p className="text-ink-soft">
        {review.onBehalfOf === null ? 'Te' : 'Le'} toca por «{review.stageName}». {review.basis}.
        {review.added && ` ${addedWords(review.added)}.`}
        {review.deputy && ` ${deputySeatWords(review.deputy)}.`}
        {review.reassigned && ` ${reassignedWords(review.reassigned)}.`}
      </p>
      <p className="min-h-4 text-ink-faint text-xs">{review.step}</p>
    </div>
  )
}

type ReviewCardProps = {
  review: Review
  /** Decision being sent. */
  busy: Decision | null
  /** Warning to read before deciding. */
  warning?: ReactNode
  onDecide: (decision: Decision, comment: string) => void
  /** True keeps the two main answers at the bottom of a phone's screen; elsewhere they always stay in sight. */
  isPinnedOnPhone?: boolean
  /** Label of the approve button, which differs between screens. */
  approveLabel?: string
  /** True announces the shortcuts 'a' and 'r', which the screen handles. */
  hasShortcuts?: boolean
}

/** The person's own decision on an order: its effect, its reason, and the three answers. */
export function ReviewCard({
  review,
  busy,
  warning,
  onDecide,
  isPinnedOnPhone = false,
  approveLabel = 'Aprobar documento',
  hasShortcuts = false,
}: ReviewCardProps) {
  const [comment, setComment] = useKeptText(commentKey(review.seatId))
  const [error, setError] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  useUnsent(comment !== '', true)
  const decide = (decision: Decision) => {
    const missing = missingComment(decision, comment, review.rejectionCommentRequired, review.isProviderOff)
    setError(missing)
    if (missing === undefined) onDecide(decision, comment)
    else box.current?.focus()
  }
  return (
    <Card aria-labelledby="review-title" className="ring-1 ring-accent sm:@container">
      <div className="grid grid-cols-1 gap-4 p-4 short:gap-3 short:py-3.5 sm:p-5">
        <header className="flex items-start gap-3">
          <BadgeCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
          <h2 id="review-title" className="min-w-0 font-semibold text-base">
            {review.onBehalfOf === null
              ? 'Tu aprobación está pendiente'
              : `En nombre de ${review.onBehalfOf}`}
          </h2>
        </header>
        {(review.isProviderOff ||
          review.bankChangedDays !== null ||
          review.paysFormerAccount ||
          review.sharedAccount !== null) && (
          <Suspense fallback={<Skeleton className="h-20 w-full rounded-lg" />}>
            <PayeeAlertsPanel review={review} />
          </Suspense>
        )}
        {warning}
        {review.isFirstPayment && (
          <p className="flex items-start gap-2 text-caution">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            Es el primer pago a este proveedor.
          </p>
        )}
        <Basis review={review} />
        <Effect review={review} />
        {review.centreOrderId && (
          <Suspense fallback={<Skeleton className="h-6 w-full" />}>
            <CentreEffectPanel documentId={review.centreOrderId} />
          </Suspense>
        )}
        <TextArea
          ref={box}
          label="Comentarios"
          hint={commentHint(review)}
          rows={2}
          maxLength={2000}
          value={comment}
          error={error}
          onChange={event => {
            setComment(event.target.value)
            setError(undefined)
          }}
        />
        <ReturnButton busy={busy} onReturn={() => decide('return')} className="sm:hidden" />
      </div>
      <footer
        data-pinned
        className={classes(
          'flex flex-wrap items-center justify-end gap-2 rounded-b-xl border-t bg-surface px-4 py-3 short:py-2 sm:px-5',
          'sm:sticky sm:bottom-0',
          isPinnedOnPhone &&
            'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:rounded-none max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        )}
      >
        <ReturnButton
          busy={busy}
          onReturn={() => decide('return')}
          className="mr-auto @max-md:w-full max-sm:hidden"
        />
        <Button
          icon={<X aria-hidden="true" />}
          busy={busy === 'reject'}
          onClick={() => decide('reject')}
          aria-keyshortcuts={hasShortcuts ? 'r' : undefined}
          className="text-negative max-[22.5rem]:[&>svg]:hidden @max-xs:whitespace-nowrap @max-xs:px-2 @max-xs:[&>svg]:hidden"
        >
          Rechazar
        </Button>
        <Button
          variant="primary"
          icon={<Check aria-hidden="true" />}
          busy={busy === 'approve'}
          onClick={() => decide('approve')}
          aria-keyshortcuts={hasShortcuts ? 'a' : undefined}
          className="@max-md:flex-1 max-[22.5rem]:[&>svg]:hidden @max-xs:whitespace-nowrap @max-xs:px-2 @max-xs:[&>svg]:hidden max-sm:flex-1"
        >
          {approveLabel}
        </Button>
      </footer>
    </Card>
  )
}

const eitherFormat = new Intl.ListFormat('es', { type: 'disjunction' })

/** When a comment has to be written. */
const commentHint = ({ rejectionCommentRequired, isProviderOff }: Review): string => {
  const when = [
    ...(isProviderOff ? ['apruebas'] : []),
    ...(rejectionCommentRequired ? ['rechazas'] : []),
    'devuelves',
  ]
  return `Obligatorio si ${eitherFormat.format(when)}.`
}

type ReturnButtonProps = { busy: Decision | null; onReturn: () => void; className: string }

/** Return button: beside the other two; on a phone above them, because three pinned buttons would cover the order. */
function ReturnButton({ busy, onReturn, className }: ReturnButtonProps) {
  return (
    <Button
      icon={<Undo2 aria-hidden="true" />}
      busy={busy === 'return'}
      onClick={onReturn}
      className={className}
    >
      Devolver para cambios
    </Button>
  )
}
