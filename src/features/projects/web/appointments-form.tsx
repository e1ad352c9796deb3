import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { PeoplePanel } from '#features/projects/web/people-panel.tsx'
import { appointPeopleMutation } from '#features/projects/web/queries.ts'
import { appointPeople, type ProjectWire } from '#features/projects/wire.ts'
import { Button } from '#ui/button.tsx'
import { CardBody, CardFooter } from '#ui/card.tsx'
import { FormFailure } from '#ui/form-failure.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { notify } from '#ui/toast.ts'
import { useWireForm } from '#ui/use-wire-form.ts'

type AppointmentsInput = z.input<typeof appointPeople.body>
type AppointmentsBody = z.output<typeof appointPeople.body>

export function AppointmentsForm({ project, onClose }: { project: ProjectWire; onClose: () => void }) {
  const appoint = useMutation(appointPeopleMutation)
  const { form, submit, busy, failure, errorOf } = useWireForm<AppointmentsInput, AppointmentsBody>({
    schema: appointPeople.body,
    defaults: {
      approverIds: namedOf(project.approvers),
      executorIds: namedOf(project.executors),
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

/** Those who do so everywhere are not of this list. */
const namedOf = (people: ProjectWire['approvers']) =>
  people.filter(({ everywhere }) => !everywhere).map(({ userId }) => userId)
