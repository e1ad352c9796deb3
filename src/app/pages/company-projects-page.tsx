import { useQuery } from '@tanstack/react-query'
import { FirstSteps } from '#app/pages/first-steps.tsx'
import { ViewAsButton } from '#app/pages/view-as-button.tsx'
import { ProjectsPage } from '#features/projects/web/projects-page.tsx'
import { firstStepsQuery } from '#features/reports/web/queries.ts'
import { isInitialLoading } from '#ui/hooks/is-initial-loading.ts'

/** Projects of the company, each with a button to impersonate its client; above them, a new company's first steps. */
export function CompanyProjectsPage() {
  const steps = useQuery(firstStepsQuery)
  return (
    <ProjectsPage
      areChildrenLoading={isInitialLoading(steps)}
      renderClientViewLink={({ id, clientId, clientName }) => (
        <ViewAsButton
          label="Ver como cliente"
          target={{ userId: clientId }}
          name={clientName}
          projectId={id}
        />
      )}
    >
      {steps.data?.isDone === false && <FirstSteps steps={steps.data} />}
    </ProjectsPage>
  )
}
