import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { PersonPanel } from '#features/approvals/web/person-panel.tsx'
import type { Sent } from '#features/approvals/web/queries.ts'
import { addApprover, listApproverCandidates } from '#features/approvals/wire/added.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { ordersChanged } from '#features/documents/web/queries.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { problemType } from '#kernel/problem.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { ApiProblem, call, failureMessage } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

/** People who could be added to an order; refetched each time. */
const approverCandidatesQuery = (documentId: string) =>
  queryOptions({
    gcTime: 0,
    staleTime: 0,
    queryKey: ['approvals', 'candidates', documentId],
    queryFn: ({ signal }) => call(listApproverCandidates, { params: { documentId }, signal }),
  })

/** Invalidates the orders also after a refusal, because the order is no longer as it was shown. */
const addApproverMutation = mutationOptions({
  mutationFn: ({ documentId, body, key }: Sent<BodyOf<typeof addApprover>>) =>
    call(addApprover, { params: { documentId }, body, idempotencyKey: key }),
  onSettled: ordersChanged,
})

const schema = addApprover.body
type Input = z.input<typeof schema>
type Output = z.output<typeof schema>

type AddApproverDialogProps = {
  document: Pick<DocumentDetailWire, 'id' | 'revision'>
  onClose: () => void
}

/** Addition of one more approver to an order, who is notified. */
export function AddApproverDialog({ document, onClose }: AddApproverDialogProps) {
  const { mutateAsync } = useMutation(addApproverMutation)
  const candidates = useQuery(approverCandidatesQuery(document.id))
  const wire = useWireForm<Input, Output>({
    schema,
    defaults: { revision: document.revision, userId: '', place: 'beside', reason: '' },
    send: async (body, key) => {
      try {
        await mutateAsync({ documentId: document.id, body, key })
      } catch (error) {
        const field = blamedField(error)
        if (field === null) throw error
        blame(field, failureMessage(error))
        return
      }
      notify.success('Aprobador añadido')
      onClose()
    },
  })
  const blame = (field: 'userId' | 'place', message: string) =>
    wire.form.setError(field, { type: 'server', message }, { shouldFocus: true })
  const none = candidates.data?.items.length === 0
  return (
    <FormDialog
      title={`Añadir un aprobador a ${document.id}`}
      description="Este pedido necesitará también su aprobación, y recibirá una notificación. Si el pedido se corrige, sus aprobaciones se piden de nuevo según el flujo."
      submitLabel="Añadir aprobador"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      refusal={none ? 'No hay nadie más que pueda aprobar este pedido' : undefined}
      onClose={onClose}
    >
      <Controller
        control={wire.form.control}
        name="userId"
        render={({ field, fieldState }) => (
          <PersonPanel {...field} query={candidates} error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={wire.form.control}
        name="place"
        render={({ field, fieldState }) => (
          <RadioCards
            {...field}
            label="Cuándo aprueba"
            options={placesToChoose(candidates.data?.can.before ?? true)}
            onChange={value => field.onChange(value)}
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

/** The places; where nobody may be asked before the stage, its card says why. */
const placesToChoose = (before: AbilityWire) => [
  { value: 'beside', label: 'Junto a su etapa', note: 'Se le pide ahora, a la vez que a los demás.' },
  {
    value: 'before',
    label: 'Antes de su etapa',
    note: before === true ? 'Los demás esperan a que apruebe.' : before.text,
  },
]

/** Field that a refusal is about; null for every other error. */
function blamedField(error: unknown): 'userId' | 'place' | null {
  if (!(error instanceof ApiProblem)) return null
  const isAbout = (kind: string) => error.problem.type === problemType(kind)
  if (isAbout('step_begun')) return 'place'
  return aboutPerson.some(isAbout) ? 'userId' : null
}

const aboutPerson = [
  'person_not_eligible',
  'already_asked',
  'own_document',
  'executor_cannot_approve',
  'own_hand',
]
