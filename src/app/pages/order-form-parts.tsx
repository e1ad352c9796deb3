import type { SessionUser } from '#app/session.ts'
import { useArea } from '#app/use-area.ts'
import { projectAddress } from '#features/documents/web/text.ts'
import { late } from '#ui/late.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Loaded with the first attachment. */
export const ReadInvoices = late(
  async () => (await import('#features/invoices/web/read-invoices-panel.tsx')).ReadInvoicesPanel,
)

/** True for people of a provider, who may only ask that their provider be paid. */
export const isPayee = ({ role }: SessionUser): boolean => role === 'provider' || role === 'provider_user'

export function BackToProject({ projectId }: { projectId: string }) {
  const { areaPath } = useArea()
  return <LinkButton to={projectAddress(areaPath, projectId)}>Volver al proyecto</LinkButton>
}

export function FormSkeleton() {
  return (
    <div
      role="status"
      aria-label="Cargando el formulario"
      className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <Skeleton className="h-[40rem] w-full" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-56 w-full" />
        <Skeleton className="h-36 w-full" />
      </div>
    </div>
  )
}
