import { useMutation } from '@tanstack/react-query'
import { type Factor, removeFactorMutation } from '#features/identity/web/queries.ts'
import { factorName } from '#features/identity/web/text.ts'
import { ChangeDialog } from '#ui/dialogs/change-dialog.tsx'
import { notify } from '#ui/toast.ts'

type RemoveFactorDialogProps = { factor: Factor; isLast: boolean; onClose: () => void }

export function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorDialogProps) {
  const change = useMutation(removeFactorMutation)
  const remove = () =>
    change.mutate(factor.id, {
      onSuccess: () => {
        notify.success(isLast ? 'Verificación en dos pasos desactivada' : `${factorName(factor)} quitada`)
        onClose()
      },
    })
  return (
    <ChangeDialog
      change={change}
      onClose={onClose}
      title={isLast ? '¿Desactivar la verificación en dos pasos?' : `¿Quitar ${factorName(factor)}?`}
      description={
        isLast
          ? 'Para entrar bastará tu contraseña, y tus códigos de recuperación dejarán de valer.'
          : 'Sus códigos dejarán de valer. Tus demás formas de verificarte siguen sirviendo.'
      }
      confirmLabel={isLast ? 'Desactivar' : 'Quitar'}
      tone="danger"
      onConfirm={remove}
    />
  )
}
