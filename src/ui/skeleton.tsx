import { classes } from '#ui/classes.ts'

/**
 * Placeholder with the size of what is loading. It appears only after 150 ms, so that quick answers do not
 * flicker.
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className="block animate-appear">
      <span className={classes('block animate-breathe rounded-md bg-line', className ?? 'h-4 w-full')} />
    </span>
  )
}

/** Skeleton of a list of rows. */
export function SkeletonRows({ count = 6, label = 'Cargando' }: { count?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="divide-y rounded-xl border bg-surface">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
        <div key={row} className="flex h-14 items-center gap-4 px-4">
          <Skeleton className="h-4 w-20" />
          <div className="flex-1">
            <Skeleton className="h-4 w-full max-w-72" />
          </div>
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </div>
  )
}
