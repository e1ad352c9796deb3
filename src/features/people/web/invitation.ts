import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { invitePersonAgainMutation } from '#features/people/web/queries.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { newId } from '#kernel/ids.ts'
import { messageOf } from '#ui/api.ts'
import { notify } from '#ui/toast.ts'

/** Sends somebody's invitation once more. */
export function useInvitation(): (person: PersonRowWire) => Promise<void> {
  const { mutateAsync } = useMutation(invitePersonAgainMutation)
  return useCallback(
    async ({ userId, name, email }) => {
      try {
        await mutateAsync({ userId, key: newId() })
        notify.success(`Invitación enviada a ${email}`)
      } catch (error) {
        notify.error(`No se ha podido invitar a ${name}`, { description: messageOf(error) })
      }
    },
    [mutateAsync],
  )
}
