import { useMutation } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { forceMutation } from '#features/approvals/web/queries.ts'
import { forceDecision } from '#features/approvals/wire/forced.ts'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { RadioCards } from '#ui/fields/radio-cards.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = forceDecision.body
type Input = z.input<typeof schema>

type ForceDecisionDialogProps = { document: DocumentDetailWire; onClose: () => void }

/** Decision of an administrator in the place of all who are still asked. */
export function ForceDecisionDialog({ document, onClose }: ForceDecisionDialogProps) {
  const { mutateAsync } = useMutation(forceMutation)
  const wire = useWireForm<Input, z.output<typeof schema>>({
    schema,
    defaults: { revision: document.revision, decision: 'approve', reason: '' },
    send: async (body, key) => {
      const { state } = await mutateAsync({ documentId: document.id, body, key })
      notify.success(
        state === 'in_approval' ? 'Falta el permiso para exceder el contrato' : 'Decisión forzada',
        { description: `${document.id}: queda marcada en el pedido y en su historial.` },
      )
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Forzar la decisión de ${document.id}`}
      description={`${whoIsSpared(document)} Quedará marcada como forzada en todas partes y no se puede deshacer.`}
      submitLabel="Forzar decisión"
      tone="danger"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <Controller
        control={wire.form.control}
        name="decision"
        render={({ field, fieldState }) => (
          <RadioCards
            {...field}
            label="Decisión"
            options={decisions}
            onChange={value => field.onChange(value)}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextArea
        label="Motivo"
        hint="Al menos 10 caracteres. Lo leerán quienes ven el pedido."
        rows={3}
        maxLength={500}
        {...wire.field('reason')}
      />
    </FormDialog>
  )
}

const decisions = [
  { value: 'approve', label: 'Aprobar lo que falta', note: 'Con el mismo control del contrato que siempre.' },
  { value: 'reject', label: 'Rechazar', note: 'El pedido termina y su monto queda libre.' },
]

const everyName = new Intl.ListFormat('es', { type: 'conjunction' })

/** 'Ya no se pedirá a Ana y Luis, que recibirán una notificación.' */
function whoIsSpared({ stages }: Pick<DocumentDetailWire, 'stages'>): string {
  const open = stages.flatMap(stage => stage.seats).filter(seat => seat.status === 'pending')
  const names = new Set(open.map(seat => seat.approverName))
  const verb = names.size === 1 ? 'recibirá' : 'recibirán'
  return `Ya no se pedirá a ${everyName.format(names)}, que ${verb} una notificación.`
}
