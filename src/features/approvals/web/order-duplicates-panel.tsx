import type { DocumentCardWire } from '#features/approvals/wire.ts'
import { ReasonedDuplicatesPanel } from '#features/documents/web/duplicates-panel.tsx'

/** What an order may repeat, and what whoever sent it said of that. */
export function OrderDuplicatesPanel({ base, document }: { base: string; document: DocumentCardWire }) {
  const { type, duplicates, duplicateReason } = document
  return <ReasonedDuplicatesPanel base={base} type={type} duplicates={duplicates} reason={duplicateReason} />
}
