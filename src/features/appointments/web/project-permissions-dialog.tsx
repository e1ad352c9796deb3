import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PermissionsPanel } from '#features/appointments/web/permissions-panel.tsx'
import { changePermissionsMutation, permissionsOfQuery } from '#features/appointments/web/queries.ts'
import type { listPersonPermissions } from '#features/appointments/wire.ts'
import { isPowerOverOrders } from '#features/projects/rules/granting.ts'
import { type Permission, permissions } from '#features/projects/rules.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { refusalText } from '#ui/action-link.tsx'
import { failureMessage } from '#ui/api.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { notify } from '#ui/toast.ts'

type ProjectPermissionsDialogProps = { userId: string; name: string; onClose: () => void }
type Found = ResponseOf<typeof listPersonPermissions>
type Project = Found['items'][number]

/** Permissions of one person in each project. */
export function ProjectPermissionsDialog({ userId, name, onClose }: ProjectPermissionsDialogProps) {
  const query = useQuery(permissionsOfQuery(userId))
  if (query.data && query.data.items.length > 0)
    return <PermissionsForm userId={userId} name={name} found={query.data} onClose={onClose} />
  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()} title={dialogTitle(name)}>
      <Loaded query={query} skeleton={<Skeleton className="h-48 w-full" />}>
        {() => 'Todavía no hay proyectos en los que dar permisos.'}
      </Loaded>
    </Dialog>
  )
}

const dialogTitle = (name: string) => `Permisos de ${name}`

type FormProps = ProjectPermissionsDialogProps & { found: Found }
type Drafts = { readonly [projectId: string]: readonly Permission[] }

function PermissionsForm({ userId, name, found, onClose }: FormProps) {
  const { items: projects } = found
  const [drafts, setDrafts] = useState<Drafts>({})
  const change = useMutation(changePermissionsMutation)
  const heldIn = ({ projectId, permissions: held }: Project) => drafts[projectId] ?? held
  const changed = projects.filter(project => heldIn(project).join() !== project.permissions.join())
  const because = ({ grantable }: Project, permission: Permission) =>
    (isPowerOverOrders(permission) ? refusalText(found.can.empower) : undefined) ??
    (grantable.includes(permission) ? undefined : 'No puedes dar ni quitar un permiso que tú no tienes')
  const save = useMutation({
    // Sent one after the other: the first refusal stops the rest.
    mutationFn: async () => {
      for (const project of changed)
        await change.mutateAsync({
          userId,
          projectId: project.projectId,
          permissions: [...heldIn(project)],
        })
    },
    onSuccess: () => {
      notify.success(`Permisos de ${name} guardados`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={dialogTitle(name)}
      description="Lo que puede hacer en cada proyecto. Solo puedes dar lo que tú tienes."
      submitLabel="Guardar"
      wire={{
        submit: async event => {
          event?.preventDefault()
          save.mutate()
        },
        busy: save.isPending,
        failure: save.isError ? failureMessage(save.error) : null,
      }}
      isDirty={changed.length > 0}
      refusal={changed.length === 0 ? 'No hay cambios que guardar' : undefined}
      onClose={onClose}
    >
      <ul aria-label="Proyectos" className="grid grid-cols-1 gap-4">
        {projects.map(project => (
          <li
            key={project.projectId}
            className="grid grid-cols-1 gap-2 border-t pt-4 first:border-t-0 first:pt-0"
          >
            <p>
              <span className="font-medium">{project.projectName}</span>{' '}
              <span className="text-ink-faint text-xs">{project.projectId}</span>
            </p>
            <PermissionsPanel
              legend={`Permisos en ${project.projectName}`}
              held={heldIn(project)}
              onChange={held => setDrafts(before => ({ ...before, [project.projectId]: held }))}
              fixed={permissions.filter(each => because(project, each) !== undefined)}
              fixedBecause={each => because(project, each)}
              className="flex flex-wrap gap-x-4 gap-y-1.5"
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
