import { type ComponentProps, useState } from 'react'
import { useClientsToChoose } from '#features/clients/web/queries.ts'
import { refusalText } from '#ui/action-link.tsx'
import { AsideButton } from '#ui/aside-button.tsx'
import { emptyTextFor } from '#ui/fields/choice.ts'
import { Combobox } from '#ui/fields/combobox.tsx'
import { OnDemand } from '#ui/on-demand.tsx'

const loadNewClientDialog = async () =>
  (await import('#features/clients/web/client-dialog.tsx')).NewClientDialog

type ClientChoicePanelProps = Pick<
  ComponentProps<typeof Combobox>,
  'label' | 'error' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'name'
> & {
  /** Text where the company has no client yet. */
  noneText: string
}

/** Choice of an active client, who may be made on the way and is chosen then. */
export function ClientChoicePanel({ noneText, ...field }: ClientChoicePanelProps) {
  const clients = useClientsToChoose()
  const [isCreating, setCreating] = useState(false)
  const options = clients.items
    .filter(({ status }) => status === 'active')
    .map(({ id, name, email }) => ({ value: id, label: name, detail: email }))
  return (
    <>
      <Combobox
        {...field}
        options={options}
        placeholder="Busca por nombre o correo"
        onSearch={clients.search}
        emptyText={emptyTextFor(clients, options.length, noneText, 'Ningún cliente coincide.')}
        aside={
          <AsideButton refusal={refusalText(clients.mayCreate)} onClick={() => setCreating(true)}>
            Nuevo cliente
          </AsideButton>
        }
      />
      {isCreating && (
        <OnDemand
          load={loadNewClientDialog}
          props={{ onClose: () => setCreating(false), onCreated: field.onChange }}
        />
      )}
    </>
  )
}
