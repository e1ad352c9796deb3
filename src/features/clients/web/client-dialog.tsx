import { useMutation, useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { clientStatuses } from '#features/clients/rules.ts'
import { clientStatusLabel } from '#features/clients/text.ts'
import {
  changeClientMutation,
  clientQuery,
  createClientMutation,
  rereadClient,
} from '#features/clients/web/queries.ts'
import { ClientContentWire, type ClientWire, NewClientWire } from '#features/clients/wire.ts'
import { TaxIdField } from '#features/companies/web/tax-id-field-panel.tsx'
import { refusalText } from '#ui/action-link.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { type FieldWords, useSharedForm } from '#ui/hooks/use-shared-form.ts'
import { type BoundField, useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type NewClientDialogProps = { onClose: () => void; onCreated?: (clientId: string) => void }

/** Dialog for a new client: the organisation and the account with which it signs in. */
export function NewClientDialog({ onClose, onCreated }: NewClientDialogProps) {
  const create = useMutation(createClientMutation)
  const wire = useWireForm({
    schema: NewClientWire,
    defaults: { name: '', taxId: '', email: '', phone: '' },
    send: async (body, key) => {
      const { id } = await create.mutateAsync({ body, key })
      notify.success(`Cliente «${body.name}» creado`, { description: `Invitación enviada a ${body.email}.` })
      onCreated?.(id)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Nuevo cliente"
      description="Se crea también su cuenta principal, con la que verá sus proyectos."
      submitLabel="Crear cliente"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <ContactFields field={wire.field} emailHint="Le enviaremos una invitación para elegir su contraseña." />
    </FormDialog>
  )
}

type EditClientDialogProps = { client: ClientWire; onClose: () => void }

export function EditClientDialog({ client: given, onClose }: EditClientDialogProps) {
  const { data: client = given } = useQuery(clientQuery(given.id))
  const change = useMutation(changeClientMutation)
  const { name, taxId, email, status } = client
  const wire = useSharedForm({
    schema: ClientContentWire,
    version: client.version,
    words,
    reread: () => rereadClient(client.id),
    defaults: { name, taxId: taxId ?? '', email, phone: client.phone ?? '', status },
    send: async (body, baseVersion) => {
      await change.mutateAsync({ clientId: client.id, body: { ...body, seen: baseVersion } })
      notify.success(`Cliente «${body.name}» actualizado`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Editar ${given.name}`}
      submitLabel="Guardar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      refusal={refusalText(client.can.edit)}
      onClose={onClose}
    >
      <ContactFields
        field={wire.field}
        emailHint="Es el de contacto: la cuenta principal sigue entrando con el suyo."
      />
      <Controller
        control={wire.form.control}
        name="status"
        render={({ field, fieldState }) => (
          <Select
            {...field}
            label="Estado"
            error={fieldState.error?.message}
            hint="Con un cliente inactivo no se crean proyectos ni contratos."
            options={clientStatuses.map(value => ({ value, label: clientStatusLabel[value] }))}
          />
        )}
      />
    </FormDialog>
  )
}

type ContactFieldsProps = {
  field: (name: 'name' | 'taxId' | 'email' | 'phone') => BoundField
  emailHint: string
}

function ContactFields({ field, emailHint }: ContactFieldsProps) {
  return (
    <>
      <TextField {...field('name')} label="Nombre" autoComplete="off" />
      <EmailField {...field('email')} hint={emailHint} />
      <TextField {...field('phone')} label="Teléfono" optional type="tel" autoComplete="off" />
      <TaxIdField bound={field('taxId')} hint="Con él se reconocen las facturas dirigidas al cliente." />
    </>
  )
}

const words: FieldWords = {
  name: 'Nombre',
  taxId: 'NIF o CIF',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  status: [
    'Estado',
    value => clientStatusLabel[clientStatuses.find(status => status === value) ?? 'inactive'],
  ],
}
