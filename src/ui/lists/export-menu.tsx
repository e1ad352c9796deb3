import { useMutation } from '@tanstack/react-query'
import { Download, FileArchive, FileSpreadsheet, FileText } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { counted } from '#kernel/text.ts'
import { failureMessage } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/dialogs/menu.tsx'
import { useSubmission } from '#ui/fields/submission.ts'
import { type Exported, runExport } from '#ui/lists/run-export.ts'
import { OnDemand } from '#ui/on-demand.tsx'
import { notify } from '#ui/toast.ts'

export type ExportFormat = 'csv' | 'xlsx'

export type ExportMenuProps<Filter extends object> = {
  filter: Filter
  /** Requests the file, under the idempotency key of this attempt. */
  request: (asked: { body: Filter & { format: ExportFormat }; key: string }) => Promise<Exported>
  /** Name of a row, singular and plural: `pedido`, `pedidos`. */
  one: string
  many: string
  /** Another file of the list, made in a dialog of its own. */
  other?: OtherExport<Filter> | undefined
  onClose: () => void
}

/** Name in the menu, and the dialog that makes the file. */
export type OtherExport<Filter extends object> = {
  readonly label: string
  readonly load: () => Promise<ComponentType<{ filter: Filter; onClose: () => void }>>
}

/** Menu of export formats. Open from its first render, because pressing its button loaded it. */
export function ExportMenu<Filter extends object>({
  filter,
  request,
  one,
  many,
  other,
}: ExportMenuProps<Filter>) {
  const [isOther, setOther] = useState(false)
  const { mutateAsync, isPending } = useMutation({ mutationFn: request })
  const submit = useSubmission()
  const exportAs = async (format: ExportFormat) => {
    const body = { ...filter, format }
    try {
      const exported = await submit(body, key => mutateAsync({ body, key }))
      if (!(await runExport(exported, many))) return notify.info('Exportación cancelada')
      const { rows } = exported
      notify.success(`${rows === 1 ? 'Exportado' : 'Exportados'} ${counted(rows, one, many)}`)
    } catch (error) {
      notify.error('No se ha podido exportar', {
        description: failureMessage(error),
        action: { label: 'Reintentar', run: () => void exportAs(format) },
      })
    }
  }
  const menu = (
    <Menu
      startsOpen
      trigger={
        <Button busy={isPending} icon={<Download aria-hidden="true" />}>
          Exportar
        </Button>
      }
      items={[
        { label: 'CSV', icon: <FileText aria-hidden="true" />, onSelect: () => void exportAs('csv') },
        {
          label: 'Excel',
          icon: <FileSpreadsheet aria-hidden="true" />,
          onSelect: () => void exportAs('xlsx'),
        },
        ...(other
          ? [{ label: other.label, icon: <FileArchive aria-hidden="true" />, onSelect: () => setOther(true) }]
          : []),
      ]}
    />
  )
  return (
    <>
      {menu}
      {other && isOther && <OnDemand load={other.load} props={{ filter, onClose: () => setOther(false) }} />}
    </>
  )
}
