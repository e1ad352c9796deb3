import { useMutation } from '@tanstack/react-query'
import { editProfileMutation, removeSecondFactorMutation } from '#features/platform/web/queries.ts'
import type { UserRowWire } from '#features/platform/wire/users.ts'
import { messageOf } from '#ui/api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FormFailure } from '#ui/form-failure.tsx'
import { notify } from '#ui/toast.ts'

type UserDialogProps = { user: UserRowWire; onClose: () => void }

/** Asks before somebody is left outside of everything. */
export function DeactivationDialog({ user, onClose }: UserDialogProps) {
  const { mutate, isPending, error } = useMutation(editProfileMutation)
  const confirm = () =>
    mutate(
      { id: user.id, edit: { active: false } },
      {
        onSuccess: () => {
          notify.success('Usuario actualizado', { description: `${user.name} ya no puede entrar.` })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={`¿Desactivar a ${user.name}?`}
      description="Se cierran todas sus sesiones y no podrá entrar en ninguna empresa. Lo que ha hecho conserva su nombre."
      confirmLabel="Desactivar"
      tone="danger"
      busy={isPending}
      onConfirm={confirm}
    >
      <FormFailure message={error && messageOf(error)} />
    </ConfirmDialog>
  )
}

/** Asks before somebody’s account is opened by the password alone. */
export function SecondFactorDialog({ user, onClose }: UserDialogProps) {
  const { mutate, isPending, error } = useMutation(removeSecondFactorMutation)
  const confirm = () =>
    mutate(user.id, {
      onSuccess: () => {
        notify.success('Verificación en dos pasos quitada', { description: `Hemos escrito a ${user.email}.` })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={`¿Quitar la verificación en dos pasos de ${user.name}?`}
      description="Hazlo solo si has comprobado quién lo pide: desde ahora entrará con la contraseña sola. Se le avisa por correo."
      confirmLabel="Quitar verificación en dos pasos"
      tone="danger"
      busy={isPending}
      onConfirm={confirm}
    >
      <FormFailure message={error && messageOf(error)} />
    </ConfirmDialog>
  )
}
