import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { explainMutation } from '#features/bank/web/queries.ts'
import { explainBankLine, type OpenLineWire } from '#features/bank/wire.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = explainBankLine.body
type Input = z.input<typeof schema>

type ExplainDialogProps = { line: OpenLineWire; onClose: () => void }

/** A line put aside that is of no order, with what it is. */
export function ExplainDialog({ line, onClose }: ExplainDialogProps) {
  const { mutateAsync } = useMutation(explainMutation)
  const wire = useWireForm<Input, z.output<typeof schema>>({
    schema,
    defaults: { explanation: '' },
    send: async ({ explanation }, key) => {
      await mutateAsync({ lineId: line.id, explanation, key })
      notify.info('Movimiento apartado')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Apartar el movimiento"
      description="Queda en «Apartados» y se puede devolver a la lista."
      submitLabel="Apartar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextArea
        label="Qué es"
        hint="Una comisión, un impuesto, una nómina…"
        rows={2}
        maxLength={500}
        {...wire.field('explanation')}
      />
    </FormDialog>
  )
}
