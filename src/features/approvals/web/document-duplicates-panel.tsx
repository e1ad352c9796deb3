import type { DocumentDetailWire } from '#features/approvals/wire.ts'
import { ReasonedDuplicatesPanel } from '#features/documents/web/duplicates-panel.tsx'

/** Possible duplicates of an order, with why its author says that it is none; nothing where there are none. */
export function DocumentDuplicatesPanel({
  areaPath,
  document,
}: {
  areaPath: string
  document: DocumentDetailWire
}) {
  const { type, duplicates, duplicateReason } = document
  return (
    <ReasonedDuplicatesPanel
      areaPath={areaPath}
      type={type}
      duplicates={duplicates}
      reason={duplicateReason}
    />
  )
}
