import { ProjectPage } from '#app/pages/project-page.tsx'
import { AppointmentsCard } from '#features/projects/web/appointments-card.tsx'

/** A project as the company sees it: with who approves and who executes. */
export function CompanyProjectPage() {
  return <ProjectPage people={project => <AppointmentsCard project={project} />} />
}
