import { useMutation } from '@tanstack/react-query'
import { changePermissionsMutation } from '#features/appointments/web/queries.ts'
import type { PermittedWire } from '#features/appointments/wire.ts'
import { ChangeDialog } from '#ui/dialogs/change-dialog.tsx'
import { notify } from '#ui/toast.ts'

type PermissionRemovalDialogProps = { projectId: string; person: PermittedWire; onClose: () => void }

/** Removal of all permissions that a person holds by name in a project. */
export function PermissionRemovalDialog({ projectId, person, onClose }: PermissionRemovalDialogProps) {
  const change = useMutation(changePermissionsMutation)
  const remove = () =>
    change.mutate(
      { projectId, userId: person.userId, permissions: [] },
      {
        onSuccess: () => {
          notify.success(`${person.name} ya no tiene permisos en el proyecto`)
          onClose()
        },
      },
    )
  return (
    <ChangeDialog
      change={change}
      onClose={onClose}
      title={`Quitar a ${person.name}`}
      description={
        person.everywhere.length > 0
          ? 'Perderá los permisos que tiene en este proyecto. Conservará los que tiene en todos los proyectos.'
          : 'Perderá todos sus permisos en este proyecto y dejará de tener acceso por ellos.'
      }
      confirmLabel="Quitar"
      tone="danger"
      onConfirm={remove}
    />
  )
}
