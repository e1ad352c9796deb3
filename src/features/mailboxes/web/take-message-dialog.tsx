import { useMutation } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { takeMutation } from '#features/mailboxes/web/queries.ts'
import { type MailedMessageWire, takeMailedMessage } from '#features/mailboxes/wire.ts'
import { useProvidersToChoose } from '#features/providers/web/queries.ts'
import { counted } from '#kernel/text.ts'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { Combobox } from '#ui/fields/combobox.tsx'
import { useWireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

const schema = takeMailedMessage.body.extend({ providerId: z.string() })
type Input = z.input<typeof schema>

type TakeMessageDialogProps = { message: MailedMessageWire; onClose: () => void }

/** Takes a message in: of which provider it is, and whether its address is known from now on. */
export function TakeMessageDialog({ message, onClose }: TakeMessageDialogProps) {
  const { mutateAsync } = useMutation(takeMutation)
  const providers = useProvidersToChoose()
  const { fromAddress, revision, provider } = message
  const wire = useWireForm<Input, z.output<typeof schema>>({
    schema,
    defaults: { providerId: provider?.id ?? '', remembers: false, revision },
    send: async ({ providerId, ...body }, key) => {
      const taken = { ...body, providerId: providerId === '' ? null : providerId }
      const { received, leftOut } = await mutateAsync({ messageId: message.id, body: taken, key })
      const out =
        leftOut === 0
          ? {}
          : {
              description: `Se deja fuera lo repetido y lo que no es factura: ${counted(leftOut, 'archivo')}.`,
            }
      if (received === 0) notify.info('Nada ha pasado a la bandeja', out)
      else notify.success(`${counted(received, 'factura')} en la bandeja`, out)
      onClose()
    },
  })
  const chosen = wire.form.watch('providerId')
  return (
    <FormDialog
      title="Pasar a la bandeja"
      description="Sus archivos se leen y esperan en «Facturas recibidas»."
      submitLabel="Pasar a la bandeja"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <Controller
        control={wire.form.control}
        name="providerId"
        render={({ field }) => (
          <Combobox
            label="De qué proveedor es"
            optional
            placeholder="Sin decirlo"
            {...field}
            onSearch={providers.search}
            emptyText="Sin resultados"
            options={(providers.items ?? [])
              .filter(({ status }) => status === 'active')
              .map(({ id, name }) => ({ value: id, label: name, detail: id }))}
          />
        )}
      />
      {chosen !== '' && fromAddress !== '' && (
        <Checkbox
          {...wire.form.register('remembers')}
          label={`Recordar ${fromAddress}`}
          note="Lo que llegue de esa dirección pasará solo a la bandeja, como de este proveedor. Cualquiera puede falsificar un remitente: recuérdala si la conoces."
        />
      )}
    </FormDialog>
  )
}
