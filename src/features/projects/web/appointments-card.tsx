import { useMutation } from '@tanstack/react-query'
import { BadgeCheck, ClipboardCheck, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { PeoplePanel } from '#features/projects/web/people-panel.tsx'
import { appointPeopleMutation } from '#features/projects/web/queries.ts'
import { appointPeople, type ProjectWire } from '#features/projects/wire.ts'
import { refusalOf } from '#ui/action-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardFooter, CardHeader } from '#ui/card.tsx'
import { FormFailure } from '#ui/form-failure.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Alert } from '#ui/states.tsx'
import { notify } from '#ui/toast.ts'
import { useWireForm } from '#ui/use-wire-form.ts'

/** Who approves and who executes in a project; changed in place by whoever may. */
export function AppointmentsCard({ project }: { project: ProjectWire }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <Card aria-labelledby="appointments-title">
      <CardHeader
        id="appointments-title"
        title="Aprobadores y ejecutores"
        actions={
          !isEditing && (
            <Button
              size="sm"
              icon={<Pencil aria-hidden="true" />}
              refusal={refusalOf(project.can.appoint)}
              onClick={() => setEditing(true)}
            >
              Cambiar
            </Button>
          )
        }
      />
      {isEditing ? (
        <AppointmentsForm project={project} onClose={() => setEditing(false)} />
      ) : (
        <Appointments project={project} />
      )}
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
        {people.map(({ userId, name, email }) => (
          <li key={userId} className="min-w-0">
            <span className="block font-medium">{name}</span>
            <span className="block truncate text-ink-faint text-xs">{email}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type AppointmentsInput = z.input<typeof appointPeople.body>
type AppointmentsBody = z.output<typeof appointPeople.body>

function AppointmentsForm({ project, onClose }: { project: ProjectWire; onClose: () => void }) {
  const appoint = useMutation(appointPeopleMutation)
  const { form, submit, busy, failure, errorOf } = useWireForm<AppointmentsInput, AppointmentsBody>({
    schema: appointPeople.body,
    defaults: {
      approverIds: project.approvers.map(({ userId }) => userId),
      executorIds: project.executors.map(({ userId }) => userId),
    },
    send: async body => {
      await appoint.mutateAsync({ projectId: project.id, body })
      notify.success('Aprobadores y ejecutores guardados')
      onClose()
    },
  })
  const [approverIds = [], executorIds = []] = form.watch(['approverIds', 'executorIds'])
  const { isDirty } = form.formState
  return (
    <form noValidate onSubmit={submit}>
      <CardBody className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
          <PeoplePanel
            client={{ id: project.clientId, name: project.clientName }}
            named={[...project.approvers, ...project.executors]}
            approverIds={approverIds}
            executorIds={executorIds}
            executorMayApprove={project.executorMayApprove}
            onChange={(which, ids) => form.setValue(which, ids, { shouldDirty: true })}
            errorOf={errorOf}
          />
        </div>
        <FormFailure message={failure} />
      </CardBody>
      <CardFooter>
        <Button onClick={onClose}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Guardar
        </Button>
      </CardFooter>
      <LeaveGuard when={isDirty && !busy} />
    </form>
  )
}
