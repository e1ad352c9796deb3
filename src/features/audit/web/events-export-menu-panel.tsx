import { type EventFilter, exportJournal } from '#features/audit/web/queries.ts'
import { ExportMenu } from '#ui/export-menu.tsx'

/** The journal as it is narrowed, as a file; that it leaves is itself an event. */
export function EventsExportMenuPanel({ filter }: { filter: EventFilter; onClose: () => void }) {
  return <ExportMenu filter={filter} request={exportJournal} one="evento" many="eventos" />
}
