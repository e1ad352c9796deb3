import { useMutation } from '@tanstack/react-query'
import { CheckCheck, CircleHelp, MessageCircleReply, OctagonAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DocumentType, Receipt } from '#features/documents/rules.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import type { DisputeCause } from '#features/executions/rules/receipt.ts'
import { causeLabel } from '#features/executions/text/receipt.ts'
import { receiveMutation } from '#features/executions/web/queries.ts'
import type { ReceiptAnswerWire, ReceiptWire } from '#features/executions/wire/receipt.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { Instant } from '#ui/instant.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { notify } from '#ui/toast.ts'

type ReceiptCardProps = { document: Pick<DocumentRowWire, 'id' | 'type'>; receipt: ReceiptWire }

/** Receipt of an execution: the recipient's answers, and the company's resolution. */
export function ReceiptCard({ document, receipt: { answers, can } }: ReceiptCardProps) {
  const last = answers.at(-1)?.answer ?? null
  const { title, Icon, look } = looks[last ?? 'none']
  const maySay = can.receive === true || can.dispute === true
  return (
    <Card aria-labelledby="receipt-title">
      <CardHeader
        id="receipt-title"
        title={
          <span className="flex items-center gap-2">
            <Icon aria-hidden="true" className={`size-5 shrink-0 ${look}`} />
            {maySay && last === null ? questions[document.type] : title}
          </span>
        }
        note={last === null && !maySay ? waiting[document.type] : undefined}
      />
      {(answers.length > 0 || maySay) && (
        <CardBody className="grid grid-cols-1 gap-4">
          {answers.length > 0 && <Answers answers={answers} />}
          <Actions document={document} answered={answers.length} can={can} />
        </CardBody>
      )}
    </Card>
  )
}

const looks = {
  none: { title: 'Recepción', Icon: CircleHelp, look: 'text-ink-faint' },
  received: { title: 'Recepción confirmada', Icon: CheckCheck, look: 'text-positive' },
  disputed: { title: 'En disputa', Icon: OctagonAlert, look: 'text-negative' },
  resolved: { title: 'Disputa resuelta', Icon: MessageCircleReply, look: 'text-info' },
} as const

const questions: { readonly [type in DocumentType]: string } = {
  gasto: '¿Has recibido este pago?',
  emision: '¿Has recibido lo emitido?',
}

const waiting: { readonly [type in DocumentType]: string } = {
  gasto: 'El proveedor aún no ha dicho si ha recibido el pago',
  emision: 'El cliente aún no ha dicho si ha recibido lo emitido',
}

function Answers({ answers }: { answers: readonly ReceiptAnswerWire[] }) {
  return (
    <ol aria-label="Respuestas sobre la recepción" className="grid grid-cols-1 gap-3">
      {answers.map(answer => (
        <li key={answer.number}>
          <p>
            <span className="font-medium">{wordFor(answer)}</span>{' '}
            <span className="text-ink-faint text-xs">
              {answer.byName && `${answer.byName} · `}
              <Instant value={answer.at} exact />
            </span>
          </p>
          {answer.comment !== null && (
            <p className="wrap-anywhere whitespace-pre-line text-ink-soft">«{answer.comment}»</p>
          )}
        </li>
      ))}
    </ol>
  )
}

const answerLabel: { readonly [answer in Exclude<Receipt, 'disputed'>]: string } = {
  received: 'Recibido',
  resolved: 'Resuelto por la empresa',
}

const wordFor = ({ answer, cause }: ReceiptAnswerWire): string =>
  answer === 'disputed' ? causeLabel[cause ?? 'not_received'] : answerLabel[answer]

type ActionsProps = {
  document: ReceiptCardProps['document']
  answered: number
  can: ReceiptWire['can']
}

function Actions({ document, answered, can }: ActionsProps) {
  const { mutateAsync, isPending } = useMutation(receiveMutation)
  const submission = useSubmission()
  const [failure, setFailure] = useState<string | null>(null)
  const [asking, setAsking] = useState<DisputeCause | 'resolution' | null>(null)
  const receive = async () => {
    const body = { answered, comment: null }
    setFailure(null)
    try {
      await submission(body, key => mutateAsync({ documentId: document.id, body, key }))
      notify.success('Recepción confirmada', { description: 'La empresa ya lo sabe.' })
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }
  const dialogProps = { documentId: document.id, answered, onClose: () => setAsking(null) }
  return (
    <>
      <FormFailure message={failure} />
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:*:w-full">
        {can.receive === true && (
          <Button variant="primary" busy={isPending} onClick={receive}>
            Confirmar recepción
          </Button>
        )}
        {can.dispute === true && (
          <>
            <Ask onAsk={() => setAsking('not_received')}>{causeLabel.not_received}</Ask>
            <Ask onAsk={() => setAsking('not_correct')}>{causeLabel.not_correct}</Ask>
          </>
        )}
        {can.resolve === true && (
          <Button variant="primary" onClick={() => setAsking('resolution')}>
            Resolver disputa
          </Button>
        )}
      </div>
      {asking === 'resolution' && <OnDemand load={loadResolution} props={dialogProps} />}
      {asking !== null && asking !== 'resolution' && (
        <OnDemand load={loadDispute} props={{ ...dialogProps, cause: asking }} />
      )}
    </>
  )
}

const Ask = ({ onAsk, children }: { onAsk: () => void; children: ReactNode }) => (
  <Button onClick={onAsk} className="text-negative">
    {children}
  </Button>
)

const loadDispute = async () => (await import('#features/executions/web/dispute-dialog.tsx')).DisputeDialog
const loadResolution = async () =>
  (await import('#features/executions/web/resolution-dialog.tsx')).ResolutionDialog
