import { useMutation } from '@tanstack/react-query'
import { CircleX, Clock, RotateCw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { ExecutedCard } from '#features/executions/web/executed-card.tsx'
import { retryMutation } from '#features/executions/web/queries.ts'
import { ReceiptCard } from '#features/executions/web/receipt-card.tsx'
import {
  type RefusedConfirmation,
  RefusedConfirmationPanel,
} from '#features/executions/web/refused-confirmation-panel.tsx'
import { batchAddress, type ConfirmedWhere } from '#features/executions/web/text.ts'
import type { ExecutionStatusWire } from '#features/executions/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Instant } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

/**
 * Lazy import of the confirmation form, for people who may confirm; screens where that is likely start it before they
 * know.
 */
export const loadConfirmation = () => import('#features/executions/web/confirmation-form.tsx')

const ConfirmationForm = lazy(async () => ({ default: (await loadConfirmation()).ConfirmationForm }))

/** Placeholder of the form's height. */
export function ConfirmationSkeleton() {
  return <Skeleton className="h-[41rem] w-full rounded-xl sm:h-[30.5rem]" />
}

type ExecutionCardProps = {
  areaPath: string
  document: Pick<
    DocumentRowWire,
    'id' | 'type' | 'name' | 'amount' | 'revision' | 'state' | 'paymentBatchId' | 'providerOff'
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
      <Standing {...props} onRefused={setRefused} />
    </>
  )
}

const isOpen = ({ document, status }: ExecutionCardProps): boolean =>
  document.state === 'approved' && !status.execution && !status.rejection && status.can.confirm === true

type StandingProps = ExecutionCardProps & { onRefused: (refused: RefusedConfirmation) => void }

function Standing({ areaPath, document, status, where = 'page', onRefused, onDone }: StandingProps) {
  if (status.execution)
    return (
      <>
        <ExecutedCard areaPath={areaPath} execution={status.execution} />
        {status.receipt && <ReceiptCard document={document} receipt={status.receipt} />}
      </>
    )
  if (status.rejection) return <RejectedCard document={document} status={status} />
  if (document.state !== 'approved') return null
  const { confirm } = status.can
  if (confirm !== true) {
    const batchId = confirm.refused === 'in_payment_batch' ? document.paymentBatchId : null
    return (
      <WaitingCard
        type={document.type}
        why={confirm.text}
        batch={batchId === null ? null : { areaPath, batchId }}
        profile={confirm.refused === 'untrusted_account' ? `${areaPath}/profile` : null}
      />
    )
  }
  return (
    <Suspense fallback={<ConfirmationSkeleton />}>
      <ConfirmationForm
        document={document}
        payee={status.payee}
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

type WaitingCardProps = {
  type: DocumentRowWire['type']
  why: string
  /** Batch that contains the order, to link to. */
  batch: { areaPath: string; batchId: string } | null
  /** Address of the profile, when the remedy is there. */
  profile: string | null
}

function WaitingCard({ type, why, batch, profile }: WaitingCardProps) {
  return (
    <Card className="flex items-start gap-3 p-4 sm:p-5">
      <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-faint" />
      <div>
        <h2 className="font-semibold text-base">
          {type === 'gasto' ? 'Pendiente de pago' : 'Pendiente de emisión'}
        </h2>
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

type RejectedCardProps = Omit<ExecutionCardProps, 'areaPath'>

function RejectedCard({ document, status: { rejection, can } }: RejectedCardProps) {
  const { mutateAsync, isPending } = useMutation(retryMutation)
  const submission = useSubmission()
  const [failure, setFailure] = useState<string | null>(null)
  const retry = async () => {
    const body = { revision: document.revision }
    setFailure(null)
    try {
      await submission(body, key => mutateAsync({ documentId: document.id, body, key }))
      notify.success('Ejecución reintentada', { description: 'El pedido vuelve a estar por confirmar.' })
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }
  return (
    <Card aria-labelledby="rejected-title">
      <CardHeader
        id="rejected-title"
        title={
          <span className="flex items-center gap-2">
            <CircleX aria-hidden="true" className="size-5 shrink-0 text-negative" />
            Ejecución rechazada
          </span>
        }
        note={
          rejection && (
            <>
              {rejection.byName && `${rejection.byName} · `}
              <Instant value={rejection.at} exact />
            </>
          )
        }
        actions={
          can.retry === true && (
            <Button icon={<RotateCw aria-hidden="true" />} busy={isPending} onClick={retry}>
              Reintentar ejecución
            </Button>
          )
        }
      />
      <CardBody className="grid grid-cols-1 gap-3">
        <p className="whitespace-pre-line">«{rejection?.reason}»</p>
        {can.retry !== true && (
          <p className="text-ink-soft">Quien ejecuta en el proyecto puede reintentarla.</p>
        )}
        <FormFailure message={failure} />
      </CardBody>
    </Card>
  )
}
