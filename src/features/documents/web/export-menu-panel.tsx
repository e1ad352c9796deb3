import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { type DocumentFilter, exportMutation } from '#features/documents/web/queries.ts'
import { messageOf } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { Menu } from '#ui/menu.tsx'
import { useSubmission } from '#ui/submission.ts'
import { notify } from '#ui/toast.ts'

type Format = 'csv' | 'xlsx'

/** What a list shows, filtered and sorted as it is shown, as a file. */
export function ExportMenuPanel({ filter }: { filter: DocumentFilter; onClose: () => void }) {
  const { mutateAsync, isPending } = useMutation(exportMutation)
  const submit = useSubmission()
  const exportAs = (format: Format) => {
    const body = { ...filter, format }
    submit(body, key => mutateAsync({ body, key })).then(
      ({ url, rows }) => {
        download(url)
        notify.success(
          rows === 1 ? 'Exportado 1 pedido' : `Exportados ${rows.toLocaleString('es-ES')} pedidos`,
        )
      },
      error =>
        notify.error('No se ha podido exportar', {
          description: messageOf(error),
          action: { label: 'Reintentar', run: () => exportAs(format) },
        }),
    )
  }
  return (
    <Menu
      startsOpen
      trigger={
        <Button busy={isPending} icon={<Download aria-hidden="true" />}>
          Exportar
        </Button>
      }
      items={[
        { label: 'CSV', icon: <FileText aria-hidden="true" />, onSelect: () => exportAs('csv') },
        { label: 'Excel', icon: <FileSpreadsheet aria-hidden="true" />, onSelect: () => exportAs('xlsx') },
      ]}
    />
  )
}
