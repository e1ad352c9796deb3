import { useState } from 'react'
import { usePeopleToChoose } from '#features/people/web/queries.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { separated } from '#features/projects/rules.ts'
import { projectWords } from '#features/projects/text.ts'
import type { ProjectWire } from '#features/projects/wire.ts'
import { type Role, roleLabel } from '#kernel/actor.ts'
import { AsideButton } from '#ui/aside-button.tsx'
import { emptyTextFor } from '#ui/fields/choice.ts'
import type { ComboboxOption } from '#ui/fields/combobox.tsx'
import { MultiPicker } from '#ui/fields/multi-picker.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const loadNewPersonDialog = async () =>
  (await import('#features/people/web/person-dialog.tsx')).NewPersonDialog

export type Appointed = { approverIds: readonly string[]; executorIds: readonly string[] }

type PeoplePanelProps = Appointed & {
  /** Client of the project; people of other clients are not offered. */
  client: { id: string; name: string } | null
  /** People already named, who may no longer be among those offered. */
  named?: ProjectWire['approvers']
  executorMayApprove: boolean
  onChange: (which: keyof Appointed, ids: string[]) => void
  fieldError: (which: keyof Appointed) => string | undefined
}

/**
 * Fields for approvers and executors; warns at once when one person would be both and the company does not
 * allow it.
 */
export function PeoplePanel({
  client,
  named = [],
  executorMayApprove,
  onChange,
  ...props
}: PeoplePanelProps) {
  const { approverIds, executorIds, fieldError } = props
  const people = usePeopleToChoose()
  const [creatingFor, setCreatingFor] = useState<keyof Appointed | null>(null)
  const options = optionsFrom(people.items, named, client?.id)
  const verdict = separated(approverIds, executorIds, executorMayApprove)
  const both = verdict === true ? undefined : projectWords(verdict)
  const picker = {
    options,
    optional: true,
    placeholder: 'Busca por nombre o correo',
    onSearch: people.search,
    emptyText: emptyTextFor(people, options.length, 'Aún no hay a quién nombrar.', 'Nadie más coincide.'),
  }
  return (
    <>
      <MultiPicker
        {...picker}
        label="Aprobadores"
        hint={
          approverIds.length === 0
            ? 'Sin aprobadores, los pedidos del proyecto quedarán bloqueados.'
            : 'Todos deben aprobar cada pedido; quien lo crea no decide sobre él.'
        }
        values={approverIds}
        onChange={ids => onChange('approverIds', ids)}
        error={fieldError('approverIds')}
        aside={<AsideButton onClick={() => setCreatingFor('approverIds')}>Nueva persona</AsideButton>}
      />
      <MultiPicker
        {...picker}
        label="Ejecutores"
        hint="Confirman que se pagó o se emitió lo aprobado."
        values={executorIds}
        onChange={ids => onChange('executorIds', ids)}
        error={both ?? fieldError('executorIds')}
        aside={<AsideButton onClick={() => setCreatingFor('executorIds')}>Nueva persona</AsideButton>}
      />
      {creatingFor !== null && (
        <OnDemand
          load={loadNewPersonDialog}
          props={{
            roles: client === null ? ['approver'] : ['approver', 'client_user'],
            clients: client === null ? [] : [{ value: client.id, label: client.name }],
            providers: [],
            onClose: () => setCreatingFor(null),
          }}
        />
      )}
    </>
  )
}

/** Roles that may be named: nobody of a provider approves or executes. */
const mayBeNamed: readonly Role[] = ['admin', 'client', 'client_user', 'approver']

function optionsFrom(
  people: readonly PersonRowWire[],
  named: ProjectWire['approvers'],
  clientId: string | undefined,
): ComboboxOption[] {
  const offered = people
    .filter(({ active, role }) => active && mayBeNamed.includes(role))
    .filter(person => person.clientId === null || person.clientId === clientId)
    .map(({ userId, name, email, role }) => ({
      value: userId,
      label: name,
      detail: `${email} · ${roleLabel[role]}`,
    }))
  const others = named
    .filter(({ userId }) => !offered.some(({ value }) => value === userId))
    .map(({ userId, name, email }) => ({ value: userId, label: name, detail: email }))
  return [...offered, ...others]
}
