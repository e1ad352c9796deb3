import { useMutation } from '@tanstack/react-query'
import { type Impersonation, ImpersonationRequestWire, startImpersonation } from '#features/identity/wire.ts'
import { call } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'

type ImpersonateDialogProps = {
  /** The person to impersonate, or the company whose administrator to impersonate. */
  target: { userId: string } | { companyId: string }
  /** Name of the client or company. */
  name: string
  submitLabel: string
  onStarted: (begun: Impersonation) => void
  onClose: () => void
}

/** Dialog that asks for the reason of an impersonation and starts it. */
export function ImpersonateDialog({ target, name, submitLabel, onStarted, onClose }: ImpersonateDialogProps) {
  const start = useMutation({
    mutationFn: (reason: string) => call(startImpersonation, { body: { ...target, reason } }),
  })
  const wire = useWireForm({
    schema: ImpersonationRequestWire.pick({ reason: true }),
    defaults: { reason: '' },
    send: async ({ reason }) => onStarted(await start.mutateAsync(reason)),
  })
  return (
    <FormDialog
      title={`Ver como ${name}`}
      description="Verás sus pantallas durante 30 minutos, sin poder cambiar nada. Queda registrado quién ha mirado y por qué, y la empresa puede consultarlo."
      submitLabel={submitLabel}
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextArea
        {...wire.field('reason')}
        label="Motivo"
        hint="Por ejemplo: ayudar con un pedido devuelto."
        maxLength={300}
        rows={2}
      />
    </FormDialog>
  )
}
