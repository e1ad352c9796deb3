import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Place of an order's page while it is read. */
export function DocumentSkeleton() {
  return (
    <div role="status" aria-label="Cargando el documento">
      <div className="mb-6 grid gap-2">
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-8 w-80 max-w-full" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
        <div className="grid grid-cols-1 gap-4 xl:gap-6">
          <Card className="grid h-60 content-between p-4 sm:p-5">
            <Skeleton className="h-10 w-56" />
            <Skeleton className="h-24 w-full" />
          </Card>
          <Skeleton className="h-80 w-full" />
        </div>
        <div className="grid grid-cols-1 gap-4 xl:gap-6">
          <Skeleton className="h-64 w-full" />
          <Skeleton className="h-56 w-full" />
        </div>
      </div>
    </div>
  )
}
