import { useMutation } from '@tanstack/react-query'
import { renamePasskeyMutation } from '#features/identity/web/passkey-queries.ts'
import { type Passkey, PasskeyNameWire } from '#features/identity/wire/passkeys.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type RenamePasskeyDialogProps = { passkey: Passkey; onClose: () => void }

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const rename = useMutation(renamePasskeyMutation)
  const wire = useWireForm({
    schema: PasskeyNameWire,
    defaults: { name: passkey.name },
    send: async ({ name }) => {
      await rename.mutateAsync({ id: passkey.id, name })
      notify.success('Nombre guardado')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Renombrar la llave de acceso"
      submitLabel="Guardar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <TextField {...wire.field('name')} label="Nombre" autoComplete="off" maxLength={60} />
    </FormDialog>
  )
}
