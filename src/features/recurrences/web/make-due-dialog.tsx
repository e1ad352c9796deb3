import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { documentAddress } from '#features/documents/web/text.ts'
import { dueName } from '#features/recurrences/text.ts'
import { makeDueOrderMutation } from '#features/recurrences/web/queries.ts'
import type { RecurrenceWire } from '#features/recurrences/wire.ts'
import { problemType } from '#kernel/problem.ts'
import { lineWire } from '#kernel/wire.ts'
import { ApiProblem } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type MakeDueDialogProps = { areaPath: string; recurrence: RecurrenceWire; onClose: () => void }

/** Creates the order at which a recurrence stopped; a possible duplicate of another order needs a reason. */
export function MakeDueDialog({ areaPath, recurrence, onClose }: MakeDueDialogProps) {
  const { id: recurrenceId, revision, name, nextOn, stopped } = recurrence
  const createOrder = useMutation(makeDueOrderMutation)
  const navigate = useNavigate()
  const [needsReason, setNeedsReason] = useState(stopped?.refused === 'possible_duplicate')
  const schema = z.object({
    duplicateReason: needsReason ? lineWire(500, 'Explica por qué no es un duplicado') : noReason,
  })
  const wire = useWireForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaults: { duplicateReason: '' },
    send: async (body, key) => {
      try {
        const order = await createOrder.mutateAsync({ recurrenceId, body: { ...body, revision }, key })
        notify.success('Pedido creado', { description: `${order.id} espera ahora su aprobación.` })
        onClose()
        await navigate({ to: documentAddress(areaPath, order) })
      } catch (error) {
        // Another order may have come to look like it since the recurrence stopped.
        if (isPossibleDuplicate(error)) setNeedsReason(true)
        throw error
      }
    },
  })
  return (
    <FormDialog
      title="Crear el pedido ahora"
      description={`«${nextOn === null ? name : dueName(name, nextOn)}» se envía a aprobación, y la repetición sigue.`}
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

const noReason = z.literal('').transform(() => null)

const isPossibleDuplicate = (error: unknown): boolean =>
  error instanceof ApiProblem && error.problem.type === problemType('possible_duplicate')
