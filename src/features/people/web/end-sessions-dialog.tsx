import { useMutation } from '@tanstack/react-query'
import { endPersonSessionsMutation } from '#features/people/web/queries.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { counted } from '#kernel/text.ts'
import { ChangeDialog } from '#ui/dialogs/change-dialog.tsx'
import { notify } from '#ui/toast.ts'

type EndSessionsDialogProps = { person: PersonRowWire; onClose: () => void }

/** Dialog that confirms the end of a person's sessions, which they may begin again. */
export function EndSessionsDialog({ person, onClose }: EndSessionsDialogProps) {
  const change = useMutation(endPersonSessionsMutation)
  const confirm = () =>
    change.mutate(person.userId, {
      onSuccess: ({ sessions }) => {
        notify.success(
          sessions === 0
            ? `${person.name} no tenía ninguna sesión abierta`
            : `${counted(sessions, 'sesión cerrada', 'sesiones cerradas')} de ${person.name}`,
        )
        onClose()
      },
    })
  return (
    <ChangeDialog
      change={change}
      onClose={onClose}
      title={`¿Cerrar las sesiones de ${person.name}?`}
      description="Para un equipo perdido o prestado. Sale de todos sus dispositivos ahora mismo y puede volver a entrar con su contraseña; si alguien más la conoce, desactiva antes a la persona."
      confirmLabel="Cerrar sus sesiones"
      tone="danger"
      onConfirm={confirm}
    />
  )
}
