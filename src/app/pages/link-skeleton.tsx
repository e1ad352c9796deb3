import { Skeleton } from '#ui/skeleton.tsx'

/** Place of the order of a mail's link, while it is read. */
export function LinkSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-44 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
    </div>
  )
}
