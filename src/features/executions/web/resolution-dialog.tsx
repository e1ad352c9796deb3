import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { resolveMutation } from '#features/executions/web/queries.ts'
import { resolveDispute } from '#features/executions/wire/receipt.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = resolveDispute.body

type ResolutionDialogProps = { documentId: string; answered: number; onClose: () => void }

/** Resolution of a dispute by the company. */
export function ResolutionDialog({ documentId, answered, onClose }: ResolutionDialogProps) {
  const { mutateAsync } = useMutation(resolveMutation)
  const wire = useWireForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaults: { answered, comment: '' },
    send: async (body, key) => {
      await mutateAsync({ documentId, body, key })
      notify.success('Disputa resuelta', { description: 'Quien la abrió ya puede confirmar la recepción.' })
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Resolver la disputa de ${documentId}`}
      description="Lo lee quien la abrió, que podrá confirmar que lo ha recibido."
      submitLabel="Resolver disputa"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextArea label="Cómo se ha resuelto" maxLength={2000} {...wire.field('comment')} />
    </FormDialog>
  )
}
