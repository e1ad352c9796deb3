import { Ellipsis, Hourglass, Pencil, ShieldOff, UserCheck, UserX } from 'lucide-react'
import { useMemo } from 'react'
import { userList } from '#features/platform/list.ts'
import {
  type CellProps,
  Companies,
  EmailCell,
  focusIt,
  NameCell,
  RoleCell,
  type UserHandlers,
  type UserRow,
} from '#features/platform/web/user-fields-panel.tsx'
import type { UserRowWire } from '#features/platform/wire/users.ts'
import { roleLabel } from '#kernel/actor.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuAction } from '#ui/dialogs/menu.tsx'
import { type ListCells, listColumns } from '#ui/lists/list-columns.ts'
import { type Sort, Table } from '#ui/lists/table.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'

type UserTableProps = {
  users: readonly UserRow[]
  isStale: boolean
  sort: Sort
  onSort: (by: string) => void
  /** Stable object, so that a render does not rebuild the rows. */
  handlers: UserHandlers
}

export function UserTable({ users, handlers, ...table }: UserTableProps) {
  const columns = useMemo(() => listColumns(userList, 'users', cellsFor(handlers)), [handlers])
  return (
    <Table
      label="Usuarios"
      columns={columns}
      rows={users}
      rowKey={({ user }) => user.id}
      {...table}
      card={shown => <UserLines shown={shown} handlers={handlers} />}
    />
  )
}

const cellsFor = (handlers: UserHandlers): ListCells<typeof userList, UserRow> => ({
  name: {
    className: 'wrap-anywhere min-w-36',
    cell: shown => <NameCell shown={shown} handlers={handlers} />,
  },
  email: {
    className: 'wrap-anywhere min-w-60',
    cell: shown => <EmailCell shown={shown} handlers={handlers} />,
  },
  role: { className: 'whitespace-nowrap', cell: shown => <RoleCell shown={shown} handlers={handlers} /> },
  active: ({ user }) => <State user={user} words={{ on: 'Sí', off: 'No' }} />,
  actions: { className: 'w-px', cell: shown => <Actions shown={shown} handlers={handlers} /> },
})

function UserLines({ shown, handlers }: CellProps) {
  const { user, draft } = shown
  if (draft)
    return (
      <div className="grid grid-cols-1 gap-2">
        <NameCell shown={shown} handlers={handlers} />
        <EmailCell shown={shown} handlers={handlers} />
        <RoleCell shown={shown} handlers={handlers} />
        <Actions shown={shown} handlers={handlers} />
      </div>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1">
      <p className="min-w-0 break-words font-medium">{user.name}</p>
      <div className="row-span-4">
        <Actions shown={shown} handlers={handlers} />
      </div>
      <p className="truncate text-ink-soft">{user.email}</p>
      <Companies user={user} />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft">
        {roleLabel[user.role]} <State user={user} words={{ on: 'Activo', off: 'Inactivo' }} />
      </p>
    </div>
  )
}

type StateProps = { user: UserRowWire; words: { on: string; off: string } }

/** State of an account: a column's name says of which state a 'Sí' is; on a phone the badge says it by itself. */
function State({ user: { active, requestedRole }, words }: StateProps) {
  if (requestedRole !== null)
    return (
      <span className="inline-grid grid-cols-1 justify-items-start gap-0.5">
        <Badge tone="caution" icon={<Hourglass aria-hidden="true" />}>
          Pendiente de activación
        </Badge>
        {/* Below it: beside it, addresses would be broken to make room. */}
        <span className="pl-2 text-ink-soft text-xs">pidió: {roleLabel[requestedRole]}</span>
      </span>
    )
  return <OnOffBadge on={active}>{active ? words.on : words.off}</OnOffBadge>
}

function Actions({ shown, handlers }: CellProps) {
  const { user, draft, busy, wasEdited } = shown
  if (draft)
    return (
      <div className="flex items-center justify-end gap-1">
        <Button size="sm" variant="primary" busy={busy} onClick={() => handlers.onSave(shown)}>
          Guardar
        </Button>
        <Button size="sm" variant="quiet" onClick={handlers.onCancel}>
          Cancelar
        </Button>
      </div>
    )
  const isPending = user.requestedRole !== null
  return (
    <div className="flex items-center justify-end gap-1">
      {isPending ? (
        <Button size="sm" aria-label={`Activar a ${user.name}`} onClick={() => handlers.onActivate(user)}>
          Activar
        </Button>
      ) : (
        <Button
          ref={wasEdited ? focusIt : undefined}
          size="sm"
          variant="quiet"
          icon={<Pencil aria-hidden="true" />}
          aria-label={`Editar a ${user.name}`}
          onClick={() => handlers.onEdit(user)}
        >
          Editar
        </Button>
      )}
      {!isPending && <MoreActions user={user} handlers={handlers} />}
    </div>
  )
}

function MoreActions({ user, handlers }: { user: UserRowWire; handlers: UserHandlers }) {
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          size="icon"
          aria-label={`Más acciones con ${user.name}`}
          icon={<Ellipsis aria-hidden="true" />}
        />
      }
      items={[
        user.active
          ? {
              label: 'Desactivar',
              icon: <UserX aria-hidden="true" />,
              onSelect: () => handlers.onDeactivate(user),
            }
          : {
              label: 'Activar',
              icon: <UserCheck aria-hidden="true" />,
              onSelect: () => handlers.onActivate(user),
            },
        ...(user.hasSecondFactor ? [removeFactor(user, handlers)] : []),
      ]}
    />
  )
}

const removeFactor = (user: UserRowWire, handlers: UserHandlers): MenuAction => ({
  label: 'Quitar verificación en dos pasos',
  icon: <ShieldOff aria-hidden="true" />,
  onSelect: () => handlers.onRemoveSecondFactor(user),
})
