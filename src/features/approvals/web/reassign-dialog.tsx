import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { PersonPanel } from '#features/approvals/web/person-panel.tsx'
import type { Sent } from '#features/approvals/web/queries.ts'
import { listEligibleReplacements, reassignSeat } from '#features/approvals/wire/reassignment.ts'
import type { DocumentDetailWire, SeatWire } from '#features/approvals/wire.ts'
import { ordersChanged } from '#features/documents/web/queries.ts'
import { ownHandWords } from '#features/projects/text.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { problemType } from '#kernel/problem.ts'
import { ApiProblem, call, failureMessage } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

/** People who could have a seat instead of its approver; refetched each time. */
const eligibleReplacementsQuery = (documentId: string, seatId: string) =>
  queryOptions({
    gcTime: 0,
    staleTime: 0,
    queryKey: ['approvals', 'replacements', documentId, seatId],
    queryFn: ({ signal }) => call(listEligibleReplacements, { params: { documentId, seatId }, signal }),
  })

/** Invalidates the orders also after a refusal, because the order is no longer as it was shown. */
const reassignMutation = mutationOptions({
  mutationFn: ({ seatId, ...sent }: Sent<BodyOf<typeof reassignSeat>> & { seatId: string }) =>
    call(reassignSeat, {
      params: { documentId: sent.documentId, seatId },
      body: sent.body,
      idempotencyKey: sent.key,
    }),
  onSettled: ordersChanged,
})

const schema = reassignSeat.body
type Input = z.input<typeof schema>
type Output = z.output<typeof schema>

type ReassignDialogProps = {
  document: Pick<DocumentDetailWire, 'id' | 'revision'>
  seat: SeatWire
  onClose: () => void
}

/** Reassignment of one person's open approval to somebody else, who is notified. */
export function ReassignDialog({ document, seat, onClose }: ReassignDialogProps) {
  const { mutateAsync } = useMutation(reassignMutation)
  const replacements = useQuery(eligibleReplacementsQuery(document.id, seat.id))
  const wire = useWireForm<Input, Output>({
    schema,
    defaults: { revision: document.revision, userId: '', reason: '' },
    send: async (body, key) => {
      try {
        await mutateAsync({ documentId: document.id, seatId: seat.id, body, key })
      } catch (error) {
        if (!isAboutPerson(error)) throw error
        blamePerson(failureMessage(error))
        return
      }
      notify.success('Aprobación reasignada')
      onClose()
    },
  })
  const blamePerson = (message: string) =>
    wire.form.setError('userId', { type: 'server', message }, { shouldFocus: true })
  const none = replacements.data?.items.length === 0
  return (
    <FormDialog
      title={`Reasignar la aprobación de ${seat.approverName}`}
      description={`Otra persona decidirá ${document.id} en su lugar y recibirá una notificación. Solo cambia este pedido.`}
      submitLabel="Reasignar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      refusal={none ? nobodyElse(replacements.data?.isYours ?? false) : undefined}
      onClose={onClose}
    >
      <Controller
        control={wire.form.control}
        name="userId"
        render={({ field, fieldState }) => (
          <PersonPanel
            {...field}
            query={replacements}
            {...(replacements.data?.isYours && { hint: ownHandWords })}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextArea
        label="Motivo"
        hint="Lo leerán quienes ven el pedido."
        rows={2}
        maxLength={500}
        {...wire.field('reason')}
      />
    </FormDialog>
  )
}

const nobodyElse = (isYours: boolean): string =>
  isYours ? ownHandWords : 'No hay nadie más que pueda aprobar este pedido'

/** True for a refusal about the chosen person, which is shown beside the field. */
const isAboutPerson = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && aboutPerson.some(kind => error.problem.type === problemType(kind))

const aboutPerson = [
  'person_not_eligible',
  'substitute_is_author',
  'substitute_has_seat',
  'executor_cannot_approve',
  'own_hand',
]
