import { type ReactElement, useState } from 'react'
import { documentList } from '#features/documents/list.ts'
import type { DocumentColumns } from '#features/documents/web/document-table.tsx'
import { columnsIn } from '#kernel/list.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/dialogs/popover.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import type { ChosenColumns } from '#ui/lists/use-chosen-columns.ts'

export type ColumnsDialogProps = ChosenColumns & {
  table: DocumentColumns
  trigger: ReactElement
  onClose: () => void
}

/** Columns of a table of orders, each shown or not. Open from its first render. */
export function ColumnsDialog({ table, chosen, choose, trigger }: ColumnsDialogProps) {
  const [open, setOpen] = useState(true)
  const shown = columnsIn(documentList, table, chosen)
  const offered = (documentList.choices?.[table] ?? []).filter(name => !always.includes(name))
  const toggle = (name: string) => {
    const next = offered.filter(each => (each === name) !== shown.includes(each))
    // With none of them, the name that is always shown is said, so that the choice is not forgotten.
    choose(next.join('.') || 'name')
  }
  return (
    <Popover
      title="Columnas"
      trigger={trigger}
      open={open}
      onOpenChange={setOpen}
      actions={
        chosen !== undefined && (
          <Button variant="quiet" size="sm" onClick={() => choose(undefined)}>
            Volver a las de siempre
          </Button>
        )
      }
    >
      <fieldset className="grid grid-cols-1 gap-2 p-4 sm:px-5">
        <legend className="sr-only">Columnas que se ven</legend>
        {offered.map(name => (
          <Checkbox
            key={name}
            label={label[name] ?? documentList.columns[name].header}
            checked={shown.includes(name)}
            onChange={() => toggle(name)}
          />
        ))}
      </fieldset>
      <p className="px-4 pb-4 text-ink-faint text-xs sm:px-5">
        El nombre y el monto se ven siempre. Una vista guardada conserva sus columnas.
      </p>
    </Popover>
  )
}

const always: readonly string[] = documentList.always ?? []

/** Label of a column whose header says less without its table. */
const label: { readonly [name: string]: string } = { date: 'Fecha de creación' }
