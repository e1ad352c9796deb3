import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { switchPersonMutation } from '#features/people/web/queries.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { failureMessage } from '#ui/api.ts'
import { ChangeDialog } from '#ui/dialogs/change-dialog.tsx'
import { notify } from '#ui/toast.ts'

type DeactivateDialogProps = { person: PersonRowWire; onClose: () => void }

/** Dialog that confirms the deactivation of a person. */
export function DeactivateDialog({ person, onClose }: DeactivateDialogProps) {
  const change = useMutation(switchPersonMutation)
  const activate = useActivation()
  const confirm = () =>
    change.mutate(
      { userId: person.userId, active: false },
      {
        onSuccess: () => {
          notify.success(`${person.name} ya no puede entrar`, {
            action: { label: 'Deshacer', run: () => void activate(person) },
          })
          onClose()
        },
      },
    )
  return (
    <ChangeDialog
      change={change}
      onClose={onClose}
      title={`¿Desactivar a ${person.name}?`}
      description="Se cierran sus sesiones y no podrá entrar hasta que se le vuelva a activar. Lo que ha hecho conserva su nombre."
      confirmLabel="Desactivar"
      tone="danger"
      onConfirm={confirm}
    />
  )
}

/** Activates a person again, without a confirmation. */
export function useActivation(): (person: PersonRowWire) => Promise<void> {
  const { mutateAsync } = useMutation(switchPersonMutation)
  return useCallback(
    async ({ userId, name }) => {
      try {
        await mutateAsync({ userId, active: true })
        notify.success(`${name} puede entrar de nuevo`)
      } catch (error) {
        notify.error(`No se ha podido activar a ${name}`, { description: failureMessage(error) })
      }
    },
    [mutateAsync],
  )
}
