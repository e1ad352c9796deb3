import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { ProjectPage } from '#app/pages/project-page.tsx'
import { AppointmentsCard } from '#features/appointments/web/appointments-card.tsx'
import type { ProjectWire } from '#features/projects/wire.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader, Fact } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Money } from '#ui/money.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

/** Project for the company: with its description, its approvers and its executors. */
export function CompanyProjectPage() {
  return (
    <ProjectPage
      contractLink={contractId => (
        <LinkButton
          to="/empresa/contracts/$contractId"
          params={{ contractId }}
          aria-label={`Ver detalles de ${contractId}`}
          size="sm"
        >
          Ver detalles
        </LinkButton>
      )}
      people={project => (
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <AppointmentsCard project={project} />
          <ProjectData project={project} />
        </div>
      )}
    />
  )
}

const loadProjectDialog = async () =>
  (await import('#features/projects/web/project-dialog.tsx')).ProjectDialog

/** Total and description, with a button to change them. */
function ProjectData({ project }: { project: ProjectWire }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <Card>
      <CardHeader
        title="Datos del proyecto"
        actions={
          project.can.change === true && (
            <Button size="sm" icon={<Pencil aria-hidden="true" />} onClick={() => setEditing(true)}>
              Editar
            </Button>
          )
        }
      />
      <CardBody>
        <dl className="grid grid-cols-1 gap-3">
          <Fact label="Monto Total">
            <Money value={project.total} />
          </Fact>
          <Fact label="Descripción">
            <span className="whitespace-pre-wrap font-normal">
              {project.description ?? 'Sin descripción'}
            </span>
          </Fact>
        </dl>
      </CardBody>
      {isEditing && (
        <OnDemand load={loadProjectDialog} props={{ project, onClose: () => setEditing(false) }} />
      )}
    </Card>
  )
}
