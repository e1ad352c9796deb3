import { type DocumentFilter, exportList } from '#features/documents/web/queries.ts'
import { ExportMenu } from '#ui/export-menu.tsx'

/** What a list shows, filtered and sorted as it is shown, as a file. */
export function ExportMenuPanel({ filter }: { filter: DocumentFilter; onClose: () => void }) {
  return <ExportMenu filter={filter} request={exportList} one="pedido" many="pedidos" />
}
