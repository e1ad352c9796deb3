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

function Appointments({ project: { approvers, executors, invited } }: { project: ProjectWire }) {
  const invitedTo = (task: 'approve' | 'execute') => invited.filter(({ permission }) => permission === task)
  return (
    <CardBody className="grid grid-cols-1 gap-4">
      {approvers.length === 0 && (
        <Alert tone="caution">
          {invitedTo('approve').length === 0
            ? 'Nadie aprueba en este proyecto: sus pedidos quedarán bloqueados hasta que nombres a alguien.'
            : 'Nadie aprueba todavía en este proyecto: sus pedidos esperarán hasta que acepte quien has invitado.'}
        </Alert>
      )}
      {executors.length === 0 && (
        <Alert tone="caution">Nadie ejecuta en este proyecto: lo aprobado no podrá confirmarse.</Alert>
      )}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <People
          title="Aprueban"
          people={approvers}
          invited={invitedTo('approve')}
          icon={<BadgeCheck aria-hidden="true" />}
        />
        <People
          title="Ejecutan"
          people={executors}
          invited={invitedTo('execute')}
          icon={<ClipboardCheck aria-hidden="true" />}
        />
      </div>
    </CardBody>
  )
}

type PeopleProps = {
  title: string
  people: ProjectWire['approvers']
  invited: ProjectWire['invited']
  icon: ReactNode
}

function People({ title, people, invited, icon }: PeopleProps) {
  return (
    <section className="grid min-w-0 grid-cols-1 content-start gap-2">
      <h3 className="flex items-center gap-2 text-ink-soft [&>svg]:size-4 [&>svg]:text-ink-faint">
        {icon}
        {title}
      </h3>
      {people.length + invited.length === 0 && <p className="text-ink-faint">Nadie</p>}
      <ul className="grid grid-cols-1 gap-2">
        {people.map(({ userId, name, email, everywhere, substitute }) => (
          <li key={userId} className="min-w-0">
            <span className="block font-medium">{name}</span>
            <span className="block truncate text-ink-faint text-xs">{email}</span>
            {everywhere && (
              <span className="block text-ink-soft text-xs">
                En todos los proyectos, por sus permisos generales
              </span>
            )}
            {substitute !== null && (
              <span className="block text-info text-xs">Hoy le sustituye {substitute}</span>
            )}
          </li>
        ))}
        {invited.map(({ invitationId, name, email }) => (
          <li key={invitationId} className="min-w-0">
            <span className="block font-medium">{name}</span>
            <span className="block truncate text-ink-faint text-xs">{email}</span>
            <span className="block text-ink-soft text-xs">Cuando acepte su invitación</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
