import { useMutation } from '@tanstack/react-query'
import { removePasskeyMutation } from '#features/identity/web/passkey-queries.ts'
import type { Passkey } from '#features/identity/wire/passkeys.ts'
import { ChangeDialog } from '#ui/dialogs/change-dialog.tsx'
import { notify } from '#ui/toast.ts'

type RemovePasskeyDialogProps = { passkey: Passkey; isLast: boolean; onClose: () => void }

export function RemovePasskeyDialog({ passkey, isLast, onClose }: RemovePasskeyDialogProps) {
  const change = useMutation(removePasskeyMutation)
  const remove = () =>
    change.mutate(passkey.id, {
      onSuccess: () => {
        notify.success(isLast ? 'Verificación en dos pasos desactivada' : `${passkey.name}: llave quitada`)
        onClose()
      },
    })
  return (
    <ChangeDialog
      change={change}
      onClose={onClose}
      title={`¿Quitar ${passkey.name}?`}
      description={
        isLast
          ? 'Dejará de servir para entrar. Es tu único segundo paso: bastará tu contraseña, y tus códigos de recuperación dejarán de valer.'
          : 'Dejará de servir para entrar. Bórrala también en el dispositivo que la guarda.'
      }
      confirmLabel="Quitar"
      tone="danger"
      onConfirm={remove}
    />
  )
}
