/** Fields of a person in a row, read or edited in place. */
import type { UserRowWire } from '#features/platform/wire/users.ts'
import { type Role, roleLabel, roles } from '#kernel/actor.ts'
import { NativeSelect } from '#ui/fields/native-select.tsx'

export type Draft = { readonly name: string; readonly email: string; readonly role: Role }
/** Person, with the draft of their row while it is edited. */
export type UserRow = {
  readonly user: UserRowWire
  readonly draft: Draft | null
  readonly busy: boolean
  /** True just after an edit, so that the row gets the focus back. */
  readonly wasEdited: boolean
}

export type UserHandlers = {
  onEdit: (user: UserRowWire) => void
  onDraftChange: (draft: Draft) => void
  onSave: (shown: UserRow) => void
  onCancel: () => void
  onActivate: (user: UserRowWire) => void
  onDeactivate: (user: UserRowWire) => void
  onRemoveSecondFactor: (user: UserRowWire) => void
}

export type CellProps = { shown: UserRow; handlers: UserHandlers }

export function NameCell({ shown: { user, draft }, handlers }: CellProps) {
  if (!draft)
    return (
      <>
        <span className="font-medium">{user.name}</span>
        <Companies user={user} />
      </>
    )
  return (
    <input
      ref={focusIt}
      className="control min-w-32"
      aria-label={`Nombre de ${user.name}`}
      value={draft.name}
      onChange={event => handlers.onDraftChange({ ...draft, name: event.target.value })}
    />
  )
}

export function Companies({ user: { companies } }: { user: UserRowWire }) {
  if (companies.length === 0) return null
  return <span className="block text-ink-faint text-xs">{companies.map(({ name }) => name).join(', ')}</span>
}

/** Focuses a field when it appears. One function, because a new one for each render would focus again at each key. */
export const focusIt = (element: HTMLElement | null) => element?.focus()

export function EmailCell({ shown: { user, draft }, handlers }: CellProps) {
  if (!draft)
    return (
      <>
        {user.email}
        {user.newEmail !== null && (
          <span className="block break-words text-caution text-xs">
            Pasará a {user.newEmail} cuando se confirme
          </span>
        )}
      </>
    )
  return (
    <input
      className="control min-w-40"
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      aria-label={`Correo electrónico de ${user.name}`}
      value={draft.email}
      onChange={event => handlers.onDraftChange({ ...draft, email: event.target.value })}
    />
  )
}

export function RoleCell({ shown: { user, draft }, handlers }: CellProps) {
  if (!draft) return roleLabel[user.role]
  return (
    <NativeSelect
      className="min-w-48"
      aria-label={`Rol de ${user.name}`}
      options={roles.map(role => ({ value: role, label: roleLabel[role] }))}
      value={draft.role}
      onChange={event =>
        handlers.onDraftChange({
          ...draft,
          role: roles.find(role => role === event.target.value) ?? draft.role,
        })
      }
    />
  )
}
