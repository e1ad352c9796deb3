import { ViewAsButton } from '#app/pages/view-as-button.tsx'
import { ProjectsPage } from '#features/projects/web/projects-page.tsx'

/** The company's projects, each with a look at what its client sees. */
export function CompanyProjectsPage() {
  return (
    <ProjectsPage
      lookAt={({ clientId, clientName }) => (
        <ViewAsButton label="Ver como cliente" target={{ userId: clientId }} name={clientName} />
      )}
    />
  )
}
