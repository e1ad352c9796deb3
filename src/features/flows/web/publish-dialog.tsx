import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { publishMutation } from '#features/flows/web/queries.ts'
import { publishFlow } from '#features/simulation/wire.ts'
import { ApiProblem } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = publishFlow.body

/** Refusal of a publication, and the rule that causes it, if one does. */
export type PublishRefusal = { text: string; rule: string | null }

type PublishDialogProps = {
  revision: number
  /** Reason why publishing is not allowed now. */
  refusal: string | undefined
  onClose: () => void
  onPublished: () => void
  /** Receives a refusal caused by a rule; without it the dialog shows the refusal itself. */
  onRefused?: (refusal: PublishRefusal) => void
}

/** Publication of the draft. */
export function PublishDialog({ revision, refusal, onClose, onPublished, onRefused }: PublishDialogProps) {
  const { mutateAsync } = useMutation(publishMutation)
  const wire = useWireForm<z.input<typeof schema>, z.output<typeof schema>>({
    schema,
    defaults: { revision, note: '' },
    send: async (body, key) => {
      try {
        const { version } = await mutateAsync({ body, key })
        notify.success(`Versión ${version} publicada`)
      } catch (error) {
        const refused = refusalIn(error)
        if (refused === null || onRefused === undefined) throw error
        return onRefused(refused)
      }
      onPublished()
    },
  })
  return (
    <FormDialog
      title="Publicar el flujo"
      description="Vale para los pedidos que se envíen desde ahora. Los que están en curso conservan el suyo; los bloqueados porque nadie podía aprobarlos empiezan con este."
      submitLabel="Publicar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      refusal={refusal}
      onClose={onClose}
    >
      <TextArea
        {...wire.field('note')}
        label="Nota"
        hint="Por qué cambia: queda en el historial."
        optional
        rows={3}
      />
    </FormDialog>
  )
}

function refusalIn(error: unknown): PublishRefusal | null {
  if (!(error instanceof ApiProblem)) return null
  const { facts, title } = error.problem
  return typeof facts?.rule === 'string' ? { text: title, rule: facts.rule } : null
}
