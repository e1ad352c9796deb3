import { useState } from 'react'
import { freePasskeyName } from '#features/identity/rules/passkeys.ts'
import { deviceLabel } from '#features/identity/text/devices.ts'
import { addPasskeyNamed } from '#features/identity/web/passkey-queries.ts'
import { PasskeyNameWire } from '#features/identity/wire/passkeys.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

type AddPasskeyDialogProps = {
  /** Names of the passkeys that there are. */
  names: readonly string[]
  onAdded: () => void
  onClose: () => void
}

/** Dialog of a new passkey: its name first, then the browser's own dialog. */
export function AddPasskeyDialog({ names, onAdded, onClose }: AddPasskeyDialogProps) {
  const [stopped, setStopped] = useState<string | null>(null)
  const wire = useWireForm({
    schema: PasskeyNameWire,
    defaults: { name: freePasskeyName(deviceLabel(navigator.userAgent), names) },
    send: async ({ name }) => {
      setStopped(null)
      const answer = await addPasskeyNamed(name)
      if (answer !== null && !answer.calm) throw new Error(answer.message)
      if (answer !== null) return setStopped(answer.message)
      notify.success('Llave de acceso añadida')
      onAdded()
    },
  })
  return (
    <FormDialog
      title="Añadir una llave de acceso"
      description="Dale un nombre que te recuerde dónde está. Después, tu navegador te preguntará dónde guardarla."
      submitLabel="Continuar"
      wire={wire}
      isDirty={false}
      onClose={onClose}
    >
      <TextField {...wire.field('name')} label="Nombre" autoComplete="off" maxLength={60} />
      {stopped !== null && <Alert tone="info">{stopped}</Alert>}
    </FormDialog>
  )
}
