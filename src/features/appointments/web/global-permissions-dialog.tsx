import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PermissionsPanel } from '#features/appointments/web/permissions-panel.tsx'
import {
  changeGlobalPermissionsMutation,
  globalPermissionsQuery,
} from '#features/appointments/web/queries.ts'
import type { getGlobalPermissions } from '#features/appointments/wire.ts'
import { isPowerOverOrders } from '#features/projects/rules/granting.ts'
import {
  type GlobalPermission,
  globalPermissions,
  type Permission,
  permissions,
} from '#features/projects/rules.ts'
import { ownHandWords } from '#features/projects/text.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import type { AbilityWire } from '#kernel/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { notify } from '#ui/toast.ts'

type GlobalPermissionsDialogProps = {
  userId: string
  name: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Global permissions of a person, for every project that their role reaches. */
export function GlobalPermissionsDialog({ isOpen, onOpenChange, ...person }: GlobalPermissionsDialogProps) {
  return isOpen ? <Opened {...person} onClose={() => onOpenChange(false)} /> : null
}

type OpenedProps = { userId: string; name: string; onClose: () => void }

function Opened({ userId, name, onClose }: OpenedProps) {
  const query = useQuery(globalPermissionsQuery(userId))
  const { data } = query
  if (data !== undefined && data.reach !== 'nothing')
    return <PermissionsForm userId={userId} name={name} found={data} onClose={onClose} />
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()} title={dialogTitle(name)}>
      <Loaded query={query} skeleton={<Skeleton className="h-48 w-full" />}>
        {() => 'Su rol no admite permisos en los proyectos: él solo dice qué puede ver y hacer.'}
      </Loaded>
    </Dialog>
  )
}

const dialogTitle = (name: string) => `Permisos generales de ${name}`

const reachText = {
  company: 'Valen en todos los proyectos de la empresa, también en los que se creen después.',
  client: 'Valen en todos los proyectos de su cliente, también en los que se creen después.',
} as const

/** Reason for which somebody changes no permission at all: an auditor. */
const readerRefusal = (may: AbilityWire): string | undefined =>
  may !== true && may.refused === 'forbidden' ? may.text : undefined

type FormProps = OpenedProps & { found: ResponseOf<typeof getGlobalPermissions> }

function PermissionsForm({ userId, name, found, onClose }: FormProps) {
  const [held, setHeld] = useState<readonly GlobalPermission[]>(found.permissions)
  const change = useMutation(changeGlobalPermissionsMutation)
  const isAll = held.includes('all')
  const named = permissions.filter(each => held.includes(each))
  const isOwnHand = found.isYou && !found.permissions.includes('approve')
  const allBrings: readonly Permission[] = isAll ? ['view', 'edit', 'admin'] : []
  const closed = readerRefusal(found.can.empower)
  const because = (permission: Permission) => {
    if (closed !== undefined) return closed
    if (allBrings.includes(permission)) return 'Viene con «Todos»'
    if (permission === 'approve' && isOwnHand) return ownHandWords
    return isPowerOverOrders(permission) ? refusalText(found.can.empower) : undefined
  }
  const set = (next: readonly GlobalPermission[]) =>
    setHeld(globalPermissions.filter(each => next.includes(each)))
  const submit = async () =>
    change.mutate(
      { userId, permissions: [...held] },
      {
        onSuccess: () => {
          notify.success(`Permisos generales de ${name} guardados`)
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={dialogTitle(name)}
      description={found.reach === 'nothing' ? undefined : reachText[found.reach]}
      submitLabel="Guardar"
      wire={{
        submit: async event => {
          event?.preventDefault()
          await submit()
        },
        busy: change.isPending,
        failure: change.isError ? failureMessage(change.error) : null,
      }}
      refusal={closed}
      isDirty={held.join() !== found.permissions.join()}
      onClose={onClose}
    >
      <Checkbox
        label="Todos"
        note="Ver, editar y administrar. Aprobar y ejecutar se marcan aparte."
        checked={isAll}
        disabled={closed !== undefined}
        onChange={() => set(isAll ? named : ['all', ...named])}
      />
      <PermissionsPanel
        legend={dialogTitle(name)}
        held={isAll ? [...new Set<Permission>(['view', 'edit', 'admin', ...named])] : named}
        fixed={permissions.filter(each => because(each) !== undefined)}
        fixedBecause={because}
        onChange={next =>
          set(isAll ? ['all', ...next.filter(each => each === 'approve' || each === 'execute')] : next)
        }
        className="grid grid-cols-1 gap-2 border-t pt-4"
      />
      {isOwnHand && <p className="text-ink-soft text-sm">Aprobar en todos los proyectos: {ownHandWords}</p>}
    </FormDialog>
  )
}
