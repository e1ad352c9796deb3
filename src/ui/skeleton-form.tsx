import { Card, CardBody } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Skeleton of a form whose options are loading. */
export function SkeletonForm({ fields }: { fields: number }) {
  return (
    <Card className="max-w-3xl">
      <CardBody>
        <div role="status" aria-label="Cargando el formulario" className="grid grid-cols-1 gap-5">
          {Array.from({ length: fields }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no identity
            <div key={index} className="grid gap-2">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-10 w-full" />
            </div>
          ))}
        </div>
      </CardBody>
    </Card>
  )
}
