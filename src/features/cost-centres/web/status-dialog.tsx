import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { CentreStatus } from '#features/cost-centres/rules.ts'
import { costCentreStatusMutation } from '#features/cost-centres/web/queries.ts'
import { RulesOfCentrePanel } from '#features/cost-centres/web/rules-of-centre-panel.tsx'
import { type CentreDetailWire, CentreStatusChangeWire } from '#features/cost-centres/wire/calls.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const words: { readonly [to in CentreStatus]: { verb: string; description: string; done: string } } = {
  active: {
    verb: 'Activar',
    description: 'Los pedidos podrán llevarlo otra vez.',
    done: 'activado',
  },
  inactive: {
    verb: 'Desactivar',
    description: 'No admitirá pedidos nuevos. Los que ya lo llevan siguen su curso y siguen contando.',
    done: 'desactivado',
  },
}

type StatusDialogProps = { centre: CentreDetailWire; to: CentreStatus; onClose: () => void }

/** Dialog that deactivates a centre or activates it again, and first explains what becomes of its orders. */
export function StatusDialog({ centre, to, onClose }: StatusDialogProps) {
  const { mutateAsync } = useMutation(costCentreStatusMutation)
  const { verb, description, done } = words[to]
  const wire = useWireForm<z.input<typeof CentreStatusChangeWire>, z.output<typeof CentreStatusChangeWire>>({
    schema: CentreStatusChangeWire,
    defaults: { revision: centre.revision, status: to, reason: '' },
    send: async (body, key) => {
      // As the page shows it by now: whoever was refused as stale sees the change behind the dialog.
      const { revision } = centre
      await mutateAsync({ costCentreId: centre.id, body: { ...body, revision }, key })
      notify.success(`Centro de coste ${centre.code} ${done}`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`${verb} ${centre.code}`}
      description={description}
      submitLabel={`${verb} centro`}
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      {to === 'inactive' && <RulesOfCentrePanel centreId={centre.id} />}
      <TextArea {...wire.field('reason')} label="Motivo" rows={3} />
    </FormDialog>
  )
}
