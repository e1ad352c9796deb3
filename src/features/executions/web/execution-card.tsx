import { Clock } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import {
  type RefusedConfirmation,
  RefusedConfirmationPanel,
} from '#features/executions/web/refused-confirmation-panel.tsx'
import { batchAddress, type ConfirmedWhere } from '#features/executions/web/text.ts'
import type { ExecutionStatusWire } from '#features/executions/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Card } from '#ui/card.tsx'
import { late } from '#ui/late.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { loadedAhead } from '#ui/loaded-ahead.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/**
 * Lazy import of the confirmation form, for people who may confirm; screens where that is likely start it before they
 * know.
 */
export const loadConfirmation = () => import('#features/executions/web/confirmation-form.tsx')

const ConfirmationForm = late(async () => (await loadConfirmation()).ConfirmationForm)

/** For orders of several payments, or of which one came back or may. */
const PaymentsCard = late(
  async () => (await import('#features/executions/web/payments-card.tsx')).PaymentsCard,
)

const hasPayments = ({ payments, made, can }: ExecutionStatusWire): boolean =>
  payments.length > 1 ||
  made.some(({ returned }) => returned !== null) ||
  (made.length > 0 && can.giveBack === true)

const NettedCard = late(async () => (await import('#features/executions/web/netted-card.tsx')).NettedCard)

const executed = loadedAhead(
  async () => (await import('#features/executions/web/executed-card.tsx')).ExecutedCard,
)
const rejected = loadedAhead(
  async () => (await import('#features/executions/web/rejected-card.tsx')).RejectedCard,
)
const receipt = loadedAhead(
  async () => (await import('#features/executions/web/receipt-card.tsx')).ReceiptCard,
)

/** Loads what only an order's page shows; the queue of executions does without it. */
export const loadOutcomes = () => Promise.all([executed.load(), rejected.load(), receipt.load()])

/** Placeholder of the form's height. */
export function ConfirmationSkeleton() {
  return <Skeleton className="h-[41rem] w-full rounded-xl sm:h-[30.5rem]" />
}

type ExecutionCardProps = {
  areaPath: string
  document: Pick<
    DocumentRowWire,
    | 'id'
    | 'type'
    | 'name'
    | 'amount'
    | 'payable'
    | 'revision'
    | 'state'
    | 'paymentBatchId'
    | 'providerOff'
    | 'creditedId'
  >
  status: ExecutionStatusWire
  /** Screen that shows it: the queue of executions, or the order's page. */
  where?: ConfirmedWhere
  /** Called once the execution is confirmed or rejected. */
  onDone?: (() => void) | undefined
}

/** Execution of an approved order: to be confirmed, confirmed, or rejected; renders nothing before the approval. */
export function ExecutionCard(props: ExecutionCardProps) {
  const [refused, setRefused] = useState<RefusedConfirmation | null>(null)
  return (
    <>
      {refused && !isOpen(props) && <RefusedConfirmationPanel refused={refused} />}
      {hasPayments(props.status) && (
        <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
          <PaymentsCard document={props.document} status={props.status} />
        </Suspense>
      )}
      {props.status.netted.length > 0 && (
        <Suspense fallback={<Skeleton className="h-28 w-full rounded-xl" />}>
          <NettedCard areaPath={props.areaPath} netted={props.status.netted} />
        </Suspense>
      )}
      <Standing {...props} onRefused={setRefused} />
    </>
  )
}

const isOpen = ({ document, status }: ExecutionCardProps): boolean =>
  document.state === 'approved' && !status.execution && !status.rejection && status.can.confirm === true

type StandingProps = ExecutionCardProps & { onRefused: (refused: RefusedConfirmation) => void }

function Standing({ areaPath, document, status, where = 'page', onRefused, onDone }: StandingProps) {
  const [ExecutedCard] = useState(executed.part)
  const [ReceiptCard] = useState(receipt.part)
  const [RejectedCard] = useState(rejected.part)
  if (status.execution)
    return (
      <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
        <ExecutedCard areaPath={areaPath} execution={status.execution} />
        {status.receipt && <ReceiptCard document={document} receipt={status.receipt} />}
      </Suspense>
    )
  if (status.rejection)
    return (
      <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
        <RejectedCard document={document} status={status} />
      </Suspense>
    )
  if (document.state !== 'approved') return null
  const { confirm } = status.can
  if (confirm !== true) {
    const batchId = confirm.refused === 'in_payment_batch' ? document.paymentBatchId : null
    return (
      <WaitingCard
        title={waitingTitle(document)}
        why={confirm.text}
        batch={batchId === null ? null : { areaPath, batchId }}
        profile={confirm.refused === 'untrusted_account' ? `${areaPath}/profile` : null}
      />
    )
  }
  return (
    <Suspense fallback={<ConfirmationSkeleton />}>
      {status.onBehalfOf !== null && (
        <p className="mb-2 text-info text-sm">En nombre de {status.onBehalfOf}</p>
      )}
      {/* A form for each payment: what was written for one says nothing of the next. */}
      <ConfirmationForm
        key={status.made.length}
        document={document}
        payee={status.payee}
        payments={status.payments}
        proofRequired={status.proofRequired}
        approvedOn={status.approvedOn}
        deliveries={status.deliveries}
        rejectionRefusal={refusalText(status.can.reject)}
        onRefused={onRefused}
        where={where}
        onDone={onDone}
      />
    </Suspense>
  )
}

function waitingTitle({ type, creditedId }: ExecutionCardProps['document']): string {
  if (creditedId !== null) return 'Pendiente de abono'
  return type === 'gasto' ? 'Pendiente de pago' : 'Pendiente de emisión'
}

type WaitingCardProps = {
  title: string
  why: string
  /** Batch that contains the order, to link to. */
  batch: { areaPath: string; batchId: string } | null
  /** Address of the profile, when the remedy is there. */
  profile: string | null
}

function WaitingCard({ title, why, batch, profile }: WaitingCardProps) {
  return (
    <Card className="flex items-start gap-3 p-4 sm:p-5">
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-faint" />
      <div>
        <h2 className="font-semibold text-base">{title}</h2>
        <p className="text-ink-soft">{why}</p>
        {batch && (
          <LinkButton to={batchAddress(batch.areaPath, batch.batchId)} size="sm" className="mt-2">
            Ver la remesa {batch.batchId}
          </LinkButton>
        )}
        {profile && (
          <LinkButton to={profile} size="sm" className="mt-2">
            Ir a mi perfil
          </LinkButton>
        )}
      </div>
    </Card>
  )
}
