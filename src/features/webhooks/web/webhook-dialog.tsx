import { useMutation } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { publicEvents } from '#features/webhooks/rules/events.ts'
import { longestDescription, longestUrl } from '#features/webhooks/rules.ts'
import { EventsPanel } from '#features/webhooks/web/events-panel.tsx'
import { changeWebhookMutation, createWebhookMutation } from '#features/webhooks/web/queries.ts'
import { WebhookFieldsWire, type WebhookWire } from '#features/webhooks/wire.ts'
import { refusalText } from '#ui/action-link.tsx'
import { FormDialog } from '#ui/dialogs/form-dialog.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { useWireForm, type WireForm } from '#ui/hooks/use-wire-form.ts'
import { notify } from '#ui/toast.ts'

type Input = z.input<typeof WebhookFieldsWire>
type Fields = WireForm<Input, WebhookFieldsWire>

type NewWebhookDialogProps = {
  onClose: () => void
  onCreated: (made: { readonly id: string; readonly secret: string }) => void
}

/** Form of a new webhook: where to, what for, and of what it is told. */
export function NewWebhookDialog({ onClose, onCreated }: NewWebhookDialogProps) {
  const { mutateAsync } = useMutation(createWebhookMutation)
  const wire = useWireForm<Input, WebhookFieldsWire>({
    schema: WebhookFieldsWire,
    defaults: { url: '', description: '', events: [] },
    send: async (body, key) => onCreated(await mutateAsync({ body, key })),
  })
  return (
    <FormDialog
      title="Nuevo webhook"
      description="Cada vez que pase algo de lo que elijas, se llama a la dirección con una firma."
      submitLabel="Crear webhook"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      onClose={onClose}
    >
      <WebhookFields wire={wire} />
    </FormDialog>
  )
}

type EditWebhookDialogProps = { webhook: WebhookWire; onClose: () => void }

export function EditWebhookDialog({ webhook, onClose }: EditWebhookDialogProps) {
  const { mutateAsync } = useMutation(changeWebhookMutation)
  const { id: webhookId, url, description, revision, events } = webhook
  const wire = useWireForm<Input, WebhookFieldsWire>({
    schema: WebhookFieldsWire,
    defaults: { url, description, events: publicEvents.filter(event => events.includes(event)) },
    send: async body => {
      await mutateAsync({ webhookId, body: { ...body, revision } })
      notify.success(`Webhook «${body.description}» guardado`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Editar ${description}`}
      submitLabel="Guardar"
      wire={wire}
      isDirty={wire.form.formState.isDirty}
      refusal={refusalText(webhook.can.change)}
      onClose={onClose}
    >
      <WebhookFields wire={wire} />
    </FormDialog>
  )
}

function WebhookFields({ wire }: { wire: Fields }) {
  return (
    <>
      <TextField
        {...wire.field('description')}
        label="Para qué es"
        hint="El sistema que recibe: Contabilidad, ERP…"
        maxLength={longestDescription}
        autoComplete="off"
      />
      <TextField
        {...wire.field('url')}
        label="Dirección"
        hint="https://sistema.example/webhook"
        type="url"
        inputMode="url"
        maxLength={longestUrl}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Controller
        control={wire.form.control}
        name="events"
        render={({ field, fieldState }) => (
          <EventsPanel values={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
    </>
  )
}
