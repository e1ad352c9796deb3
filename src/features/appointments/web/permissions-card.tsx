import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { PersonPermissionsPanel } from '#features/appointments/web/person-permissions-panel.tsx'
import { permissionsQuery, useCandidates } from '#features/appointments/web/queries.ts'
import type { listPermissions, PermittedWire } from '#features/appointments/wire.ts'
import type { Permission } from '#features/projects/rules.ts'
import { roleLabel } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { emptyTextFor } from '#ui/fields/choice.ts'
import { Combobox } from '#ui/fields/combobox.tsx'
import { LeaveGuard } from '#ui/hooks/leave-guard.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

const title = 'permissions-title'

/** Scrolls and moves the focus to the card from elsewhere on the page. */
export function goToPermissions(): void {
  const heading = document.getElementById(title)
  heading?.scrollIntoView({ block: 'center' })
  heading?.closest('section')?.querySelector('input')?.focus({ preventScroll: true })
}

/** Permissions of each person in a project, for people who may change them. */
export function PermissionsCard({ projectId }: { projectId: string }) {
  const query = useQuery(permissionsQuery(projectId))
  return (
    <Card aria-labelledby={title}>
      <CardHeader id={title} title="Permisos" />
      <Loaded query={query} skeleton={<PermissionsSkeleton />}>
        {found => <Permissions key={projectId} projectId={projectId} found={found} />}
      </Loaded>
    </Card>
  )
}

type Drafts = { readonly [userId: string]: readonly Permission[] }
type PermissionsProps = { projectId: string; found: ResponseOf<typeof listPermissions> }

function Permissions({ projectId, found }: PermissionsProps) {
  const [drafts, setDrafts] = useState<Drafts>({})
  const [added, setAdded] = useState<readonly PermittedWire[]>([])
  const known = new Set(found.items.map(({ userId }) => userId))
  const people = [...found.items, ...added.filter(({ userId }) => !known.has(userId) && userId in drafts)]
  const draft = (userId: string, permissions: readonly Permission[] | undefined) =>
    setDrafts(({ [userId]: _, ...others }) =>
      permissions === undefined ? others : { ...others, [userId]: permissions },
    )
  const add = (person: PermittedWire) => {
    setAdded(before => [...before.filter(({ userId }) => userId !== person.userId), person])
    draft(person.userId, ['view'])
  }
  return (
    <>
      <CardBody className="grid grid-cols-1 gap-4">
        <p className="text-ink-soft">
          La administración de la empresa y el cliente ya ven, editan y administran el proyecto. Aprobar y
          ejecutar se dan siempre de forma expresa.
        </p>
        <AddPerson projectId={projectId} present={people} onAdd={add} />
      </CardBody>
      {people.length === 0 && (
        <EmptyState icon={<Users />} title="Nadie tiene permisos propios">
          Busca a una persona para darle acceso a este proyecto.
        </EmptyState>
      )}
      <ul aria-label="Personas con permisos" className="divide-y border-t empty:hidden">
        {people.map(person => (
          <PersonPermissionsPanel
            key={person.userId}
            projectId={projectId}
            person={person}
            draft={drafts[person.userId]}
            onDraft={permissions => draft(person.userId, permissions)}
            grantable={found.grantable}
            appointAbility={found.can.empower}
            executorMayApprove={found.executorMayApprove}
          />
        ))}
      </ul>
      <LeaveGuard isUnsent={Object.keys(drafts).length > 0} />
    </>
  )
}

type AddPersonProps = {
  projectId: string
  present: readonly PermittedWire[]
  onAdd: (person: PermittedWire) => void
}

function AddPerson({ projectId, present, onAdd }: AddPersonProps) {
  const candidates = useCandidates(projectId)
  const free = candidates.items.filter(each => !present.some(({ userId }) => userId === each.userId))
  const options = free.map(({ userId, name, email, role }) => ({
    value: userId,
    label: name,
    detail: `${email} · ${roleLabel[role]}`,
  }))
  const choose = (chosen: string) => {
    const person = free.find(({ userId }) => userId === chosen)
    if (person) onAdd({ ...person, active: true, permissions: [], everywhere: [], can: { change: true } })
  }
  return (
    <Combobox
      label="Añadir persona"
      className="max-w-md"
      options={options}
      value=""
      onChange={choose}
      onSearch={candidates.search}
      placeholder="Busca por nombre o correo"
      emptyText={emptyTextFor(
        candidates,
        options.length,
        'No hay nadie más a quien dar permisos.',
        'Nadie más coincide.',
      )}
    />
  )
}

function PermissionsSkeleton() {
  return (
    <div role="status" aria-label="Cargando los permisos" className="grid gap-3 p-4 sm:p-5">
      <Skeleton className="h-9 w-full max-w-md" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  )
}
