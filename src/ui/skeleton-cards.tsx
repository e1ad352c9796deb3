import { Card } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { Skeleton } from '#ui/skeleton.tsx'

type SkeletonCardsProps = {
  count?: number
  label?: string
  /** Grid of the cards, and the height of each. */
  grid?: string
  height?: string
}

/** Skeleton of a list of cards. */
export function SkeletonCards({
  count = 6,
  label = 'Cargando',
  grid = cardGrid,
  height = 'h-76',
}: SkeletonCardsProps) {
  return (
    <div role="status" aria-label={label} className={grid}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards have no identity
        <Card key={index} className={classes('grid grid-cols-1 content-between gap-3 p-4 sm:p-5', height)}>
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

export const cardGrid = 'grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3'

/** Grid for cards with longer lines. */
export const wideCardGrid = 'grid grid-cols-1 gap-4 md:grid-cols-2 2xl:grid-cols-3'
