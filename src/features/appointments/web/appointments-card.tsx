import { BadgeCheck, ClipboardCheck, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { goToPermissions } from '#features/appointments/web/permissions-card.tsx'
import type { ProjectWire } from '#features/projects/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Alert } from '#ui/states.tsx'

/** Approvers and executors of a project; changed in the card of permissions by people who may. */
export function AppointmentsCard({ project }: { project: ProjectWire }) {
  return (
    <Card aria-labelledby="appointments-title">
      <CardHeader
        id="appointments-title"
        title="Aprobadores y ejecutores"
        actions={
          <Button
            size="sm"
            icon={<Pencil aria-hidden="true" />}
            refusal={refusalText(project.can.appoint)}
            onClick={goToPermissions}
          >
            Cambiar en Permisos
          </Button>
        }
      />
      <Appointments project={project} />
    </Card>
  )
}

function Appointments({ project: { approvers, executors } }: { project: ProjectWire }) {
  return (
    <CardBody className="grid grid-cols-1 gap-4">
      {approvers.length === 0 && (
        <Alert tone="caution">
          Nadie aprueba en este proyecto: sus pedidos quedarán bloqueados hasta que nombres a alguien.
        </Alert>
      )}
      {executors.length === 0 && (
        <Alert tone="caution">Nadie ejecuta en este proyecto: lo aprobado no podrá confirmarse.</Alert>
      )}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <People title="Aprueban" people={approvers} icon={<BadgeCheck aria-hidden="true" />} />
        <People title="Ejecutan" people={executors} icon={<ClipboardCheck aria-hidden="true" />} />
      </div>
    </CardBody>
  )
}

type PeopleProps = { title: string; people: ProjectWire['approvers']; icon: ReactNode }

function People({ title, people, icon }: PeopleProps) {
  return (
    <section className="grid min-w-0 grid-cols-1 content-start gap-2">
      <h3 className="flex items-center gap-2 text-ink-soft [&>svg]:size-4 [&>svg]:text-ink-faint">
        {icon}
        {title}
      </h3>
      {people.length === 0 && <p className="text-ink-faint">Nadie</p>}
      <ul className="grid grid-cols-1 gap-2">
        {people.map(({ userId, name, email, everywhere }) => (
          <li key={userId} className="min-w-0">
            <span className="block font-medium">{name}</span>
            <span className="block truncate text-ink-faint text-xs">{email}</span>
            {everywhere && (
              <span className="block text-ink-soft text-xs">
                En todos los proyectos, por sus permisos globales
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
