import { ViewAsButton } from '#app/pages/view-as-button.tsx'
import { ProjectsPage } from '#features/projects/web/projects-page.tsx'

/** Projects of the company, each with a button to impersonate its client. */
export function CompanyProjectsPage() {
  return (
    <ProjectsPage
      lookAt={({ clientId, clientName }) => (
        <ViewAsButton label="Ver como cliente" target={{ userId: clientId }} name={clientName} />
      )}
    />
  )
}
