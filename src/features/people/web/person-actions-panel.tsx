import { useMutation } from '@tanstack/react-query'
import { Ellipsis, KeyRound, MailPlus, MonitorX, Undo2, UserCheck, UserX } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useActivation } from '#features/people/web/deactivate-dialog.tsx'
import { invitePersonAgainMutation, withdrawAddressMutation } from '#features/people/web/queries.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { newId } from '#kernel/ids.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuAction } from '#ui/dialogs/menu.tsx'
import { notify } from '#ui/toast.ts'

/** Actions of a manager on one person. */
export type PersonHandlers = {
  onSwitch: (person: PersonRowWire) => void
  onInvite: (person: PersonRowWire) => void
  onWithdraw: (person: PersonRowWire) => void
  /** Asks before it ends the person's sessions. */
  onEndSessions: (person: PersonRowWire) => void
  /** Opens the person's permissions, global or by project. */
  onPermissions: (person: PersonRowWire) => void
  permissionsLabel: string
}

type PersonActionsProps = PersonHandlers & { person: PersonRowWire }

export function PersonActions({ person, ...handlers }: PersonActionsProps) {
  const mayInvite = person.can.invite === true
  return (
    <div className="flex justify-end">
      <Menu
        trigger={
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Más acciones con ${person.name}`}
            icon={<Ellipsis aria-hidden="true" />}
          />
        }
        items={[
          {
            label: handlers.permissionsLabel,
            icon: <KeyRound aria-hidden="true" />,
            onSelect: () => handlers.onPermissions(person),
          },
          ...(mayInvite ? [invitation(person, handlers)] : []),
          ...(person.can.withdrawAddress === true ? [withdrawal(person, handlers)] : []),
          ...(person.active && !person.isInvited ? [endingSessions(person, handlers)] : []),
          switching(person, handlers),
        ]}
      />
    </div>
  )
}

const invitation = (person: PersonRowWire, handlers: PersonHandlers): MenuAction => ({
  label: 'Reenviar invitación',
  icon: <MailPlus aria-hidden="true" />,
  onSelect: () => handlers.onInvite(person),
})

const withdrawal = (person: PersonRowWire, handlers: PersonHandlers): MenuAction => ({
  label: 'Cancelar el cambio de dirección',
  icon: <Undo2 aria-hidden="true" />,
  onSelect: () => handlers.onWithdraw(person),
})

const endingSessions = (person: PersonRowWire, handlers: PersonHandlers): MenuAction => ({
  label: 'Cerrar sus sesiones',
  icon: <MonitorX aria-hidden="true" />,
  refusal: refusalText(person.can.endSessions),
  onSelect: () => handlers.onEndSessions(person),
})

function switching(person: PersonRowWire, { onSwitch }: PersonHandlers): MenuAction {
  const Icon = person.active ? UserX : UserCheck
  return {
    label: person.active ? 'Desactivar' : 'Activar',
    icon: <Icon aria-hidden="true" />,
    refusal: refusalText(person.active ? person.can.deactivate : person.can.activate),
    onSelect: () => onSwitch(person),
  }
}

export type Asking = { kind: 'deactivate' | 'sessions' | 'permissions'; person: PersonRowWire }

/** The actions of a page of people: some run at once, for others `ask` opens a dialog. */
export function usePersonHandlers(permissionsLabel: string, ask: (asking: Asking) => void): PersonHandlers {
  const activate = useActivation()
  const onInvite = useInvitation()
  const onWithdraw = useWithdrawal()
  return useMemo(
    () => ({
      onInvite,
      onWithdraw,
      onSwitch: person => (person.active ? ask({ kind: 'deactivate', person }) : void activate(person)),
      onEndSessions: person => ask({ kind: 'sessions', person }),
      permissionsLabel,
      onPermissions: person => ask({ kind: 'permissions', person }),
    }),
    [activate, onInvite, onWithdraw, permissionsLabel, ask],
  )
}

/** Sends a person's invitation again. */
function useInvitation(): (person: PersonRowWire) => Promise<void> {
  const { mutateAsync } = useMutation(invitePersonAgainMutation)
  return useCallback(
    async ({ userId, name, email }) => {
      try {
        await mutateAsync({ userId, key: newId() })
        notify.success(`Invitación enviada a ${email}`)
      } catch (error) {
        notify.error(`No se ha podido invitar a ${name}`, { description: failureMessage(error) })
      }
    },
    [mutateAsync],
  )
}

/** Withdraws a pending address that is not in effect yet, without a confirmation. */
function useWithdrawal(): (person: PersonRowWire) => Promise<void> {
  const { mutateAsync } = useMutation(withdrawAddressMutation)
  return useCallback(
    async ({ userId, name, email }) => {
      try {
        await mutateAsync(userId)
        notify.success('Cambio de dirección cancelado', {
          description: `${name} sigue entrando con ${email}.`,
        })
      } catch (error) {
        notify.error('No se ha podido cancelar el cambio', { description: failureMessage(error) })
      }
    },
    [mutateAsync],
  )
}
