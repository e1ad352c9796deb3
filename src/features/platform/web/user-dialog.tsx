import { useMutation } from '@tanstack/react-query'
import { editProfileMutation, removeSecondFactorMutation } from '#features/platform/web/queries.ts'
import type { UserRowWire } from '#features/platform/wire/users.ts'
import { ChangeDialog } from '#ui/dialogs/change-dialog.tsx'
import { notify } from '#ui/toast.ts'

type UserDialogProps = { user: UserRowWire; onClose: () => void }

/** Confirmation before an account is deactivated everywhere. */
export function DeactivationDialog({ user, onClose }: UserDialogProps) {
  const change = useMutation(editProfileMutation)
  const confirm = () =>
    change.mutate(
      { id: user.id, edit: { active: false } },
      {
        onSuccess: () => {
          notify.success('Usuario actualizado', { description: `${user.name} ya no puede entrar.` })
          onClose()
        },
      },
    )
  return (
    <ChangeDialog
      change={change}
      onClose={onClose}
      title={`¿Desactivar a ${user.name}?`}
      description="Se cierran todas sus sesiones y no podrá entrar en ninguna empresa. Lo que ha hecho conserva su nombre."
      confirmLabel="Desactivar"
      tone="danger"
      onConfirm={confirm}
    />
  )
}

/** Confirmation before an account's second factor is removed, so that its password alone opens it. */
export function SecondFactorDialog({ user, onClose }: UserDialogProps) {
  const change = useMutation(removeSecondFactorMutation)
  const confirm = () =>
    change.mutate(user.id, {
      onSuccess: () => {
        notify.success('Verificación en dos pasos quitada', { description: `Hemos escrito a ${user.email}.` })
        onClose()
      },
    })
  return (
    <ChangeDialog
      change={change}
      onClose={onClose}
      title={`¿Quitar la verificación en dos pasos de ${user.name}?`}
      description="Hazlo solo si has comprobado quién lo pide: desde ahora entrará con la contraseña sola, y sus llaves de acceso dejarán de servir. Se le avisa por correo."
      confirmLabel="Quitar verificación en dos pasos"
      tone="danger"
      onConfirm={confirm}
    />
  )
}
