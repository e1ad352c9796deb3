import { useArea } from '#app/use-area.ts'
import { AllNoticesPanel, ReadNoticesButton } from '#features/notices/web/notices-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** Every notice of this person, in any area. */
export function NotificationsPage() {
  const { areaPath } = useArea()
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Notificaciones"
        subtitle="Lo que ha pasado con tus pedidos, lo último primero"
        actions={<ReadNoticesButton />}
      />
      <div className="grid grid-cols-1 gap-3">
        <AllNoticesPanel areaPath={areaPath} />
      </div>
    </div>
  )
}
