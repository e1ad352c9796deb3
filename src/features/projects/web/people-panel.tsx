import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationsQuery, usePeopleToChoose } from '#features/people/web/queries.ts'
import type { InvitationWire } from '#features/people/wire/invitations.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { separateDuties } from '#features/projects/rules/granting.ts'
import { projectWords } from '#features/projects/text.ts'
import { type Role, roleLabel } from '#kernel/actor.ts'
import { refusalText } from '#ui/action-link.tsx'
import { AsideButton } from '#ui/aside-button.tsx'
import { emptyTextFor } from '#ui/fields/choice.ts'
import type { ComboboxOption } from '#ui/fields/combobox.tsx'
import { MultiPicker } from '#ui/fields/multi-picker.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { queryClient } from '#ui/query-client.ts'

const loadNewPersonDialog = async () =>
  (await import('#features/people/web/person-dialog.tsx')).NewPersonDialog

/** Members, and people invited who have not accepted yet, by task. */
export type Appointed = {
  approverIds: readonly string[]
  invitedApproverIds: readonly string[]
  executorIds: readonly string[]
  invitedExecutorIds: readonly string[]
}

const tasks = {
  approve: { members: 'approverIds', invited: 'invitedApproverIds' },
  execute: { members: 'executorIds', invited: 'invitedExecutorIds' },
} as const
type Task = keyof typeof tasks

type PeoplePanelProps = {
  appointed: Appointed
  /** Client of the project; people of other clients are not offered. */
  client: { id: string; name: string } | null
  executorMayApprove: boolean
  onChange: (which: keyof Appointed, ids: string[]) => void
  fieldError: (which: keyof Appointed) => string | undefined
}

/**
 * Fields for approvers and executors; warns at once when one person would be both and the company does not
 * allow it. Whoever is invited here is chosen at once, and takes part when they accept.
 */
export function PeoplePanel({
  client,
  appointed,
  executorMayApprove,
  onChange,
  fieldError,
}: PeoplePanelProps) {
  const people = usePeopleToChoose()
  const { data: invitations = [] } = useQuery(invitationsQuery)
  const [invitingFor, setInvitingFor] = useState<Task | null>(null)
  const chosen = (task: Task) => [...appointed[tasks[task].members], ...appointed[tasks[task].invited]]
  const options = optionsFrom(people.items, invitations, client?.id)
  const verdict = separateDuties(chosen('approve'), chosen('execute'), executorMayApprove)
  const both = verdict === true ? undefined : projectWords(verdict)
  const change = (task: Task, ids: readonly string[]) => {
    const isInvited = (id: string) => invitations.some(invitation => invitation.id === id)
    onChange(
      tasks[task].members,
      ids.filter(id => !isInvited(id)),
    )
    onChange(tasks[task].invited, ids.filter(isInvited))
  }
  /** Chooses somebody just invited, once the list can tell their name. */
  const chooseInvited = async (task: Task, invitationId: string) => {
    await queryClient.refetchQueries(invitationsQuery)
    onChange(tasks[task].invited, [...appointed[tasks[task].invited], invitationId])
  }
  const picker = (task: Task) => ({
    options,
    optional: true,
    placeholder: 'Busca por nombre o correo',
    onSearch: people.search,
    emptyText: emptyTextFor(people, options.length, 'Aún no hay a quién nombrar.', 'Nadie más coincide.'),
    values: chosen(task),
    onChange: (ids: readonly string[]) => change(task, ids),
    aside: (
      <AsideButton refusal={refusalText(people.mayCreate)} onClick={() => setInvitingFor(task)}>
        Nueva persona
      </AsideButton>
    ),
  })
  return (
    <>
      <MultiPicker
        {...picker('approve')}
        label="Aprobadores"
        hint={approversHint(appointed)}
        error={fieldError('approverIds') ?? fieldError('invitedApproverIds')}
      />
      <MultiPicker
        {...picker('execute')}
        label="Ejecutores"
        hint="Confirman que se pagó o se emitió lo aprobado."
        error={both ?? fieldError('executorIds') ?? fieldError('invitedExecutorIds')}
      />
      {invitingFor !== null && (
        <OnDemand
          load={loadNewPersonDialog}
          props={{
            roles: client === null ? ['approver'] : ['approver', 'client_user'],
            clients: client === null ? [] : [{ value: client.id, label: client.name }],
            providers: [],
            whenAccepted: 'Tomará parte en el proyecto en cuanto la acepte.',
            onInvited: invitationId => void chooseInvited(invitingFor, invitationId),
            onClose: () => setInvitingFor(null),
          }}
        />
      )}
    </>
  )
}

function approversHint({ approverIds, invitedApproverIds }: Appointed): string {
  if (approverIds.length > 0) return 'Todos deben aprobar cada pedido; quien lo crea no decide sobre él.'
  return invitedApproverIds.length > 0
    ? 'Los pedidos esperarán hasta que acepten su invitación.'
    : 'Sin aprobadores, los pedidos del proyecto quedarán bloqueados.'
}

/** Roles that may be named: nobody of a provider approves or executes. */
const mayBeNamed: readonly Role[] = ['admin', 'client', 'client_user', 'approver']

function optionsFrom(
  people: readonly PersonRowWire[],
  invitations: readonly InvitationWire[],
  clientId: string | undefined,
): ComboboxOption[] {
  const mayTakePart = ({ role, clientId: own }: Pick<InvitationWire, 'role' | 'clientId'>) =>
    mayBeNamed.includes(role) && (own === null || own === clientId)
  const members = people.filter(({ active }) => active).filter(mayTakePart)
  const invited = invitations.filter(mayTakePart)
  return [
    ...members.map(({ userId, name, email, role }) => ({
      value: userId,
      label: name,
      detail: `${email} · ${roleLabel[role]}`,
    })),
    ...invited.map(({ id, name, email }) => ({
      value: id,
      label: name,
      detail: `${email} · Invitación sin aceptar`,
    })),
  ]
}
