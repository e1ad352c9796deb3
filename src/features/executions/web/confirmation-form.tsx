import { useMutation } from '@tanstack/react-query'
import { type BaseSyntheticEvent, use, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { amountToPay } from '#features/documents/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { PayeeCard } from '#features/executions/web/payee-card.tsx'
import { PaymentChoicePanel } from '#features/executions/web/payment-choice-panel.tsx'
import { type Proof, ProofPanel, useProof } from '#features/executions/web/proof-panel.tsx'
import { confirmMutation } from '#features/executions/web/queries.ts'
import type { RefusedConfirmation } from '#features/executions/web/refused-confirmation-panel.tsx'
import { type ConfirmedWhere, sayConfirmed } from '#features/executions/web/text.ts'
import {
  confirmExecution,
  type DeliveryWire,
  type ExecutionStatusWire,
  type PayeeWire,
} from '#features/executions/wire.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { ApiProblem, failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useKeys } from '#ui/hooks/keys.ts'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { useWireForm, type WireForm } from '#ui/hooks/use-wire-form.ts'
import { OnDemand } from '#ui/on-demand.tsx'
import { ZoneContext } from '#ui/time.tsx'
import { notify } from '#ui/toast.ts'

const schema = confirmExecution.body
type Input = z.input<typeof schema>
type Output = z.output<typeof schema>

type ConfirmationFormProps = {
  document: Pick<
    DocumentRowWire,
    'id' | 'type' | 'name' | 'amount' | 'payable' | 'revision' | 'providerOff' | 'creditedId'
  >
  /** Payee of a payment; null of an order to issue. */
  payee: PayeeWire | null
  /** Planned payments: the next that is not made is confirmed, unless the person chooses another. */
  payments: ExecutionStatusWire['payments']
  /** Day of the approval. */
  approvedOn: string | null
  proofRequired: boolean
  /** Files that the provider sent, each of which may be the proof. */
  deliveries: readonly DeliveryWire[]
  /** Reason why the execution cannot be rejected; undefined when it can. */
  rejectionRefusal?: string | undefined
  /** Receives a refused confirmation, because the form may disappear before its error is read. */
  onRefused: (refused: RefusedConfirmation) => void
  where: ConfirmedWhere
  /** Called once the execution is confirmed or rejected. */
  onDone?: (() => void) | undefined
}

/** Confirmation of an execution: the payee of a payment, then date, reference and proof. */
export function ConfirmationForm(props: ConfirmationFormProps) {
  const { document, payee, payments, proofRequired, approvedOn, deliveries, rejectionRefusal, onDone } = props
  const open = payments.filter(({ isPaid }) => !isPaid)
  const [isRejecting, setRejecting] = useState(false)
  const proof = useProof(proofRequired)
  const wire = useConfirmation(document, proof, props)
  const words = wordsFor(document)
  const submit = (event: BaseSyntheticEvent) => {
    event.preventDefault()
    wire.form.setValue('proofFileId', proof.fileId)
    if (proof.mayGo()) void wire.submit(event)
  }
  const number = useWatch({ control: wire.form.control, name: 'payment' })
  const chosen = payments.length > 1 ? open.find(payment => payment.number === number) : undefined
  const isDirty = wire.form.formState.isDirty || proof.isChosen
  useKeys({
    c: () => !wire.busy && wire.form.setFocus('reference'),
    r: () => rejectionRefusal === undefined && setRejecting(true),
  })
  return (
    <>
      {payee && <PayeeCard payee={payee} amount={chosen?.amount ?? amountToPay(document)} />}
      <Card aria-labelledby="confirmation-title" className="ring-1 ring-accent">
        <form noValidate onSubmit={submit} aria-label={words.label}>
          <CardHeader id="confirmation-title" title={words.label} note={words.note} />
          <CardBody className="grid grid-cols-1 gap-4">
            {payments.length > 1 && <PaymentChoicePanel wire={wire} open={open} of={payments.length} />}
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <TextField
                label="Referencia"
                hint={words.reference}
                maxLength={120}
                autoComplete="off"
                aria-keyshortcuts="c"
                {...wire.field('reference')}
              />
              <Controller
                control={wire.form.control}
                name="executedOn"
                render={({ field }) => (
                  <DateField label="Fecha" {...field} error={wire.fieldError('executedOn')} />
                )}
              />
            </div>
            <CommentField wire={wire} document={document} approvedOn={approvedOn} />
            <ProofPanel proof={proof} isRequired={proofRequired} deliveries={deliveries} />
            <FormFailure message={wire.failure} />
          </CardBody>
          {/* At the beginning of the line: the notice that the file is ready comes up at its end. */}
          <CardFooter data-pinned className="sticky bottom-0 rounded-b-xl bg-surface sm:justify-start">
            <Button
              refusal={rejectionRefusal}
              onClick={() => setRejecting(true)}
              aria-keyshortcuts="r"
              className="text-negative"
            >
              Rechazar
            </Button>
            <Button type="submit" variant="primary" busy={wire.busy} refusal={proof.refusal}>
              {words.label}
            </Button>
          </CardFooter>
        </form>
        {isRejecting && (
          <OnDemand
            load={loadRejection}
            props={{
              document,
              onRejected: () => onDone?.(),
              onClose: () => setRejecting(false),
            }}
          />
        )}
        <LeaveGuard isUnsent={isDirty && !wire.busy && !wire.form.formState.isSubmitSuccessful} />
      </Card>
    </>
  )
}

/** Words of the form: the label of its confirmation, a note, and whose reference it wants. */
function wordsFor({ type, creditedId }: ConfirmationFormProps['document']) {
  if (creditedId !== null)
    return {
      label: 'Confirmar abono',
      note: `Está aprobado. Regístralo cuando lo abonado de ${creditedId} se haya devuelto o compensado: su carga vuelve al contrato.`,
      reference: 'La de la devolución, o la del pago que lo compensa.',
    }
  return type === 'gasto'
    ? {
        label: 'Confirmar pago',
        note: 'Está aprobado. Registra aquí el pago cuando lo hayas hecho.',
        reference: 'La de la transferencia.',
      }
    : {
        label: 'Confirmar emisión',
        note: 'Está aprobado. Registra aquí la emisión cuando esté hecha.',
        reference: 'El número de la factura.',
      }
}

type CommentFieldProps = Pick<ConfirmationFormProps, 'document' | 'approvedOn'> & {
  wire: WireForm<Input, Output>
}

/** Comment field, required for a deactivated provider or a date before the approval. */
function CommentField({ wire, document, approvedOn }: CommentFieldProps) {
  const executedOn = useWatch({ control: wire.form.control, name: 'executedOn' })
  const isEarly = approvedOn !== null && executedOn !== '' && executedOn < approvedOn
  const whys = [
    ...(document.providerOff ? ['el proveedor está dado de baja'] : []),
    ...(isEarly ? ['la fecha es anterior a la aprobación'] : []),
  ]
  return (
    <TextArea
      label="Comentario"
      optional={whys.length === 0}
      hint={whys.length === 0 ? undefined : `Explica por qué se paga: ${whys.join(' y ')}.`}
      rows={2}
      maxLength={2000}
      {...wire.field('comment')}
    />
  )
}

const loadRejection = async () =>
  (await import('#features/executions/web/rejection-dialog.tsx')).RejectionDialog

function useConfirmation(
  document: ConfirmationFormProps['document'],
  proof: Proof,
  {
    payments,
    onRefused,
    onDone,
    where,
  }: Pick<ConfirmationFormProps, 'payments' | 'onRefused' | 'onDone' | 'where'>,
) {
  const { id, revision } = document
  const zone = use(ZoneContext)
  const { mutateAsync } = useMutation(confirmMutation)
  return useWireForm<Input, Output>({
    schema,
    defaults: {
      revision,
      executedOn: dayFromInstant(new Date(), zone),
      reference: '',
      comment: '',
      proofFileId: null,
      payment: payments.length > 1 ? (payments.find(({ isPaid }) => !isPaid)?.number ?? null) : null,
    },
    send: async (body, key) => {
      await mutateAsync({ documentId: id, body, key }).catch(error => {
        if (error instanceof ApiProblem && error.problem.status === 409) {
          onRefused({ ...body, error })
          notify.error(`${id}: tu confirmación no se ha registrado`, {
            description: `${failureMessage(error)} Habías escrito la referencia ${body.reference}.`,
          })
        }
        throw error
      })
      sayConfirmed(document, proof.fileId !== null, where)
      onDone?.()
    },
  })
}
