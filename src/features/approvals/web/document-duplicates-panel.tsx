import { Suspense } from 'react'
import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { late } from '#ui/late.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** Loaded for an order that looks like another: most do not. */
const ReasonedDuplicatesPanel = late(
  async () => (await import('#features/documents/web/duplicates-panel.tsx')).ReasonedDuplicatesPanel,
)

/** Possible duplicates of an order, with why its author says that it is none; nothing where there are none. */
export function DocumentDuplicatesPanel({
  areaPath,
  document,
}: {
  areaPath: string
  document: DocumentDetailWire
}) {
  const { type, duplicates, duplicateReason } = document
  if (duplicates.items.length + duplicates.hidden === 0) return null
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full rounded-lg" />}>
      <ReasonedDuplicatesPanel
        areaPath={areaPath}
        type={type}
        duplicates={duplicates}
        reason={duplicateReason}
      />
    </Suspense>
  )
}
