import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { documentAddress } from '#features/documents/web/text.ts'
import { dueName } from '#features/recurrences/text.ts'
import { makeDueOrderMutation } from '#features/recurrences/web/queries.ts'
import type { RecurrenceWire } from '#features/recurrences/wire.ts'
import { lineWire } from '#kernel/wire.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type MakeDueDialogProps = { areaPath: string; recurrence: RecurrenceWire; onClose: () => void }

/** The order at which a recurrence stopped, made after all: what looks like another one needs a reason. */
export function MakeDueDialog({ areaPath, recurrence, onClose }: MakeDueDialogProps) {
  const { id: recurrenceId, revision, name, nextOn, stopped } = recurrence
  const make = useMutation(makeDueOrderMutation)
  const navigate = useNavigate()
  const needsReason = stopped?.refused === 'possible_duplicate'
  const schema = z.object({
    duplicateReason: needsReason ? lineWire(500, 'Explica por qué no es un duplicado') : z.null(),
  })
  const wire = useWireForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaults: { duplicateReason: needsReason ? '' : null },
    send: async (body, key) => {
      const made = await make.mutateAsync({ recurrenceId, body: { ...body, revision }, key })
      notify.success('Pedido enviado', { description: `${made.id} espera ahora su aprobación.` })
      onClose()
      await navigate({ to: documentAddress(areaPath, made) })
    },
  })
  return (
    <FormDialog
      title="Crear el pedido ahora"
      description={`«${dueName(name, nextOn ?? '')}» se envía a aprobación, y la repetición sigue.`}
      submitLabel="Crear pedido"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      {stopped && <p className="text-ink-soft">Se detuvo por esto: {stopped.text}</p>}
      {needsReason && <TextField {...wire.field('duplicateReason')} label="Por qué no es un duplicado" />}
    </FormDialog>
  )
}
