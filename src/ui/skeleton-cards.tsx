import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Cards of a list that is being loaded, in the grid they will stand in. */
export function SkeletonCards({ count = 6, label = 'Cargando' }: { count?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className={cardGrid}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards have no identity
        <Card key={index} className="grid h-64 grid-cols-1 content-between gap-3 p-4 sm:p-5">
          <div className="grid gap-2.5">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
          </div>
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-9 w-full" />
        </Card>
      ))}
    </div>
  )
}

export const cardGrid = 'grid grid-cols-1 gap-4 md:grid-cols-2 2xl:grid-cols-3'
