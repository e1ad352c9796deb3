import { useState } from 'react'
import { z } from 'zod'
import { freePasskeyName } from '#features/identity/rules/passkeys.ts'
import { deviceLabel } from '#features/identity/text/devices.ts'
import { addPasskeyNamed } from '#features/identity/web/passkey-queries.ts'
import { PasskeyNameWire } from '#features/identity/wire/passkeys.ts'
import { problemType } from '#kernel/problem.ts'
import { ApiProblem } from '#ui/api.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'

const NewPasskeyWire = PasskeyNameWire.extend({ currentPassword: z.string().max(1000) })

type AddPasskeyDialogProps = {
  /** Names of the passkeys that there are. */
  names: readonly string[]
  onAdded: () => void
  onClose: () => void
}

/** Dialog of a new passkey: its name first, and the password where the server asks for it, then the browser's own dialog. */
export function AddPasskeyDialog({ names, onAdded, onClose }: AddPasskeyDialogProps) {
  const [stopped, setStopped] = useState<string | null>(null)
  const [asksPassword, setAsksPassword] = useState(false)
  const wire = useWireForm({
    schema: NewPasskeyWire,
    defaults: { name: freePasskeyName(deviceLabel(navigator.userAgent), names), currentPassword: '' },
    send: async ({ name, currentPassword }) => {
      setStopped(null)
      const answer = await addPasskeyNamed(name, currentPassword || undefined).catch((error: unknown) => {
        const ofPassword = atPassword(error)
        setAsksPassword(asked => asked || ofPassword !== null)
        throw ofPassword ?? error
      })
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
      {asksPassword && (
        <PasswordField
          {...wire.field('currentPassword')}
          label="Tu contraseña"
          hint="Hace rato que entraste: confirma que eres tú."
          autoComplete="current-password"
        />
      )}
      {stopped !== null && <Alert tone="info">{stopped}</Alert>}
    </FormDialog>
  )
}

/** A refusal for want of the right password, at its field; null for any other error. */
function atPassword(error: unknown): ApiProblem | null {
  if (!(error instanceof ApiProblem)) return null
  const { problem } = error
  const isOfPassword = ['current_password_required', 'current_password_invalid'].some(
    kind => problem.type === problemType(kind),
  )
  if (!isOfPassword) return null
  const issue = { pointer: '/currentPassword', code: 'password', message: problem.title }
  return new ApiProblem({ ...problem, issues: [issue] })
}
