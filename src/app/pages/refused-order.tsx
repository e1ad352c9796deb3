import { Lock } from 'lucide-react'
import { BackToProject } from '#app/pages/order-form-parts.tsx'
import type { ProjectWire } from '#features/projects/wire.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/states.tsx'

/** In place of the form, why the person makes no order here. */
export function Refused({ title, project }: { title: string; project: ProjectWire }) {
  return (
    <Card>
      <EmptyState icon={<Lock />} title={title} action={<BackToProject projectId={project.id} />}>
        Si crees que debería ser posible, habla con quien administra el proyecto.
      </EmptyState>
    </Card>
  )
}
