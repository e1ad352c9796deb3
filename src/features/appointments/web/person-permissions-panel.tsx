import { useMutation } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useRef, useState } from 'react'
import { PermissionsPanel } from '#features/appointments/web/permissions-panel.tsx'
import { changePermissionsMutation } from '#features/appointments/web/queries.ts'
import type { PermittedWire } from '#features/appointments/wire.ts'
import { isPowerOverOrders, separateDuties } from '#features/projects/rules/granting.ts'
import { type Permission, permissions, withEverywhere } from '#features/projects/rules.ts'
import { permissionLabel, projectWords } from '#features/projects/text.ts'
import { roleLabel } from '#kernel/actor.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { FormFailure } from '#ui/fields/form-failure.tsx'
import { OnDemand } from '#ui/on-demand.tsx'
import { notify } from '#ui/toast.ts'

const loadRemoval = async () =>
  (await import('#features/appointments/web/permission-removal-dialog.tsx')).PermissionRemovalDialog

type PersonPermissionsPanelProps = {
  projectId: string
  person: PermittedWire
  /** Unsaved selection; undefined when there is none. */
  draft: readonly Permission[] | undefined
  onDraft: (draft: Permission[] | undefined) => void
  /** Permissions that the viewer may give and take. */
  grantable: readonly Permission[]
  /** Permission of the viewer to name approvers and executors. */
  appointAbility: AbilityWire
  executorMayApprove: boolean
}

/** Permissions of one person in the project, saved by a button. */
export function PersonPermissionsPanel({
  projectId,
  person,
  draft,
  onDraft,
  ...props
}: PersonPermissionsPanelProps) {
  const { grantable, appointAbility, executorMayApprove } = props
  const [isRemoving, setRemoving] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const change = useMutation(changePermissionsMutation)
  const selected = draft ?? person.permissions
  const refusal = refusalText(person.can.change)
  const reasonFixed = (permission: Permission) =>
    refusal ??
    (isPowerOverOrders(permission) ? refusalText(appointAbility) : undefined) ??
    (grantable.includes(permission) ? undefined : 'No puedes dar ni quitar un permiso que tú no tienes')
  // The buttons disappear, so the focus moves to the person's first checkbox.
  const settle = () => {
    onDraft(undefined)
    row.current?.querySelector<HTMLInputElement>('input:enabled')?.focus()
  }
  const save = () =>
    change.mutate(
      { projectId, userId: person.userId, permissions: [...selected] },
      {
        onSuccess: () => {
          settle()
          notify.success(`Permisos de ${person.name} guardados`)
        },
      },
    )
  const cancel = () => {
    change.reset()
    settle()
  }
  const hasNoneYet = person.permissions.length === 0
  const edit = (next: Permission[]) =>
    onDraft(!hasNoneYet && isSame(next, person.permissions) ? undefined : next)
  return (
    <li
      ref={row}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-5 lg:grid-cols-[minmax(0,1fr)_auto_6rem]"
    >
      <Identity person={person} />
      <span className="justify-self-end lg:order-last">
        <RemoveButton person={person} onClick={() => setRemoving(true)} />
      </span>
      <PermissionsPanel
        legend={`Permisos de ${person.name}`}
        held={selected}
        onChange={edit}
        fixed={permissions.filter(each => reasonFixed(each) !== undefined)}
        fixedBecause={reasonFixed}
        className="col-span-full grid grid-cols-2 gap-x-4 gap-y-1.5 sm:flex sm:flex-wrap lg:col-span-1"
      />
      <div className="order-last col-span-full grid grid-cols-1 gap-3 empty:hidden">
        {draft !== undefined && (
          <Unsaved
            conflict={conflictOfPermissions(person, selected, executorMayApprove)}
            isEmpty={hasNoneYet && selected.length === 0}
            busy={change.isPending}
            name={person.name}
            onSave={save}
            onCancel={cancel}
          />
        )}
        <FormFailure message={change.isError ? failureMessage(change.error) : null} />
      </div>
      {isRemoving && (
        <OnDemand load={loadRemoval} props={{ projectId, person, onClose: () => setRemoving(false) }} />
      )}
    </li>
  )
}

const isSame = (some: readonly Permission[], others: readonly Permission[]) =>
  some.length === others.length && some.every(each => others.includes(each))

/** Reason why the selected permissions exclude each other, shown before they are sent. */
function conflictOfPermissions(
  person: PermittedWire,
  selected: readonly Permission[],
  executorMayApprove: boolean,
) {
  const all = withEverywhere(selected, person.everywhere)
  const has = (permission: Permission) => (all.includes(permission) ? [person.userId] : [])
  const refused = separateDuties(has('approve'), has('execute'), executorMayApprove)
  return refused === true ? undefined : projectWords(refused)
}

function Identity({ person }: { person: PermittedWire }) {
  const { name, email, role, active } = person
  const everywhere = withEverywhere([], person.everywhere)
  return (
    <div className="min-w-0">
      <p className="truncate font-medium">{name}</p>
      <p className="text-ink-faint text-xs">
        <span className="break-all">{email}</span> · {roleLabel[role]}
        {!active && ' · Desactivada'}
      </p>
      {everywhere.length > 0 && (
        <p className="mt-0.5 text-ink-soft text-xs">
          En todos los proyectos: {everywhere.map(each => permissionLabel[each]).join(', ')}
        </p>
      )}
    </div>
  )
}

function RemoveButton({ person, onClick }: { person: PermittedWire; onClick: () => void }) {
  // Nothing to remove from a person without permissions by name.
  if (person.permissions.length === 0) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={<UserMinus aria-hidden="true" />}
      aria-label={`Quitar a ${person.name}`}
      refusal={refusalText(person.can.change)}
      onClick={onClick}
    >
      Quitar
    </Button>
  )
}

type UnsavedProps = {
  conflict: string | undefined
  isEmpty: boolean
  busy: boolean
  name: string
  onSave: () => void
  onCancel: () => void
}

function Unsaved({ conflict, isEmpty, busy, name, onSave, onCancel }: UnsavedProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="status" className="min-w-0 flex-1 text-caution text-xs max-sm:basis-full">
        {conflict ?? 'Sin guardar'}
      </p>
      <Button size="sm" onClick={onCancel} aria-label={`Cancelar los cambios de ${name}`}>
        Cancelar
      </Button>
      <Button
        size="sm"
        variant="primary"
        busy={busy}
        refusal={conflict ?? (isEmpty ? 'Marca al menos un permiso' : undefined)}
        onClick={onSave}
        aria-label={`Guardar los permisos de ${name}`}
      >
        Guardar
      </Button>
    </div>
  )
}
